import type { Bounds } from '../wire/bounds.ts';
import type { Exchange } from '../wire/exchange.ts';
import { isSlow } from '../wire/retry.ts';
import type { CaseParts } from './case-parts.ts';
import { type CaseLog, type PlannedRequest, sendWithRetries } from './sent-request.ts';

/** How often to retry a request that fails between successful ones before the failure counts. */
const roundsAtMost = 4;

/** How often to wait for a target that answers every request with 429, in addition to the attempts of the request. */
const waitsAtMost = 6;

/** How long to wait for a target that ends every connection, before it is asked again; milliseconds. */
const awayPauseMs = 500;

/** No complete response, or one that means "not now" (ruling 26). */
export function isUnanswered(exchange: Exchange): boolean {
  return exchange.failure !== undefined || [429, 502, 503, 504].includes(exchange.answer?.status ?? 0);
}

/** The result of comparing a failing request with valid ones: `input` means that only the failing request fails. */
interface Confirmed {
  /** The response to a further attempt, if there was one. */
  readonly answered?: Exchange;
  readonly cause: 'target' | 'input' | 'unclear';
}

/**
 * Determines whether only this input is unanswered or the whole operation: sends a valid request before and after a
 * further attempt (ruling 26), and waits for a busy target within limits.
 * @returns the response to a further attempt, or the failing exchange
 */
export async function confirmFailure(
  parts: CaseParts,
  log: CaseLog,
  planned: PlannedRequest,
  failed: Exchange,
): Promise<Exchange> {
  const { health, operation, wire, bounds, clock } = parts;
  const again = { ...planned, bounds: { ...bounds, retries: 1 } };
  for (let wait = 1; ; wait += 1) {
    const { answered, cause } = await compareWithControls(parts, log, again, failed);
    health.lookedInto(operation, cause === 'input');
    const isBusy = cause !== 'input' && failed.answer?.status === 429;
    const isSilent = cause === 'target' && answered === undefined;
    if (!isSilent) health.answered(operation);
    const waits = isBusy && wait <= waitsAtMost && health.isWaitedFor(operation);
    // A target that starts again may end connections before it takes none, or be behind something that does.
    const isAway = isSilent && mayBeAway(failed) && health.mayReturn('closed');
    if (isSilent && !waits && !isAway) health.gaveNothing(operation);
    if (answered !== undefined) return answered;
    if (!(waits || isAway) || health.givenUp(operation) !== undefined) return failed;
    const pause = isAway ? awayPauseMs : bounds.retryAfterMs;
    if (isAway) wire.rest(pause);
    else wire.pause(pause);
    await clock.wait(pause);
    if (isAway) health.wasAway('closed', pause);
  }
}

/** No response began, or something in front of the target says that it is not there. */
function mayBeAway({ answer, failure }: Exchange): boolean {
  return failure === undefined ? [502, 503, 504].includes(answer?.status ?? 0) : failure.kind === 'closed';
}

async function compareWithControls(
  parts: CaseParts,
  log: CaseLog,
  planned: PlannedRequest & { readonly bounds: Bounds },
  failed: Exchange,
): Promise<Confirmed> {
  const fresh = { bounds: planned.bounds, connection: 'fresh', isUrgent: true } as const;
  const control = (): Promise<Exchange> =>
    sendWithRetries(parts, log, { ...fresh, purpose: 'control', request: parts.plain() });
  let before = await control();
  for (let round = 1; ; round += 1) {
    const isPatient = failed.failure?.kind === 'timeout' && parts.health.hasPatience(parts.operation);
    const again = await sendWithRetries(parts, log, { ...planned, ...fresh, isPatient, purpose: 'repeat' });
    if (isPatient && again.failure?.kind === 'timeout') parts.health.waitedInVain(parts.operation);
    const after = await control();
    const cause = isUnanswered(before) && isUnanswered(after) ? 'target' : 'unclear';
    if (!isUnanswered(again)) return { answered: again, cause };
    if (isUnanswered(before) || isUnanswered(after)) return { cause };
    // An overloaded target may reject only this request by chance, so take several rounds.
    if (isSlow(failed) || round >= roundsAtMost) return { cause: 'input' };
    before = after;
  }
}
