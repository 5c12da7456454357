import { type Reason, reasonOf } from '../journal/reason.ts';
import { listingOperation } from '../operations/operations.ts';
import type { Operation } from '../requirements/requirement.ts';
import { defaultBodyMebibytes } from '../settings/settings.ts';
import type { Exchange } from '../wire/exchange.ts';
import { createBusyTimes } from './busy-times.ts';
import { keptBytes, keptOfListing, type Large } from './kept-bytes.ts';
import { createShutOuts, type ShutOuts } from './shut-outs.ts';

/** Limits the time and data spent on an operation that hangs or sends endless responses. */
export interface Health {
  readonly shutOuts: ShutOuts;
  /** Why no further requests are sent to an operation; undefined if they are. */
  givenUp(operation: Operation): Reason | undefined;
  /** Whether to keep waiting for a target that turns every request away: it is busy, or starting again. */
  isWaitedFor(operation: Operation): boolean;
  /** Counts a completed wait for a busy target; overlapping waits count once. */
  waitedFor(operation: Operation, ms: number): void;
  /** A valid request was turned away, or one that was not when it was sent again: the target is busy, whatever the input. */
  metBusy(operation: Operation): void;
  /** Whether that has happened. */
  isBusy(operation: Operation): boolean;
  /** A request was answered, or a valid control was. */
  answered(operation: Operation): void;
  /** Whether only certain inputs of an operation are unanswered, while valid controls are answered. */
  isOfInputs(operation: Operation): boolean;
  /** Records whether an unanswered request was caused by its input: valid controls were answered. */
  lookedInto(operation: Operation, isOfInput: boolean): void;
  /** Neither a request nor its valid controls were answered. */
  gaveNothing(operation: Operation): void;
  /** Counts the cost of a completed exchange. */
  took(operation: Operation, exchange: Exchange): void;
  /** Counts a completed wait before an unanswered request is retried. */
  waited(operation: Operation, ms: number): void;
  /** Whether a hanging request may be given several times the timeout, which tells a late response from none. */
  hasPatience(operation: Operation): boolean;
  /** A patient request got no answer. */
  waitedInVain(operation: Operation): void;
}

/** What an operation may cost before no further requests are sent. */
export interface Patience {
  /** What one response that never completes counts at most. */
  readonly answerMs: number;
  /** Consecutive unanswered requests, including valid controls. */
  readonly inARow: number;
  /** Time spent waiting for responses that never completed; overlapping waits count once. */
  readonly lostMs: number;
  /** The share of the elapsed time that may be lost in addition: a long run sees more rare failures. */
  readonly share: number;
  /** How long a target may turn every request away before unanswered cases end; after twice as long, it is given up. */
  readonly busyMs: number;
  /** How long to wait in all for a target that turns some requests away at any pace, besides the share. */
  readonly waitedMs: number;
  /** How many patient requests per operation may get no answer before patience ends. */
  readonly inVain: number;
  /**
   * Total bytes that the journal takes for responses longer than `large`; there may be many small ones. They are all kept,
   * and a disk must have room for those of three operations.
   */
  readonly bytes: number;
  readonly large: Large;
}

/**
 * The limits for a run with a response timeout of `answerMs`. Responses that complete in time cost nothing, however
 * slow; a long soak gets many responses, none of them as large as `large`.
 */
export function patienceFor(answerMs: number, bodyMebibytes = defaultBodyMebibytes): Patience {
  return {
    answerMs,
    inARow: 4,
    lostMs: 10 * answerMs,
    share: 0.2,
    busyMs: 15_000,
    waitedMs: 120_000,
    inVain: 3,
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
  bytes: number;
}

/** Time that was lost, in milliseconds; what overlaps counts once. */
interface Lost {
  ms: number;
  until: number;
}

/** What each operation has cost. */
function createSpending(): (operation: Operation) => Spent {
  const operations = new Map<Operation, Spent>();
  return (operation) => {
    const nothing = (): Lost => ({ ms: 0, until: Number.NEGATIVE_INFINITY });
    const spent = operations.get(operation) ?? { inARow: 0, lost: nothing(), waited: nothing(), bytes: 0 };
    operations.set(operation, spent);
    return spent;
  };
}

/** Adds what was lost or waited until now to what an operation has cost. */
function losing(spentBy: (operation: Operation) => Spent, now: () => number) {
  return (what: 'lost' | 'waited') =>
    (operation: Operation, ms: number): void => {
      const spent = spentBy(operation)[what];
      const ended = now();
      spent.ms += Math.max(0, ended - Math.max(ended - ms, spent.until));
      spent.until = ended;
    };
}

/** @param now a clock in milliseconds */
export function createHealth(patience: Patience, now: () => number = () => performance.now()): Health {
  const spentBy = createSpending();
  const shutOuts = createShutOuts();
  const ofInputs = new Set<Operation>();
  const metBusy = new Set<Operation>();
  const inVain = new Map<Operation, number>();
  const busy = createBusyTimes(now);
  const begun = now();
  const loseAs = losing(spentBy, now);
  const lose = loseAs('lost');
  return {
    shutOuts,
    waited: lose,
    waitedFor: loseAs('waited'),
    metBusy: (operation) => void metBusy.add(operation),
    isBusy: (operation) => metBusy.has(operation),
    hasPatience: (operation) => (inVain.get(operation) ?? 0) < patience.inVain,
    waitedInVain(operation) {
      inVain.set(operation, (inVain.get(operation) ?? 0) + 1);
    },
    givenUp(operation) {
      const shutOut = shutOuts.of(operation);
      if (shutOut !== undefined) return shutOut;
      const { inARow, lost, waited, bytes } = spentBy(operation);
      const share = patience.share * (now() - begun);
      const isBusy = busy.of(operation) >= 2 * patience.busyMs || waited.ms >= patience.waitedMs + share;
      if (isBusy || inARow >= patience.inARow)
        return reasonOf(busy.isSaid(operation) ? 'stayed-busy' : 'stopped-answering', operation);
      if (lost.ms >= patience.lostMs + share)
        return reasonOf('time-lost', operation, Math.round(lost.ms / 1_000));
      if (bytes >= patience.bytes) return reasonOf('too-much-data', operation, Math.round(bytes / 1024 ** 2));
      return undefined;
    },
    isOfInputs: (operation) => ofInputs.has(operation),
    lookedInto(operation, isOfInput) {
      if (isOfInput) ofInputs.add(operation);
      else ofInputs.delete(operation);
    },
    isWaitedFor(operation) {
      busy.rejected(operation);
      return Math.max(busy.of(operation), busy.ofAll()) < patience.busyMs;
    },
    answered(operation) {
      busy.ended(operation);
      spentBy(operation).inARow = 0;
    },
    gaveNothing(operation) {
      spentBy(operation).inARow += 1;
    },
    took(operation, exchange) {
      const { failure, ms } = exchange;
      // Dozens of cases may wait side by side, so the end of one of them may be far away.
      busy.took(operation, exchange);
      shutOuts.took(operation, exchange);
      const spent = spentBy(operation);
      spent.bytes += keptOf(operation, exchange, patience.large);
      // Nothing was lost where the connection was not taken; waits for that are counted by themselves.
      if (failure !== undefined && failure.kind !== 'refused')
        lose(operation, Math.min(ms, patience.answerMs));
    },
  };
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
