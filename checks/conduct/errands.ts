import { inDrawnOrder } from '../../generators/drawn-order.ts';
import { bytesFrom } from '../../generators/seeding.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { CaseDraft } from '../../session/case-builder.ts';
import type { Errand } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { hasOnlyPlaceholders } from '../../session/placeholders.ts';
import { drawnClient } from '../../wire/disguise.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';
import type { BatchRequest, Mixture } from './batch.ts';
import { credentialRequests } from './credential-requests.ts';
import { rememberAccepted } from './remember-accepted.ts';
import type { MakeValid } from './valid-request.ts';

/** What an operation contributes to traffic at the pace of ordinary clients. */
export interface OrdinaryTraffic {
  readonly valid: MakeValid;
  /** Requests that must be rejected. */
  readonly rejected: Mixture;
  /** What else a client does, such as reading all pages. */
  readonly others?: (conductor: Conductor) => readonly Errand[];
}

/** How many rejected requests an operation gets; those without valid ones between them are fewer. */
const rejectedAtMost = {
  quick: { amongValid: 10, alone: 6 },
  standard: { amongValid: 36, alone: 24 },
} as const;

/** Errands in a row that one client runs. */
const errandsOfClient = 8;

/** Numbers of valid requests that no check sends. */
const firstValid = 60_000;

/** Rounds of which each has another part of the rejected requests. */
const rounds = 4;

/**
 * One rejected request of each kind, as far as there is room, among valid ones: as an ordinary client, who now and then
 * makes a mistake.
 */
export async function errandsOf(
  conductor: Conductor,
  { valid, rejected, others }: OrdinaryTraffic,
): Promise<readonly Errand[]> {
  const { seed, nonce, effort } = conductor;
  const [round = 0] = bytesFrom(['errands', seed, nonce], 1);
  const { index } = valid(conductor, round % rounds);
  // A configured execute body is kept for later: its success comes last (ruling 14).
  const isAmongValid = index === undefined && !hasOnlyPlaceholders(conductor);
  const { amongValid, alone } = rejectedAtMost[effort === 'quick' ? 'quick' : 'standard'];
  const credentials = credentialRequests(conductor, valid);
  const all = [...(await rejected(conductor, round % rounds)), ...credentials(round % rounds)];
  const some = ofEachRequirement(
    inDrawnOrder(all, 'errands', seed, nonce),
    index === undefined ? amongValid : alone,
  );
  const refusals = some.map((each, place): Errand => {
    const wear = dressedAs(conductor, place);
    return async (pause) => {
      if (isAmongValid) await sendValid(conductor, valid, place, { wear, pause });
      await conductor.inCase(unhurried(each.draft), async (builder) => {
        if (index === undefined) {
          await builder.send('control', wear(valid(conductor, firstValid + 2 * place).request));
          await pause();
        }
        const { answer } = await builder.send('probe', wear(each.request), each.credential);
        rememberAccepted(conductor, index, answer);
      });
      await pause();
    };
  });
  return inDrawnOrder([...refusals, ...(others?.(conductor) ?? [])], 'all errands', seed, nonce);
}

/** How a client sends its requests. */
interface Sending {
  readonly wear: (request: OperationRequest) => OperationRequest;
  readonly pause: () => Promise<void>;
}

/** Sends a valid request that does not serve as the control of any case. */
async function sendValid(
  conductor: Conductor,
  valid: MakeValid,
  place: number,
  { wear, pause }: Sending,
): Promise<void> {
  const { request, facts } = valid(conductor, firstValid + 2 * place + 1);
  const { requirement } = definitionOf(conductor.operation).success;
  const draft = unhurried({ kind: 'valid-request', as: requirement, facts });
  await conductor.inCase(draft, (builder) => builder.send('probe', wear(request)));
  await pause();
}

/** The draft with how it is sent in place of how else it may be. */
export function unhurried<T extends CaseDraft>(draft: T): T {
  const { context = [] } = draft;
  return { ...draft, context: [...context.filter((each) => each !== 'mixed-traffic'), 'unhurried'] };
}

/** One client runs several errands, on connections that it keeps. */
function dressedAs({ seed, nonce, operation, identity }: Conductor, place: number): Sending['wear'] {
  const run = [seed, nonce].join('/');
  const client = drawnClient(run, operation, String(Math.floor(place / errandsOfClient)));
  let sent = 0;
  return (request) => {
    sent += 1;
    return { ...request, dress: { client, key: identity('errand', place, sent), run } };
  };
}

/** As many as there is room for: first one of each requirement, then the second, and so on. */
function ofEachRequirement(all: readonly BatchRequest[], atMost: number): BatchRequest[] {
  const before = new Map<string, number>();
  return all
    .map((each) => {
      const rank = before.get(each.draft.as) ?? 0;
      before.set(each.draft.as, rank + 1);
      return { each, rank };
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, atMost)
    .map(({ each }) => each);
}
