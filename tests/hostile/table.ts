import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type Behaviour, defaultMegabytes, defaultSeconds } from './behaviour.ts';
import type { Measured } from './measured-run.ts';

/** A row of the table: what was allowed, and what a run against it came to. */
export interface TableRow {
  readonly kind: string;
  readonly name: string;
  readonly status: number | null;
  readonly seconds: number;
  readonly megabytes: number;
  readonly bounds: { readonly seconds: number; readonly megabytes: number };
}

/** Names the file in which rows are gathered while the tests run. */
export const rowsVariable = 'HOSTILE_ROWS';

export function tell(kind: string, row: Behaviour, { status, seconds, megabytes }: Measured): void {
  const file = process.env[rowsVariable];
  if (file === undefined) return;
  const bounds = { seconds: row.seconds ?? defaultSeconds, megabytes: row.megabytes ?? defaultMegabytes };
  const line: TableRow = { kind, name: row.name, status, seconds, megabytes, bounds };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

export function toldRows(file: string): TableRow[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as TableRow);
}
