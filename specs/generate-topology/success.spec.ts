import { answersWanted, type Case, type Run, type Steps } from '../../engine/check.ts';
import { jsonBytes } from '../../engine/plain-request.ts';
import { checksOf, test } from '../../engine/spec.ts';
import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import { optionalFieldSubsets } from '../../generators/optional-fields.ts';
import { padded, paddings } from '../../generators/padding.ts';
import { textFrom } from '../../generators/seeding.ts';
import { succeeded } from '../../judges/answers/answer-kind.ts';
import type { Answer } from '../../wire/exchange.ts';
import { bodiesOf, sampleOf } from '../shared/body-faults.ts';
import { casesAtQuick, inRounds, laidOver, sendAll } from '../shared/cases.ts';
import { clientCases, sizeCases } from '../shared/client-cases.ts';
import { shrinkFailure } from '../shared/shrink.ts';
import { asRequest, drawnBody, fullBody, minimal, validBodies } from './bodies.ts';

const check = checksOf('generate-topology');

/** Fixed valid requests: the smallest, the fullest, and the limits of the domain. */
const listed = (run: Run, index: number): Case[] => [
  named('required-fields-alone', minimal(run, index)),
  named('every-optional-field', fullBody(run, index)),
  ...(index === 0
    ? [
        ...hints(run),
        ...subsets(run),
        ...otherTexts(run),
        ...withBlanks(run),
        ...fromClients(run),
        ...keysWithZeros(run),
      ]
    : []),
];

test(
  ...check('GT-SUCCESS', {
    over: ['optional-fields'],
    *cases(run) {
      yield* sendInRounds(run, listed);
      yield* sendDrawn(run);
    },
  }),
);
test(
  ...accepted('GT-OPT-OBSERVATIONONLY', (run, index) => [
    named('absent-field', minimal(run, index, 'absent'), 'localParticipantObservationOnly'),
    named('observation-only-false', {
      ...minimal(run, index, 'false'),
      localParticipantObservationOnly: false,
    }),
    // `true` alone leaves nobody to confirm, so it is only sent if other participants are known.
    ...run.facts.participantUids.slice(0, 1).map((uid) =>
      named('observation-only-with-another-participant-confirming', {
        ...minimal(run, index, 'true'),
        localParticipantObservationOnly: true,
        otherConfirmingParticipantUids: [uid],
      }),
    ),
  ]),
);
test(
  ...accepted('GT-OPT-OTHERCONFIRMING', (run, index) => lists(run, index, 'otherConfirmingParticipantUids')),
);
test(...accepted('GT-OPT-OBSERVING', (run, index) => lists(run, index, 'observingParticipantUids')));
test(
  ...accepted('GT-OPT-THRESHOLD', (run, index) => [
    named('absent-field', minimal(run, index, 'absent'), 'confirmationThreshold'),
    named('threshold', { ...minimal(run, index, 0), confirmationThreshold: 0 }, '0'),
    named('threshold', { ...minimal(run, index, 1), confirmationThreshold: 1 }, '1'),
  ]),
);

const named = (kind: string, body: unknown, detail?: string): Case => ({
  kind,
  detail,
  request: asRequest(body),
});

/** Valid requests that must succeed: a rejection of any form is a breach (ruling 11). */
function accepted(requirement: string, casesOf: CasesOf) {
  return check(requirement, { over: ['optional-fields'], cases: (run) => sendInRounds(run, casesOf) });
}

/** The valid requests of a round. */
type CasesOf = (run: Run, index: number) => readonly Case[];

function* sendInRounds(run: Run, casesOf: CasesOf): Steps {
  const cases = inRounds(run, (index) => casesOf(run, index));
  yield* sendAll(run, cases);
}

/** A list of uids in each state: absent, empty, one, all. */
function lists(
  run: Run,
  index: number,
  field: 'otherConfirmingParticipantUids' | 'observingParticipantUids',
): Case[] {
  const { participantUids: uids } = run.facts;
  const one = uids.slice(index % uids.length, (index % uids.length) + 1);
  const sizes: readonly (readonly [kind: string, part: string, list: readonly string[]])[] = [
    ['empty-list', 'empty', []],
    ...one.map((uid) => ['one-participant', 'one participant', [uid]] as const),
    ...(uids.length > 1 ? [['every-other-participant', 'every other participant', uids] as const] : []),
  ];
  return [
    named('absent-field', minimal(run, index, 'absent'), field),
    ...sizes.map(([kind, part, list]) => named(kind, { ...minimal(run, index, part), [field]: list }, field)),
  ];
}

/** Sends random valid requests, with any combination of optional fields; the first that fails is shrunk. */
function* sendDrawn(run: Run): Steps {
  const count = run.effort === 'quick' ? casesAtQuick : answersWanted;
  const isRefused = (answer: Answer | undefined): boolean =>
    answer !== undefined && !succeeded('generate-topology', answer);
  const cases = Array.from({ length: count }, (_, index) => named('drawn-request', drawnBody(run, index)));
  const exchanges = yield* sendAll(run, cases);
  const first = cases.findIndex((each) => isRefused(exchanges.get(each)?.answer));
  if (first === -1) return;
  const arbitrary = validBodies(run, first);
  yield* shrinkFailure(run, {
    arbitrary,
    seed: run.seedAt(first),
    asRequest,
    fails: (answer) => answer === undefined || !succeeded('generate-topology', answer),
    each: { kind: 'drawn-request' },
  });
}

/** Letters and digits that careless code may take for a number, a constant, a boolean of YAML, a member of every object, a device, or an own name. */
const readOtherwise =
  '1e5 007 0x1F true false null NaN Infinity undefined None no off constructor nul con admin default'.split(
    ' ',
  );

/** A key that begins with zero, and one that ends in it: written as a number, it may be shorter. */
const keysWithZeros = (run: Run): Case[] =>
  [-32, -1].map((at) => {
    let body = minimal(run, 'zero', at);
    for (let more = 0; Buffer.from(body.publicKey.keyData, 'base64').at(at) !== 0; more += 1)
      body = minimal(run, 'zero', more);
    return named('key', body, `zero-at-${at}`);
  });

/** Hints at the limits of the domain: one and a hundred characters, of each kind of character; all with the same key. */
function hints(run: Run): Case[] {
  const body = minimal(run, 'hints');
  const drawn = (alphabet: string, length: number): string =>
    textFrom([run.identity('hints'), alphabet, length], alphabet, length);
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
function withBlanks(run: Run): Case[] {
  const body = jsonBytes(minimal(run, 'blanks'));
  const long = paddings.map(([size, place]) => ({
    kind: `blanks-${place}`,
    detail: `${size} bytes`,
    request: { body: padded(body, size, place) },
  }));
  const alone = sizeCases(run).map(([size, each]) =>
    laidOver({ request: { body: padded(body, size, 'behind') } }, each),
  );
  return [
    { kind: 'required-fields-alone', detail: 'without blanks', request: { body } },
    ...long,
    ...(run.effort === 'quick' ? alone.slice(-1) : alone),
  ];
}

/** A valid request as ordinary clients send it (ruling 39). */
function fromClients(run: Run): Case[] {
  return clientCases(run, true).map((each, index) => {
    const body = index % 2 === 0 ? drawnBody(run, index) : minimal(run, 'client', index);
    return laidOver({ request: asRequest(body) }, each);
  });
}

function subsets(run: Run): Case[] {
  const full = fullBody(run, 0);
  const required = ['synchronizer', 'partyHint', 'publicKey'];
  const optional = Object.keys(full).filter(
    (name) => !required.includes(name),
  ) as (keyof GenerateTopologyRequest)[];
  return optionalFieldSubsets(full, optional).map(({ omitted, body }, index) =>
    named(
      'omitted',
      { ...body, partyHint: minimal(run, 'subset', index).partyHint },
      omitted.join(', ') || 'nothing',
    ),
  );
}

/** The same JSON written differently: white space, escapes. The base64 of the key contains a slash. */
function otherTexts(run: Run): Case[] {
  const some = Array.from({ length: 20 }, (_, index) => minimal(run, 'text', index));
  const body = some.find(({ publicKey }) => publicKey.keyData.includes('/')) ?? some[0];
  const withEmpty = { ...body, observingParticipantUids: [] };
  return [
    named('required-fields-alone', body, 'written as usual'),
    ...bodiesOf('generate-topology.request', 'GT-SUCCESS', withEmpty, sampleOf(run)).map(
      ({ kind, bytes }) => ({ kind, request: { body: bytes } }),
    ),
  ];
}
