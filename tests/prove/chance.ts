import { existsSync, readFileSync } from 'node:fs';
import { everyFault } from '../../reference/changes.ts';
import { type ConditionKind, conditionKinds } from '../../reference/faults/condition-kind.ts';
import type { Drawn } from './prove-one.ts';

/** How often a fault that shows only in a condition was condemned by whole runs. */
export interface Chance {
  readonly runs: number;
  readonly killed: number;
  /** What was drawn in the runs that did not condemn it. */
  readonly missed: readonly Drawn[];
}

/** By the id of the fault. */
export interface Chances {
  readonly schemaVersion: 1;
  readonly faults: Readonly<Record<string, Chance>>;
}

/** The chances in a file; none if there is no such file yet. */
export function readChances(path: string): Chances {
  return existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Chances)
    : { schemaVersion: 1, faults: {} };
}

/** With more results in place of older ones, without faults that are gone or always show, sorted by id. */
export function withChances(known: Chances, more: Chances['faults']): Chances {
  const circumstantial = new Set(everyFault.flatMap(({ id, only }) => (only === undefined ? [] : [id])));
  const all = Object.entries({ ...known.faults, ...more })
    .filter(([id]) => circumstantial.has(id))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { schemaVersion: 1, faults: Object.fromEntries(all) };
}

/** The probability that the next run misses it, by the rule of succession: one miss and one kill more than were seen. */
export function probabilityOfMissing({ runs, killed }: Pick<Chance, 'runs' | 'killed'>): number {
  return (runs - killed + 1) / (runs + 2);
}

/** Such as `0 of 3 (20 %)`. */
export function missedWords(chance: Pick<Chance, 'runs' | 'killed'>): string {
  const percent = 100 * probabilityOfMissing(chance);
  return `${chance.runs - chance.killed} of ${chance.runs} (${percent < 1 ? percent.toFixed(1) : Math.round(percent)} %)`;
}

/** The faults of each condition taken together. */
export function chancesByCondition({ faults }: Chances): {
  readonly only: ConditionKind;
  readonly faults: number;
  readonly tried: number;
  readonly runs: number;
  readonly killed: number;
}[] {
  return conditionKinds.map((only) => {
    const of = everyFault.filter((fault) => fault.only === only);
    const tried = of.flatMap(({ id }) => faults[id] ?? []);
    const sum = (count: (chance: Chance) => number): number =>
      tried.reduce((total, chance) => total + count(chance), 0);
    return {
      only,
      faults: of.length,
      tried: tried.length,
      runs: sum(({ runs }) => runs),
      killed: sum(({ killed }) => killed),
    };
  });
}
