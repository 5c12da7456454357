import type { Operation } from '../requirements/requirement.ts';
import type { CaseLine } from './case-line.ts';
import { attemptsAt, type InputKind, inputKey, inputKindOf } from './input-kind.ts';
import type { SumLine } from './sum-line.ts';

/** How often each kind of input was sent on each operation. */
export interface AttemptCounts {
  /** Adds the requests of a case. */
  takeCase(line: CaseLine): void;
  /** Adds those of cases that were summed up. */
  takeSum(line: Pick<SumLine, 'operation' | 'attempts'>): void;
  of(operation: Operation, input: InputKind): number;
  /** Whether nothing was counted, as in journals of earlier versions that hold only sums. */
  isEmpty(): boolean;
  /** Those of an operation, by the key of their kind. */
  byKey(operation: Operation): Readonly<Record<string, number>>;
}

export function createAttemptCounts(): AttemptCounts {
  const counts = new Map<Operation, Map<string, number>>();
  const add = (operation: Operation, key: string, count: number): void => {
    const own = counts.get(operation) ?? new Map<string, number>();
    counts.set(operation, own);
    own.set(key, (own.get(key) ?? 0) + count);
  };
  return {
    takeCase: (line) => add(line.operation, inputKey(inputKindOf(line)), attemptsAt(line)),
    takeSum({ operation, attempts = {} }) {
      for (const [key, count] of Object.entries(attempts)) add(operation, key, count);
    },
    of: (operation, input) => counts.get(operation)?.get(inputKey(input)) ?? 0,
    isEmpty: () => counts.size === 0,
    byKey: (operation) => Object.fromEntries(counts.get(operation) ?? []),
  };
}
