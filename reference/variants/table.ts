import { type Operation, operationStems } from '../../schemas/openapi.ts';
import type { Action, Condition } from '../rows/engine.ts';
import type { Variant } from './variant.ts';

export const [GT, EX, LU] = ['generate-topology', 'execute-submission', 'list-users'] as const;
export const everyOperation = operationStems;

type Cell<T> = T | readonly T[];

type More = Partial<Pick<Variant, 'quote' | 'warns' | 'serving' | 'order' | 'http'>> & {
  readonly on?: Cell<Operation>;
  readonly under?: Cell<Condition>;
};

/** What a server does, and how; in which conditions, or what else is other than in the rest of the table. */
export type VariantEntry = readonly [title: string, does: Cell<Action>, more?: Cell<Condition> | More];

const list = <T>(cell: Cell<T> | undefined): readonly T[] => (cell === undefined ? [] : ([cell].flat() as readonly T[]));

/** Variants that the same words leave open, by id; each is one server, whose row is about all of these operations. */
export function variants(on: Cell<Operation>, quote: string, entries: Readonly<Record<string, VariantEntry>>): Variant[] {
  return Object.entries(entries).map(([id, [title, does, given = {}]]) => {
    const more: More = typeof given === 'function' || Array.isArray(given) ? { under: given } : (given as More);
    const { on: own = on, under, ...rest } = more;
    return { id, title, quote, ...rest, operations: list(own), under: list(under), does: list(does) };
  });
}
