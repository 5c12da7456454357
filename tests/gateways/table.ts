import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Outcome } from './row.ts';

/** A row that was measured. */
export interface Told {
  readonly name: string;
  readonly expected: Outcome;
  readonly outcome: Outcome;
}

/** Names the file in which rows are gathered while the tests run. */
export const rowsVariable = 'GATEWAY_ROWS';

export function tell(row: Told): void {
  const file = process.env[rowsVariable];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`);
}

function toldRows(file: string): Told[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Told);
}

/** A markdown table of the rows in this order, as far as they were measured. */
export function table(names: readonly string[], file: string): string {
  const told = toldRows(file);
  const lines = names.flatMap((name) => {
    const row = told.find((each) => each.name === name);
    if (row === undefined) return [];
    return [`| ${name} | ${asText(row.outcome)} |`];
  });
  return ['| gateway and setup | result |', '| --- | --- |', ...lines].join('\n');
}

function asText({ verdict, coverage, failed, warned }: Outcome): string {
  const ids = (some: readonly string[]): string => some.map((id) => `\`${id}\``).join(', ');
  return [
    verdict,
    ...(coverage === 'partial' ? ['not all exercised'] : []),
    ...(failed.length === 0 ? [] : [`failed: ${ids(failed)}`]),
    ...(warned.length === 0 ? [] : [`warning: ${ids(warned)}`]),
  ].join('; ');
}
