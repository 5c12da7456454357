import { type Reason, reasonOf } from '../journal/reason.ts';
import { listingOperation } from '../operations/operations.ts';
import type { Operation } from '../requirements/requirement.ts';
import { defaultBodyMebibytes } from '../settings/settings.ts';
import type { Exchange } from '../wire/exchange.ts';
import { askedDelay, isTurnedAway } from '../wire/retry.ts';
import { keptBytes, keptOfListing, type Large } from './kept-bytes.ts';
import { createShutOuts } from './shut-outs.ts';

/**
 * The limits for a run with a response timeout of `answerMs`. Responses that complete in time cost nothing, however
 * slow; a long soak gets many responses, none of them as large as `large`.
 */
export function patienceFor(answerMs: number, bodyMebibytes = defaultBodyMebibytes) {
  return {
    /** What one response that never completes counts at most. */
    answerMs,
    /** Consecutive unanswered requests, including valid controls. */
    inARow: 4,
    /** Time spent waiting for responses that never completed; overlapping waits count once. */
    lostMs: 10 * answerMs,
    /** The share of the elapsed time that may be lost in addition: a long run sees more rare failures. */
    share: 0.2,
    /** How long a target may turn every request away before unanswered cases end; after twice as long, it is given up. */
    busyMs: 15_000,
    /** How long to wait in all for a target that turns some requests away at any pace, besides the share. */
    waitedMs: 120_000,
    /** The same where the target said how long: behind a limit per minute, a run takes as many minutes as its requests need. */
    askedMs: 1_800_000,
    /** How many patient requests per operation may get no answer before patience ends. */
    inVain: 3,
    /**
     * Total bytes that the journal takes for responses longer than `large`; there may be many small ones. They are all kept,
     * and a disk must have room for those of three operations.
     */
    bytes: bodyMebibytes * 1024 ** 2,
    large: {
      page: { empty: 8 * 1024, perUser: 1024, atMost: 256 * 1024 },
      other: 48 * 1024,
    },
  };
}

function keptOf(operation: Operation, exchange: Exchange, large: Large): number {
  if (operation === listingOperation) return keptOfListing(exchange, large);
  return exchange.answer === undefined ? 0 : keptBytes(exchange.answer, large.other);
}

interface Spent {
  inARow: number;
  readonly lost: Lost;
  readonly waited: Lost;
  readonly asked: Lost;
  bytes: number;
}

/** Time that was lost, in milliseconds; what overlaps counts once. */
class Lost {
  ms = 0;
  private until = Number.NEGATIVE_INFINITY;
  /** Adds what was lost until now. */
  add(ms: number, now: number): void {
    this.ms += Math.max(0, now - Math.max(now - ms, this.until));
    this.until = now;
  }
}

/** What each operation has cost. */
function createSpending(): (operation: Operation) => Spent {
  const operations = new Map<Operation, Spent>();
  return (operation) => {
    const times = { lost: new Lost(), waited: new Lost(), asked: new Lost() };
    const spent = operations.get(operation) ?? { inARow: 0, bytes: 0, ...times };
    operations.set(operation, spent);
    return spent;
  };
}

/** How long a target that turns every request away may ask to be waited for, in milliseconds; a limit per minute takes one. */
const askedAtMostMs = 90_000;

/**
 * How long each operation, and the target as a whole, has turned every request away. What the target has asked to wait does not count.
 * @param now a clock in milliseconds
 */
function createBusyTimes(now: () => number) {
  const since = new Map<Operation | 'all', { readonly first: number; readonly from: number }>();
  const said = new Set<Operation>();
  /** A request was rejected because the target is busy, which may say how long. */
  const rejected = (operation: Operation, askedMs = 0): void => {
    for (const what of [operation, 'all'] as const) {
      const { first, from } = since.get(what) ?? { first: now(), from: now() };
      const isAsked = askedMs > 0 && askedMs <= askedAtMostMs;
      const until = isAsked ? Math.min(now() + askedMs, first + askedAtMostMs) : from;
      since.set(what, { first, from: Math.max(from, until) });
    }
  };
  const left = (what: Operation | 'all'): number => (since.get(what)?.from ?? now()) - now();
  /** A request got another response. */
  const ended = (operation: Operation): void => {
    since.delete(operation);
    since.delete('all');
  };
  return {
    rejected,
    ended,
    /** A request got a response: that the target is busy, or another one. */
    took(operation: Operation, exchange: Exchange): void {
      const isBusy = isTurnedAway(exchange);
      if (isBusy && exchange.answer !== undefined) said.add(operation);
      else said.delete(operation);
      if (isBusy) rejected(operation, askedDelay(exchange));
      else if (exchange.answer !== undefined) ended(operation);
    },
    /** Milliseconds since the first of the requests that the busy target rejected; 0 if the last response was another one. */
    of: (what: Operation | 'all'): number => Math.max(0, -left(what)),
    /** Whether the target has asked to wait longer. */
    isAsked: (operation: Operation): boolean => left(operation) > 0,
    /** Whether the last response of the operation was a "not now", and not a connection that ended or was refused. */
    isSaid: (operation: Operation): boolean => said.has(operation),
  };
}

/** See `createHealth`. */
export type Health = ReturnType<typeof createHealth>;

/**
 * Limits the time and data spent on an operation that hangs or sends endless responses.
 * @param now a clock in milliseconds
 */
export function createHealth(
  patience: ReturnType<typeof patienceFor>,
  now: () => number = () => performance.now(),
) {
  const spentBy = createSpending();
  const shutOuts = createShutOuts();
  const ofInputs = new Set<Operation>();
  const metBusy = new Set<Operation>();
  const inVain = new Map<Operation, number>();
  const busy = createBusyTimes(now);
  const begun = now();
  const lose = (operation: Operation, ms: number): void => spentBy(operation).lost.add(ms, now());
  return {
    shutOuts,
    /** Counts a completed wait before an unanswered request is retried. */
    waited: lose,
    /** Counts a completed wait for a busy target; overlapping waits count once. */
    waitedFor: (operation: Operation, ms: number) =>
      spentBy(operation)[busy.isAsked(operation) ? 'asked' : 'waited'].add(ms, now()),
    /** Whether the target has asked to wait longer. */
    isAsked: busy.isAsked,
    /** A valid request was rejected as one too many, or one that was accepted when sent again: the target is busy, whatever the input. */
    metBusy: (operation: Operation) => void metBusy.add(operation),
    /** Whether that has happened. */
    isBusy: (operation: Operation) => metBusy.has(operation),
    /** Whether a hanging request may be given several times the timeout, which tells a late response from none. */
    hasPatience: (operation: Operation) => (inVain.get(operation) ?? 0) < patience.inVain,
    /** A patient request got no answer. */
    waitedInVain(operation: Operation): void {
      inVain.set(operation, (inVain.get(operation) ?? 0) + 1);
    },
    /** Why no further requests are sent to an operation; undefined if they are. */
    givenUp: (operation: Operation): Reason | undefined =>
      shutOuts.of(operation) ?? costOf(operation, spentBy(operation), { patience, busy, ms: now() - begun }),
    /** Whether only certain inputs of an operation are unanswered, while valid controls are answered. */
    isOfInputs: (operation: Operation) => ofInputs.has(operation),
    /** Records whether an unanswered request was caused by its input: valid controls were answered. */
    lookedInto(operation: Operation, isOfInput: boolean): void {
      if (isOfInput) ofInputs.add(operation);
      else ofInputs.delete(operation);
    },
    /** Whether to keep waiting for a target that turns every request away: it is busy, or starting again. */
    isWaitedFor(operation: Operation): boolean {
      busy.rejected(operation);
      return Math.max(busy.of(operation), busy.of('all')) < patience.busyMs;
    },
    /** A request was answered, or a valid control was. */
    answered(operation: Operation): void {
      busy.ended(operation);
      spentBy(operation).inARow = 0;
    },
    /** Neither a request nor its valid controls were answered. */
    gaveNothing(operation: Operation): void {
      spentBy(operation).inARow += 1;
    },
    /** Counts the cost of a completed exchange. */
    took(operation: Operation, exchange: Exchange): void {
      const { failure, ms } = exchange;
      // Dozens of cases may wait side by side, so the end of one of them may be far away.
      busy.took(operation, exchange);
      shutOuts.took(operation, exchange);
      spentBy(operation).bytes += keptOf(operation, exchange, patience.large);
      // Nothing was lost where the connection was not taken; waits for that are counted by themselves.
      if (failure !== undefined && failure.kind !== 'refused')
        lose(operation, Math.min(ms, patience.answerMs));
    },
  };
}

/** The reason to give an operation up for what it has cost, if there is one. */
function costOf(
  operation: Operation,
  { inARow, lost, waited, asked, bytes }: Spent,
  so: {
    readonly patience: ReturnType<typeof patienceFor>;
    readonly busy: ReturnType<typeof createBusyTimes>;
    /** How long the run has taken so far. */
    readonly ms: number;
  },
): Reason | undefined {
  const { patience, busy, ms } = so;
  const share = patience.share * ms;
  const isBusy =
    busy.of(operation) >= 2 * patience.busyMs ||
    waited.ms >= patience.waitedMs + share ||
    asked.ms >= patience.askedMs;
  if (isBusy || inARow >= patience.inARow)
    return reasonOf(busy.isSaid(operation) ? 'stayed-busy' : 'stopped-answering', operation);
  if (lost.ms >= patience.lostMs + share)
    return reasonOf('time-lost', operation, Math.round(lost.ms / 1_000));
  if (bytes >= patience.bytes) return reasonOf('too-much-data', operation, Math.round(bytes / 1024 ** 2));
  return undefined;
}

/** No further requests are sent to the operation; the check that sent one is inconclusive. */
export class OperationGivenUp extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(reason.text);
    this.reason = reason;
    this.name = 'OperationGivenUp';
  }
}
