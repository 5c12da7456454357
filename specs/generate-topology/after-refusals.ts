import { onLine, type Run, type Steps, sideBySide } from '../../engine/check.ts';
import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import { undecodableText } from '../../generators/key-data/undecodable-text.ts';
import { textFrom } from '../../generators/seeding.ts';
import { requirementForKind } from '../../requirements/requirement-for.ts';
import { present } from '../../wire/credential.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { rejectedBodies, rejectedViolations, sampleOf } from '../shared/body-faults.ts';
import { type Probe, sizedRejection } from '../shared/requests.ts';
import { asRequest, drawnBody } from './bodies.ts';

const stem = 'generate-topology.request';

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** How many schema violations, and how many malformed bodies, represent all. */
const ofEach = 4;

/** When requests are sent: the two passes of a run send other samples. */
type When = 'before' | 'after';

/** Tokens with a wrong signature, under each scheme. */
function forged({ credentials, facts }: Run, body: GenerateTopologyRequest): Probe[] {
  const wrong = credentials.altered().find((each) => each.kind === 'signature-altered');
  if (wrong === undefined) return [];
  const { kind } = wrong;
  return (['bearer', 'api-key'] as const).map((scheme) => ({
    draft: { kind, as: requirementForKind(kind), credential: kind, context: [scheme] },
    request: asRequest(body),
    credential: present(scheme, { token: 'altered', ...wrong }, facts.apiKeyForm ?? 'jwt.token.'),
  }));
}

/** Rejections of every kind: unreadable, invalid by the schema, meaningless, and unauthorized. */
function refusals(run: Run, body: GenerateTopologyRequest, when: When): Probe[] {
  const sampling = sampleOf(run, 'after', when);
  const wrong = (as: string, keyword: string, pointer: string, changed: object): Probe => ({
    draft: { kind: keyword, as, wrong: { pointer, keyword } },
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
    {
      draft: { kind: 'no-credential', as: requirementForKind('none'), credential: 'none' },
      request: asRequest(body),
      credential: [],
    },
    ...forged(run, body),
    // Whether these are rejected is open.
    {
      draft: {
        kind: 'participants',
        detail: 'no-identifier',
        as: 'GT-OPEN-UIDS-UNKNOWN',
        wrong: { pointer: '/otherConfirmingParticipantUids', keyword: 'open' },
      },
      request: asRequest({
        ...body,
        otherConfirmingParticipantUids: [textFrom(['nobody', run.identity()], letters, 7)],
        observingParticipantUids: [],
      }),
    },
    { draft: { kind: 'method', detail: 'PUT', as: 'HTTP-OPEN-METHOD' }, request: { method: 'PUT' } },
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
export function* conductAfterRefusals(
  run: Run,
  when: When,
  earlier: readonly Exchange[] = [],
): Steps<readonly Exchange[]> {
  let answers: readonly Exchange[] = [];
  if (run.facts.synchronizer === null) return answers;
  const body = drawnBody(run, 3_000);
  const valid = asRequest(body);
  const draft = { kind: 'one-party-again-and-again-behind-refused-requests', as: 'GT-SUCCESS' };
  yield* run.open(draft, function* (open) {
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
      for (const [at, { draft: draftOf, request, credential }] of refused.entries()) {
        const context = [...(draftOf.context ?? []), 'between-valid-requests'];
        yield* run.open({ ...draftOf, context }, function* (between) {
          if (control !== undefined) between.include('control', control);
          yield* between.send('probe', { ...sizedRejection(request, at), ...where, credential });
        });
        yield* open.send('probe', { ...valid, ...where });
      }
    });
  });
  return answers;
}
