import { answersWanted, type Conductor } from '../../engine/conductor.ts';
import { jsonBytes } from '../../engine/plain-request.ts';
import { type CheckParts, checksOf, test } from '../../engine/spec.ts';
import { type Steps, sideBySide } from '../../engine/steps.ts';
import { type GenerateTopologyRequest, minimalGenerateTopology } from '../../generators/generate-topology.ts';
import { optionalFieldSubsets } from '../../generators/optional-fields.ts';
import { padded, paddings } from '../../generators/padding.ts';
import { textFrom } from '../../generators/seeding.ts';
import type { CaseKind } from '../../journal/case-text.ts';
import { succeeded } from '../../judges/answers/answer-kind.ts';
import { bodiesOf, sampleOf } from '../shared/body-faults.ts';
import { type ClientCase, clientCases, sizeCases } from '../shared/client-cases.ts';
import { sendProbes } from '../shared/requests.ts';
import { casesAtQuick, inRounds } from '../shared/rounds.ts';
import { shrinkFailure } from '../shared/shrink.ts';
import { asRequest, drawnBody, fullBody, synchronizerOf, validBodies, withHintAsSent } from './bodies.ts';

const check = checksOf('generate-topology');

/** Fixed valid requests: the smallest, the fullest, and the limits of the domain. */
const listed = accepted((conductor, index) => [
  named('required-fields-alone', minimal(conductor, index)),
  named('every-optional-field', fullBody(conductor, index)),
  ...(index === 0
    ? [
        ...hints(conductor),
        ...subsets(conductor),
        ...otherTexts(conductor),
        ...withBlanks(conductor),
        ...fromClients(conductor),
      ]
    : []),
]);

test(
  ...check('GT-SUCCESS', {
    ...listed,
    *cases(conductor) {
      yield* listed.cases(conductor);
      yield* conductDrawn(conductor);
    },
  }),
);
test(
  ...check(
    'GT-OPT-OBSERVATIONONLY',
    accepted((conductor, index) => [
      named('absent-field', minimal(conductor, index, 'absent'), 'localParticipantObservationOnly'),
      named('observation-only-false', {
        ...minimal(conductor, index, 'false'),
        localParticipantObservationOnly: false,
      }),
      // `true` alone leaves nobody to confirm, so it is only sent if other participants are known.
      ...conductor.facts.participantUids.slice(0, 1).map((uid) =>
        named('observation-only-with-another-participant-confirming', {
          ...minimal(conductor, index, 'true'),
          localParticipantObservationOnly: true,
          otherConfirmingParticipantUids: [uid],
        }),
      ),
    ]),
  ),
);
test(
  ...check(
    'GT-OPT-OTHERCONFIRMING',
    accepted((conductor, index) => lists(conductor, index, 'otherConfirmingParticipantUids')),
  ),
);
test(
  ...check(
    'GT-OPT-OBSERVING',
    accepted((conductor, index) => lists(conductor, index, 'observingParticipantUids')),
  ),
);
test(
  ...check(
    'GT-OPT-THRESHOLD',
    accepted((conductor, index) => [
      named('absent-field', minimal(conductor, index, 'absent'), 'confirmationThreshold'),
      named('threshold', { ...minimal(conductor, index, 0), confirmationThreshold: 0 }, '0'),
      named('threshold', { ...minimal(conductor, index, 1), confirmationThreshold: 1 }, '1'),
    ]),
  ),
);

/** A valid body with its kind. */
type Named = CaseKind & { readonly body: Buffer; readonly sent?: ClientCase['sent'] };

const named = (kind: string, body: unknown, detail?: string): Named => ({
  kind,
  detail,
  body: jsonBytes(body),
});

/** Valid requests that must succeed: a rejection of any form is a breach (ruling 11). */
function accepted(bodies: (conductor: Conductor, index: number) => readonly Named[]): CheckParts {
  return {
    over: ['optional-fields'],
    cases: (conductor) =>
      sendProbes(
        conductor,
        inRounds(conductor, (index) => bodies(conductor, index)).map(({ body, sent, ...draft }) => ({
          draft,
          request: { body, ...sent },
        })),
      ),
  };
}

function minimal(conductor: Conductor, ...parts: (string | number)[]): GenerateTopologyRequest {
  const body = minimalGenerateTopology(synchronizerOf(conductor), conductor.identity(...parts));
  return withHintAsSent(conductor, body);
}

/** A list of uids in each state: absent, empty, one, all. */
function lists(
  conductor: Conductor,
  index: number,
  field: 'otherConfirmingParticipantUids' | 'observingParticipantUids',
): Named[] {
  const { participantUids: uids } = conductor.facts;
  const sizes: readonly (readonly [kind: string, part: string, list: readonly string[]])[] = [
    ['empty-list', 'empty', []],
    ...(uids.length > 0
      ? [
          [
            'one-participant',
            'one participant',
            uids.slice(index % uids.length, (index % uids.length) + 1),
          ] as const,
        ]
      : []),
    ...(uids.length > 1 ? [['every-other-participant', 'every other participant', uids] as const] : []),
  ];
  return [
    named('absent-field', minimal(conductor, index, 'absent'), field),
    ...sizes.map(([kind, part, list]) =>
      named(kind, { ...minimal(conductor, index, part), [field]: list }, field),
    ),
  ];
}

/** Sends random valid requests, with any combination of optional fields; the first that fails is shrunk. */
function* conductDrawn(conductor: Conductor): Steps {
  const count = conductor.effort === 'quick' ? casesAtQuick : answersWanted;
  const failed: number[] = [];
  yield* sideBySide(
    Array.from({ length: count }, (_, index) =>
      conductor.inCase({ kind: 'drawn-request' }, function* (builder) {
        const { answer } = yield* builder.send('probe', asRequest(drawnBody(conductor, index)));
        if (answer !== undefined && !succeeded('generate-topology', answer)) failed.push(index);
      }),
    ),
  );
  const [first] = failed.sort((a, b) => a - b);
  if (first === undefined) return;
  const arbitrary = validBodies(conductor, first);
  yield* shrinkFailure(conductor, {
    arbitrary,
    seed: conductor.seedAt(first),
    asRequest,
    fails: (answer) => answer === undefined || !succeeded('generate-topology', answer),
    draft: { kind: 'drawn-request' },
  });
}

/** Letters and digits that careless code may take for a number, a constant, or a member of every object. */
const readOtherwise = ['1e5', '007', '0x1F', 'true', 'null', 'NaN', 'constructor'];

/** Hints at the limits of the domain: one and a hundred characters, of each kind of character; all with the same key. */
function hints(conductor: Conductor): Named[] {
  const body = minimal(conductor, 'hints');
  const drawn = (alphabet: string, length: number): string =>
    textFrom([conductor.identity('hints'), alphabet, length], alphabet, length);
  const digits = '0123456789';
  const [letter, digit] = [drawn('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 1), drawn(digits, 1)];
  const ends = [
    ...['a', 'Z', '0', drawn('abcdefghijklmnopqrstuvwxyz', 1).repeat(99)],
    ...[`${letter}${digit}`.repeat(50), digit.repeat(100)],
    // More than a double or an int64 can hold.
    `9${drawn(digits, 24)}`,
  ];
  return [...ends, ...readOtherwise].map((partyHint) =>
    named(
      'hint',
      { ...body, partyHint },
      partyHint.length > 20 ? `${partyHint.length} characters` : JSON.stringify(partyHint),
    ),
  );
}

/** Bodies of ordinary size (ruling 35); they ask the same as the first one, which has no blanks. */
function withBlanks(conductor: Conductor): Named[] {
  const body = jsonBytes(minimal(conductor, 'blanks'));
  const long = paddings.map(([size, place]) => ({
    kind: `blanks-${place}`,
    detail: `${size} bytes`,
    body: padded(body, size, place),
  }));
  const alone = sizeCases(conductor).map(({ size, ...each }) => ({
    ...each,
    body: padded(jsonBytes(minimal(conductor, 'blanks')), size, 'behind'),
  }));
  return [
    { kind: 'required-fields-alone', detail: 'without blanks', body },
    ...long,
    ...(conductor.effort === 'quick' ? alone.slice(-1) : alone),
  ];
}

/** A valid request as ordinary clients send it (ruling 39). */
function fromClients(conductor: Conductor): Named[] {
  return clientCases(conductor, true).map((each, index) => ({
    ...each,
    body: jsonBytes(index % 2 === 0 ? drawnBody(conductor, index) : minimal(conductor, 'client', index)),
  }));
}

function subsets(conductor: Conductor): Named[] {
  const full = fullBody(conductor, 0);
  const required = ['synchronizer', 'partyHint', 'publicKey'];
  const optional = Object.keys(full).filter(
    (name) => !required.includes(name),
  ) as (keyof GenerateTopologyRequest)[];
  return optionalFieldSubsets(full, optional).map(({ omitted, body }, index) =>
    named(
      'omitted',
      { ...body, partyHint: minimal(conductor, 'subset', index).partyHint },
      omitted.join(', ') || 'nothing',
    ),
  );
}

/** The same JSON written differently: white space, escapes. The base64 of the key contains a slash. */
function otherTexts(conductor: Conductor): Named[] {
  const some = Array.from({ length: 20 }, (_, index) => minimal(conductor, 'text', index));
  const body = some.find(({ publicKey }) => publicKey.keyData.includes('/')) ?? some[0];
  return [
    named('required-fields-alone', body, 'written as usual'),
    ...bodiesOf('generate-topology.request', 'GT-SUCCESS', body, sampleOf(conductor)).map(
      ({ kind, bytes }) => ({ kind, body: bytes }),
    ),
  ];
}
