import type { Operation } from '../operation.ts';
import type { Fault } from './fault.ts';

/** A fault of one operation as a row of a table; its id omits the operation. */
export interface FaultRow extends Omit<Fault, 'operations' | 'when'> {
  readonly when?: Fault['when'];
}

/** The clause that a fault breaks: its requirements, and the quote from interface.md. */
export type BrokenClause = Pick<Fault, 'requirements' | 'quote'>;

/** The faults of a table; `always` is the default. */
export function faultsOf(operation: Operation, rows: readonly FaultRow[]): Fault[] {
  return rows.map((row) => ({
    when: 'always',
    ...row,
    id: `${operation}-${row.id}`,
    operations: [operation],
  }));
}
