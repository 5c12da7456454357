import { groupBy } from '../../journal/group-by.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Cause, Place } from './causes.ts';
import type { Report } from './report.ts';

/** Requirements that are broken on the same operations. */
interface AlikePlaces {
  readonly requirements: readonly string[];
  readonly operations: readonly Operation[];
}

/** Places by their operations, each in the order of the report. */
export function byOperations(places: readonly Place[]): AlikePlaces[] {
  const groups = groupBy(places, ({ operations }) => operations.join(' '));
  return [...groups.values()].map((alike) => ({
    requirements: alike.map(({ requirement }) => requirement),
    operations: alike[0].operations,
  }));
}

/** What a repair is worth, when those before it are made. */
export function passingText({ passing }: Cause, { results }: Pick<Report, 'results'>, of = 'failed'): string {
  const all = results.filter(({ outcome, waived }) => outcome === of && waived === null).length;
  return `then ${passing} of ${all} ${all === 1 ? 'requirement passes' : 'requirements pass'}, if nothing else is wrong`;
}
