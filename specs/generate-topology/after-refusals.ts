import { type Case, onLine, type Run, type Steps, sideBySide } from '../../engine/check.ts';
import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import { undecodableText } from '../../generators/key-data/key-cases.ts';
import { textFrom } from '../../generators/seeding.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { rejectedBodies, rejectedViolations, sampleOf } from '../shared/body-faults.ts';
import { inContext, laidOver, otherMethod, sizedRejection } from '../shared/cases.ts';
import { forged, noCredential } from '../shared/wrong-credentials.ts';
import { asRequest, drawnBody } from './bodies.ts';

const stem = 'generate-topology.request';

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** How many schema violations, and how many malformed bodies, represent all. */
const ofEach = 4;

/** When requests are sent: the two passes of a run send other samples. */
type When = 'before' | 'after';

/** Rejections of every kind: unreadable, invalid by the schema, meaningless, and unauthorized. */
function refusals(run: Run, body: GenerateTopologyRequest, when: When): Case[] {
  const sampling = sampleOf(run, 'after', when);
  const request = asRequest(body);
  const wrong = (as: string, keyword: string, pointer: string, changed: object): Case => ({
    kind: keyword,
    as,
    wrong: { pointer, keyword },
    request: asRequest(changed),
  });
  const keyData = undecodableText(run.identity('undecodable'));
  return [
    wrong('GT-KEY-UNDECODABLE', 'undecodable-key', '/publicKey/keyData', {
      ...body,
      publicKey: { ...body.publicKey, keyData },
    }),
    wrong('GT-SYNC-UNKNOWN', 'unknown-synchronizer', '/synchronizer', {
      ...body,
      synchronizer: textFrom(['nowhere', run.identity()], letters, 7),
    }),
    ...[noCredential, ...forged(run)].map((each) => laidOver({ request }, each)),
    // Whether these are rejected is open.
    {
      kind: 'participants',
      detail: 'no-identifier',
      as: 'GT-OPEN-UIDS-UNKNOWN',
      wrong: { pointer: '/otherConfirmingParticipantUids', keyword: 'open' },
      request: asRequest({
        ...body,
        otherConfirmingParticipantUids: [textFrom(['nobody', run.identity()], letters, 7)],
        observingParticipantUids: [],
      }),
    },
    otherMethod,
    ...spread(rejectedViolations(stem, body, sampling), when),
    ...spread(rejectedBodies(stem, body, sampling), when),
  ];
}

/** Some of many, spread evenly; others in the second pass. */
function spread<T>(all: readonly T[], when: When): T[] {
  const step = Math.ceil(all.length / ofEach);
  return all.filter((_, index) => index % step === (when === 'before' ? 0 : step >> 1));
}

/** How often the party is requested at once, by different clients on connections of their own. */
const atOnce = 3;

/**
 * Requests the same party after each rejected request, one after the other, from several clients at
 * once, and again later in the run: the answers about the party must stay the same.
 * @param earlier the first answers about it
 * @returns the answers, to compare later ones with
 */
export function* sendAfterRefusals(
  run: Run,
  when: When,
  earlier: readonly Exchange[] = [],
): Steps<readonly Exchange[]> {
  let answers: readonly Exchange[] = [];
  if (run.facts.synchronizer === null) return answers;
  const body = drawnBody(run, 3_000);
  const valid = asRequest(body);
  const party = { kind: 'one-party-again-and-again-behind-refused-requests', as: 'GT-SUCCESS' };
  yield* run.open(party, function* (open) {
    for (const exchange of earlier) open.include('probe', exchange);
    answers = yield* sideBySide([
      open.send('probe', valid),
      ...Array.from({ length: atOnce }, () => open.send('probe', { ...valid, connection: 'fresh' })),
    ]);
    const [control] = answers;
    // What a rejection leaves behind shows at once.
    const refused = when === 'before' ? refusals(run, body, when) : [];
    yield* onLine(function* (line) {
      // In the second pass they come from different clients, on any connection.
      const where = when === 'before' ? { connection: line } : {};
      for (const [at, each] of refused.entries()) {
        const request = { ...sizedRejection(each.request, at), ...where };
        yield* run.send({ ...inContext(each, 'between-valid-requests'), request, control });
        yield* open.send('probe', { ...valid, ...where });
      }
    });
  });
  return answers;
}
