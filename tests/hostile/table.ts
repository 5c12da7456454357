import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Behaviour, Costs } from './behaviour.ts';

/** A row of the table: what a run against a target came to. */
export interface TableRow {
  readonly kind: string;
  readonly name: string;
  readonly status: number | null;
  readonly took: Costs;
}

/** Names the file in which rows are gathered while the tests run. */
export const rowsVariable = 'HOSTILE_ROWS';

export function tell(
  kind: string,
  row: Behaviour,
  { status, took }: Pick<TableRow, 'status' | 'took'>,
): void {
  const file = process.env[rowsVariable];
  if (file === undefined) return;
  const line: TableRow = { kind, name: row.name, status, took };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

export function toldRows(file: string): TableRow[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as TableRow);
}
