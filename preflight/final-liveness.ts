import { randomUUID } from 'node:crypto';
import { wallClock } from '../engine/clock.ts';
import type { Access } from '../engine/open-session.ts';
import { plainRequest } from '../engine/plain-request.ts';
import { answersElsewhere } from '../judges/answers/answers-as-itself.ts';
import { listingOperation } from '../operations/operations.ts';
import type { Operation } from '../requirements/requirement.ts';
import { operationStems } from '../schemas/openapi.ts';
import { readExecuteBodies } from '../settings/execute-bodies.ts';
import { UsageError } from '../settings/usage-error.ts';
import { presentText } from '../wire/credential.ts';
import { type Exchange, isOfLimits } from '../wire/exchange.ts';
import { isUnanswered } from '../wire/retry.ts';

/** What the requests at the end of a run show about those that got no response. */
export interface FinalLiveness {
  /** Whether no operation responded: the target as a whole is gone. */
  readonly isGone: boolean;
  /** Operations that have stopped for good while others respond, with the requests that show it. */
  readonly stopped: Partial<Readonly<Record<Operation, readonly string[]>>>;
  /** The exchanges to keep as evidence. */
  readonly exchanges: readonly Exchange[];
}

const alive: FinalLiveness = { isGone: false, stopped: {}, exchanges: [] };

/** How long to wait for what may only be away. */
interface Waits {
  /** For a target that restarts, before it counts as gone; milliseconds. */
  readonly pauseMs: number;
  /** For an operation, from the end of the run; as long as for a target that takes no connection. */
  readonly awayMs: number;
}

const usualWaits: Waits = { pauseMs: 500, awayMs: 15_000 };

/** How many requests an operation gets at once: a target that leaves out a few responses has not stopped. */
const atOnce = 3;

/**
 * After the run, asks whether the target is gone, and whether the operations with unanswered requests have stopped for
 * good (ruling 26). A target without unanswered requests gets one request.
 * @param open opens the connections; they are closed before this returns
 */
export async function askAtEnd(
  open: () => Access,
  unanswered: readonly Operation[],
  waits: Waits = usualWaits,
): Promise<FinalLiveness> {
  let access: Access | undefined;
  try {
    access = open();
    const ask = await asker(access);
    const gone = await exchangesIfGone(ask, waits);
    if (gone.length > 0) return { isGone: true, stopped: {}, exchanges: gone };
    return unanswered.length === 0 ? alive : await whatStopped(ask, unanswered, waits);
  } catch (error) {
    // A token or file that is no longer available must not cost the run its results.
    if (error instanceof UsageError) return alive;
    throw error;
  } finally {
    await access?.wire.close();
  }
}

type Ask = (operation: Operation, isPatient?: boolean) => Promise<Exchange>;

async function asker({ target, wire, tokens }: Access): Promise<Ask> {
  const credential = presentText('bearer', await tokens.current());
  const executeBody = readExecuteBodies(target.executeRequest)[0];
  const asked = new Map<Operation, number>();
  return (operation, isPatient = false) => {
    const number = (asked.get(operation) ?? 0) + 1;
    asked.set(operation, number);
    const request = plainRequest(operation, {
      synchronizer: target.synchronizer ?? null,
      identity: randomUUID(),
      executeBody,
    });
    const id = `final-liveness@${operation}/${number}`;
    return wire.send(id, operation, { ...request, isPatient, connection: 'fresh' }, credential);
  };
}

/** The unanswered requests if the target is gone, else none. */
async function exchangesIfGone(ask: Ask, { pauseMs }: Waits): Promise<readonly Exchange[]> {
  // Listing is the cheapest request and changes nothing; if it is answered, nothing else is sent.
  const listing = await ask(listingOperation);
  if (listing.answer !== undefined) return [];
  await wallClock.wait(pauseMs);
  const exchanges = await Promise.all(operationStems.map((operation) => ask(operation)));
  return exchanges.some(({ answer }) => answer !== undefined) ? [] : [listing, ...exchanges];
}

/**
 * Asks the operations until each has responded, or time is up. Each time, another operation must respond before and
 * after: otherwise the target as a whole is in trouble.
 */
async function whatStopped(
  ask: Ask,
  unanswered: readonly Operation[],
  { pauseMs, awayMs }: Waits,
): Promise<FinalLiveness> {
  let silent = unanswered;
  const exchanges: Exchange[] = [];
  const begun = performance.now();
  for (let round = 1; round === 1 || performance.now() - begun < awayMs; round += 1) {
    if (round > 1) await wallClock.wait(pauseMs);
    // If every operation is silent, those that respond now are the others.
    const before = silent.length < operationStems.length ? await responseOfOthers(ask, silent) : [];
    const asked = await Promise.all(
      silent.map(async (operation) => {
        const own = await Promise.all(Array.from({ length: atOnce }, () => ask(operation, true)));
        return { operation, own };
      }),
    );
    exchanges.push(...asked.flatMap(({ own }) => own));
    silent = asked
      .filter(({ own }) => own.every(isMissing) || isStillShutOut(own))
      .map(({ operation }) => operation);
    if (silent.length === 0) return alive;
    const after = await responseOfOthers(ask, silent);
    if (before === undefined || after === undefined) return alive;
    exchanges.push(...before, ...after);
  }
  const idsOf = (operation: Operation): string[] =>
    exchanges.filter(({ id }) => id.startsWith(`final-liveness@${operation}/`)).map(({ id }) => id);
  return {
    isGone: false,
    stopped: Object.fromEntries(silent.map((operation) => [operation, idsOf(operation)])),
    exchanges,
  };
}

/** The response of an operation that is not silent, undefined if none of them responds. */
async function responseOfOthers(
  ask: Ask,
  silent: readonly Operation[],
): Promise<readonly Exchange[] | undefined> {
  for (const operation of [listingOperation, ...operationStems]) {
    if (silent.includes(operation)) continue;
    const exchange = await ask(operation);
    if (!isUnanswered(exchange) && !isStillShutOut([exchange])) return [exchange];
  }
  return undefined;
}

/** No response, an incomplete or an undecodable one. What was still arriving is inconclusive (ruling 38). */
function isMissing({ failure }: Exchange): boolean {
  return failure !== undefined && !isOfLimits(failure.kind);
}

/** Whether valid requests get what is not the operation's own, or no operation admits the token any more (ruling 46). */
function isStillShutOut(exchanges: readonly Exchange[]): boolean {
  return exchanges.every(
    ({ answer }) => answer !== undefined && (answersElsewhere(answer) || [401, 403].includes(answer.status)),
  );
}
