import { type Operation, operationStems } from '../../schemas/openapi.ts';
import type { Action, Condition } from '../rows/engine.ts';
import type { ConditionKind } from './condition-kind.ts';
import type { Fault } from './fault.ts';
import { quoteOf } from './quotes.ts';

export const [GT, EX, LU] = ['generate-topology', 'execute-submission', 'list-users'] as const;

/** One fault that is about every operation at once; its id is the key of its row. */
export const everywhere = 'everywhere';

/** How the ids of requirements on an operation begin. */
const prefixes: Readonly<Record<string, string>> = { [GT]: 'GT', [EX]: 'EX', [LU]: 'LU' };

/** In which condition faults show that do not occur always, unless they say another one. */
const timely: Readonly<Partial<Record<Fault['when'], ConditionKind>>> = { sometimes: 'chance', late: 'state', concurrent: 'concurrency' };

type Cell<T> = T | readonly T[];

type More = Partial<Pick<Fault, 'quote' | 'when' | 'only' | 'serving'>> & {
  readonly breaks?: Cell<string>;
  readonly under?: Cell<Condition>;
};

/** What a server does, and how; in which conditions, or what else is other than in the rest of the table. */
export type FaultEntry = readonly [title: string, does: Cell<Action>, more?: Cell<Condition> | More];

type Entries = Readonly<Record<string, FaultEntry>>;

const list = <T>(cell: Cell<T> | undefined): readonly T[] => (cell === undefined ? [] : ([cell].flat() as readonly T[]));

/**
 * Faults that break the same requirements, by id, which begins with the operation. For several operations there is one fault on
 * each, and `@` in a title or requirement stands for it. `under` are conditions of all of them.
 */
export function faults(
  on: Operation | readonly Operation[] | typeof everywhere,
  breaks: Cell<string>,
  ...rest: [entries: Entries] | [under: Cell<Condition>, entries: Entries]
): Fault[] {
  const [under, entries] = rest.length === 1 ? [[], rest[0]] : rest;
  return Object.entries(entries).flatMap(([id, [title, does, given = {}]]) => {
    const more: More = typeof given === 'function' || Array.isArray(given) ? { under: given } : (given as More);
    const row = { does: list(does), under: [...list(under), ...list(more.under)] };
    const { breaks: requirements = breaks, under: _, ...rest } = more;
    const one = (operations: readonly Operation[], name: (text: string) => string): Omit<Fault, 'id'> => {
      const broken = list(requirements).map((each) => each.replace('@', prefixes[operations[0] ?? ''] ?? ''));
      const quote = rest.quote ?? quoteOf(broken[0] ?? '');
      const byTime = timely[rest.when ?? 'always'];
      return { when: 'always', ...(byTime && { only: byTime }), ...rest, ...row, title: name(title), requirements: broken, quote, operations };
    };
    if (on === everywhere) return [{ ...one(operationStems, String), id }];
    return list(on).map((operation) => ({
      ...one([operation], (text) => text.replaceAll('@', operation)),
      id: `${operation}-${id}`,
    }));
  });
}

/** The rows with the words of another requirement than their first. */
export function quoting(requirement: string, rows: readonly Fault[]): Fault[] {
  return rows.map((row) => ({ ...row, quote: quoteOf(requirement) }));
}

/** The rows with a condition in which alone they show, unless a row has one of its own. */
export function showing(only: ConditionKind, rows: readonly Fault[]): Fault[] {
  return rows.map((row) => ({ only, ...row }));
}

/** The rows under one condition more. */
export function only(
  [suffix, clause]: readonly [suffix: string, clause: string],
  condition: Condition,
  changes: Partial<Fault>,
  rows: readonly Fault[],
): Fault[] {
  return rows.map((row) => ({
    ...row,
    ...changes,
    id: `${row.id}-${suffix}`,
    title: `${clause}: ${row.title}`,
    under: [condition, ...(row.under ?? [])],
  }));
}
