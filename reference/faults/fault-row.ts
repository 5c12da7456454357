import type { Operation } from '../operation.ts';
import type { Change, Fault } from './fault.ts';
import { quoteOf } from './quotes.ts';

/** A fault as a row of a table. By default it occurs always and quotes the words of its first requirement. */
export type FaultRow = Omit<Fault, 'operations' | 'quote' | 'when'> & Partial<Pick<Fault, 'quote' | 'when'>>;

export function faultOf(operations: readonly Operation[], row: FaultRow): Fault {
  const [first = ''] = row.requirements;
  return { when: 'always', ...row, quote: row.quote ?? quoteOf(first), operations };
}

/** The faults of a table about one operation; the ids of its rows omit the operation. */
export function faultsOf(operation: Operation, rows: readonly FaultRow[]): Fault[] {
  return rows.map((row) => faultOf([operation], { ...row, id: `${operation}-${row.id}` }));
}

/** Rows that break the same requirements, by id. */
export function breaking(requirements: readonly string[], rows: Readonly<Record<string, readonly [title: string, apply: Change]>>): FaultRow[] {
  return Object.entries(rows).map(([id, [title, apply]]) => ({ id, title, requirements, apply }));
}

/** The rows with the words of another requirement than their first. */
export function quoting(requirement: string, rows: readonly FaultRow[]): FaultRow[] {
  return rows.map((row) => ({ ...row, quote: quoteOf(requirement) }));
}
