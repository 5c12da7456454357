import { type Check, checkId } from '../session/check.ts';
import measured from './check-work.json' with { type: 'json' };
import { effort } from './effort.ts';

/** About how many requests a new check sends, until it is measured. */
const usual = 25;

/** About how many requests a check sends, as measured on the reference server by `tests/bench/check-work.mjs`. */
export function workOf(check: Pick<Check, 'requirement' | 'operation'>): number {
  const table: Readonly<Record<string, number>> = effort === 'quick' ? measured.quick : measured.standard;
  return table[checkId(check)] ?? usual;
}
