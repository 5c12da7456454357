import { type CheckParts, onLine, type Run } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { durationVariant, executeOptions, submissionId } from '../../generators/execute-submission.ts';
import { malformedBodies } from '../../generators/malformed-json.ts';
import { optionalFieldSubsets } from '../../generators/optional-fields.ts';
import { padded, paddings } from '../../generators/padding.ts';
import { draw } from '../../generators/seeding.ts';
import { reversedMembers } from '../../generators/written-otherwise.ts';
import type { JsonObject } from '../../json/read-json.ts';
import { bodiesOf } from '../shared/body-faults.ts';
import { inRounds } from '../shared/cases.ts';
import { clientCases, sizeCases } from '../shared/client-cases.ts';
import { declareSchemes } from '../shared/schemes.ts';
import { type Accepted, sendAccepted, sharedId } from './accepted.ts';
import { asRequest, bodyAt, validExecute } from './bodies.ts';

/** From the first success on, a body may be used up (ruling 14). */
const common = { isAlone: 'unless-bodies-are-reusable' } as const;
const check = checksOf('execute-submission', common);
const stem = 'execute-submission.request';

// A valid body is accepted unchanged, and adding optional fields does not make it fail (ruling 14).
test(
  ...accepted('EX-SUCCESS', (run, index) => [
    ...(index === 0 ? [behindRejectedId(run)] : []),
    { kind: 'configured-body' },
    ...(index === 0 ? [] : drawn(run, index)),
    ...(index === 0
      ? [...together(run), ...idLengths, ...idsAlike, ...otherTexts, ...sizes(run), ...clientCases(run, true)]
      : []),
  ]),
);
test(
  ...accepted('EX-OPT-USERID', (run) => [
    { kind: 'configured-user', lay: (body) => ({ ...body, ...withUser(run) }) },
  ]),
);
test(
  ...accepted('EX-OPT-MINLEDGERTIME', () => [
    { kind: 'empty-ledger-time', lay: (body) => ({ ...body, minLedgerTime: { time: { Empty: {} } } }) },
    { kind: 'absent-field', detail: 'minLedgerTime', lay: ({ minLedgerTime: _, ...rest }) => rest },
  ]),
);
test(
  ...accepted('EX-OPT-DEDUPLICATION', () =>
    durations.map(([seconds, nanos]) => ({
      kind: 'deduplication-period',
      detail: `${seconds} s and ${nanos} ns`,
      lay: (body) => ({ ...body, deduplicationPeriod: durationVariant(seconds, nanos) }),
    })),
  ),
);
declareSchemes('execute-submission', validExecute, sendAccepted, common);

/** The answer to an accepted submission: judged on every success of the run; two are sent here. */
const answers: CheckParts = {
  cases: (run) =>
    sendAccepted(
      run,
      [1, 2].map((at) => ({ kind: 'configured-body', detail: String(at), as: 'EX-SUCCESS' })),
    ),
};

test(...check('EX-RES-MEDIA', answers));
test(...check('EX-RES-OBJECT', answers));
test(...check('EX-OPEN-RESPONSE-FIELDS', answers));
test(...check('EX-OPEN-SUBMITTED-AGAIN', answers));
test(...check('HTTP-OPEN-SUCCESS-STATUS', answers));

function accepted(requirement: string, casesOf: (run: Run, index: number) => readonly Accepted[]) {
  return check(requirement, {
    *cases(run) {
      const cases = inRounds(run, (index) => casesOf(run, index));
      yield* sendAccepted(run, cases);
    },
  });
}

const withUser = (run: Run): object => (run.facts.userId === null ? {} : { userId: run.facts.userId });

/** Durations at and between the limits that any target should accept: whole seconds, and microseconds. */
const durations: readonly (readonly [seconds: number, nanos: number])[] = [
  [1, 0],
  [30, 0],
  [60, 1_000],
  [600, 0],
  [59, 999_999_000],
];

/** Lengths of a submissionId at and between the limits of a LedgerString. */
const idLengths: readonly Accepted[] = [4, 8, 16, 32, 63, 64, 65, 100, 127, 128, 129, 254, 255].map(
  (idLength) => ({
    kind: 'id',
    detail: `${idLength} characters`,
    idLength,
  }),
);

const digitsOf = (text: string): string =>
  text.slice(0, 30).replace(/./g, (character) => String(character.charCodeAt(0) % 10));

/** Fresh submissionIds of letters, digits and `-` that are almost equal, or at the limits of that form (ruling 14). */
const idsAlike: readonly Accepted[] = Object.entries<(shared: string) => string>({
  'shared-id': (shared) => shared,
  'shared-id-in-small-letters': (shared) => shared.toLowerCase(),
  'shared-id-in-capitals': (shared) => shared.toUpperCase(),
  'shared-id-with-a-character-behind-it': (shared) => `${shared}x`,
  'shared-id-with-a-character-in-front': (shared) => `x${shared}`,
  'shared-id-with-a-dash-in-it': (shared) => `${shared.slice(0, 20)}-${shared.slice(20)}`,
  'uuid-in-capitals': (shared) => submissionId(shared, 'in', 'capitals').toUpperCase(),
  'uuid-of-version-7': (shared) => submissionId(shared, 'version', 7).replace('-4', '-7'),
  'digits-alone': (shared) => `${digitsOf(shared)}1`,
  'digits-that-end-otherwise': (shared) => `${digitsOf(shared)}2`,
  'id-with-dashes-at-its-ends': (shared) => `-${shared.slice(0, 8)}--${shared.slice(8)}-`,
}).map(([kind, idLike]) => ({ kind, idLike }));

/** The body with its submissionId moved. */
const withIdAt = (place: 'first' | 'last'): Accepted => ({
  kind: `id-as-the-${place}-member`,
  written: (json) => {
    const { submissionId: id, ...rest } = JSON.parse(json) as { submissionId: string };
    return JSON.stringify(place === 'first' ? { submissionId: id, ...rest } : { ...rest, submissionId: id });
  },
});

/** Only other notations of the body are used of what is made. */
const notations = { amount: 'sample', seed: 'notations' } as const;

/** The same JSON written differently: white space, escapes, order of members. */
const otherTexts: readonly Accepted[] = [
  ...bodiesOf(stem, 'EX-SUCCESS', { member: 'a/b', empty: {} }, notations).map(({ kind }) => ({
    kind,
    lay: (body: JsonObject) => ({ ...body, minLedgerTime: { time: { Empty: {} } } }),
    written: (json: string) =>
      malformedBodies(Buffer.from(json), notations, ['same-value'])
        .find((each) => each.kind === kind)
        ?.bytes.toString() ?? json,
  })),
  {
    kind: 'members-in-reverse',
    written: (json) => JSON.stringify(reversedMembers(JSON.parse(json))),
  },
  withIdAt('first'),
  withIdAt('last'),
  // A prepared transaction may be larger than the padding, which then adds nothing (ruling 35).
  ...paddings.map(
    ([size, place]): Accepted => ({
      kind: `blanks-${place}`,
      detail: `${size} bytes`,
      written: (json) => padded(Buffer.from(json), size, place).toString(),
    }),
  ),
];

/**
 * The first submission of a body has an id that a rejected one had in other case: that is another id, and a rejected
 * submission leaves nothing behind.
 */
function behindRejectedId(run: Run): Accepted {
  const id = `rejected${sharedId(run)}`;
  return {
    kind: 'id-of-a-rejected-submission-in-other-case',
    idLike: () => id.toUpperCase(),
    around: (send) =>
      onLine(function* (connection) {
        const { body, facts } = bodyAt(run, 0);
        const { hashingSchemeVersion: _left, ...rest } = body;
        const request = { ...asRequest({ ...rest, submissionId: id }), connection };
        const wrong = { pointer: '/hashingSchemeVersion', keyword: 'required' };
        yield* run.send({ kind: 'missing', as: 'EX-REQ-HASHINGSCHEME', wrong, facts, request });
        yield* send(connection);
      }),
  };
}

/** Bodies of ordinary size in several parts, on connections of their own. */
function sizes(run: Run): Accepted[] {
  const all = sizeCases(run).map(([size, each]) => ({
    ...each,
    written: (json: string) => padded(Buffer.from(json), size, 'behind').toString(),
  }));
  return run.effort === 'quick' ? all.slice(-1) : all;
}

/** Optional fields in pairs, and all of them. */
function together(run: Run): Accepted[] {
  const all = {
    ...withUser(run),
    minLedgerTime: { time: { Empty: {} } },
    deduplicationPeriod: durationVariant(30, 0),
  };
  return optionalFieldSubsets(all, Object.keys(all) as (keyof typeof all)[])
    .map(({ body }) => body)
    .filter((options) => Object.keys(options).length > 1)
    .map((options) => ({
      kind: 'optional-fields-together',
      detail: Object.keys(options).join(', '),
      lay: (body) => ({ ...body, ...options }),
    }));
}

/** Optional fields in random combinations. */
function drawn(run: Run, index: number): Accepted[] {
  const { userId } = run.facts;
  const [options] = draw(executeOptions(userId === null ? {} : { userId }), run.seedAt(index), 1);
  return [
    {
      kind: 'optional-fields',
      detail: Object.keys(options ?? {}).join(', ') || 'none',
      lay: (body) => ({ ...body, ...options }),
    },
  ];
}
