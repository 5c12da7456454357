import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Reason, reasonOf } from '../journal/reason.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { Exchange } from '../wire/exchange.ts';

/** Keeps an operation that never answers, never ends or never stops from being asked for ever. */
export interface Health {
  /** Why an operation gets no further requests; undefined while it does. */
  givenUp(operation: Operation): Reason | undefined;
  /** Whether a target that turns everybody away is still waited for. */
  isWaitedFor(operation: Operation): boolean;
  /** A request got its answer, or a good one beside it did. */
  answered(operation: Operation): void;
  /** Whether unanswered of an operation has shown to be that of single inputs, while good requests beside them were answered. */
  isOfInputs(operation: Operation): boolean;
  /** A request stayed without an answer while good requests beside it were answered, or it was not so. */
  lookedInto(operation: Operation, isOfInput: boolean): void;
  /** Neither a request nor the good ones beside it got an answer. */
  gaveNothing(operation: Operation): void;
  /** Counts what an exchange that has just ended cost. */
  took(operation: Operation, exchange: Exchange): void;
  /** Counts a wait, which has just ended, before a request without an answer goes out again. */
  waited(operation: Operation, ms: number): void;
}

/** What an operation may waste in one process before it is not asked any more. */
export interface Patience {
  /** Requests in a row that got no answer, the good ones beside them included. */
  readonly inARow: number;
  /** Time in which answers were waited for that did not arrive whole, side by side counted once. */
  readonly lostMs: number;
  /** So much of the time since the beginning may be lost beyond that: a long run meets more of what is rare. */
  readonly share: number;
  /** So long a target that turns everybody away may do so. */
  readonly busyMs: number;
  /** Bytes of its large answers together, as far as they are beyond what `large` says; small ones may be many. */
  readonly bytes: number;
  readonly large: number;
}

/**
 * The patience of a run in which one answer may take `answerMs`. Every answer that arrives whole within the bound costs
 * none of the time, however slow it is; a long soak gets many answers, and none of them is as long as `large`.
 */
export function patienceFor(answerMs: number): Patience {
  return {
    inARow: 4,
    lostMs: 10 * answerMs,
    share: 0.2,
    busyMs: 15_000,
    bytes: 2 * 1024 ** 3,
    large: 256 * 1024,
  };
}

interface Spent {
  inARow: number;
  lostMs: number;
  lostUntil: number;
  bytes: number;
}

/**
 * @param folder the run's own place for what must outlive a worker: a finding restarts one, and what was lost stays lost
 * @param now a clock in milliseconds
 */
export function createHealth(
  patience: Patience,
  folder?: string,
  now: () => number = () => performance.now(),
): Health {
  const operations = new Map<Operation, Spent>();
  const ofInputs = new Set<Operation>();
  /** When an operation began to turn everybody away. */
  const busySince = new Map<Operation, number>();
  const begun = now();
  const spentBy = (operation: Operation): Spent => {
    const known = operations.get(operation);
    if (known !== undefined) return known;
    const lostMs = folder === undefined ? 0 : readLost(folder, operation);
    const fresh = { inARow: 0, lostMs, lostUntil: Number.NEGATIVE_INFINITY, bytes: 0 };
    operations.set(operation, fresh);
    return fresh;
  };
  const lose = (operation: Operation, ms: number): void => {
    const spent = spentBy(operation);
    const ended = now();
    spent.lostMs += Math.max(0, ended - Math.max(ended - ms, spent.lostUntil));
    spent.lostUntil = ended;
    if (folder !== undefined) writeLost(folder, operation, spent.lostMs);
  };
  return {
    waited: lose,
    givenUp(operation) {
      const { inARow, lostMs, bytes } = spentBy(operation);
      if (inARow >= patience.inARow) return reasonOf('stopped-answering', operation);
      if (lostMs >= patience.lostMs + patience.share * (now() - begun))
        return reasonOf('time-lost', operation, Math.round(lostMs / 1_000));
      if (bytes >= patience.bytes) return reasonOf('too-much-data', operation, Math.round(bytes / 1024 ** 2));
      return undefined;
    },
    isOfInputs: (operation) => ofInputs.has(operation),
    lookedInto(operation, isOfInput) {
      if (isOfInput) ofInputs.add(operation);
      else ofInputs.delete(operation);
    },
    isWaitedFor(operation) {
      const since = busySince.get(operation) ?? now();
      busySince.set(operation, since);
      return now() - since < patience.busyMs;
    },
    answered(operation) {
      busySince.delete(operation);
      spentBy(operation).inARow = 0;
    },
    gaveNothing(operation) {
      spentBy(operation).inARow += 1;
    },
    took(operation, { answer, failure, ms }) {
      spentBy(operation).bytes += Math.max(0, (answer?.body.length ?? 0) - patience.large);
      if (failure !== undefined) lose(operation, ms);
    },
  };
}

function fileOf(folder: string, operation: Operation): string {
  return join(folder, `lost-${operation}`);
}

function readLost(folder: string, operation: Operation): number {
  const path = fileOf(folder, operation);
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
}

/** Only one worker owns an operation at a time, so that nothing is overwritten. */
function writeLost(folder: string, operation: Operation, ms: number): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(folder, operation), String(Math.round(ms)));
}

/** The operation gets no further requests; the check that asked is inconclusive. */
export class OperationGivenUp extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(reason.text);
    this.reason = reason;
    this.name = 'OperationGivenUp';
  }
}
