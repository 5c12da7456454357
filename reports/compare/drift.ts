import { compareIds } from '../../journal/compare-ids.ts';
import { blameForSending } from './blame-sending.ts';
import { isExercised } from './blame-unexercised.ts';
import type { RunCircumstances } from './circumstances.ts';
import type { ComparedRun } from './compared-run.ts';
import { type Drift, pairOf } from './comparison.ts';

/** Values that only one of two runs observed, for requirements that both exercised. */
export function driftBetween({ old, new: new_, differences }: RunCircumstances): Drift[] {
  const [before, after] = [valuesOf(old), valuesOf(new_)];
  const unseen = new Set([old, new_].flatMap(unexercised));
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => !unseen.has(key))
    .sort(compareIds)
    .flatMap((key) => {
      const [id = '', operation = ''] = key.split('@');
      const [was, is] = [before.get(key) ?? [], after.get(key) ?? []];
      const gone = was.filter((value) => !is.includes(value));
      const came = is.filter((value) => !was.includes(value));
      if (gone.length + came.length === 0) return [];
      const blame = blameForSending(differences);
      return [{ id, operation: operation as Drift['operation'], gone, came, ...blame }];
    });
}

function valuesOf({ report }: ComparedRun): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const { id, operation, value } of report.observations) {
    const key = pairOf({ requirement: id, operation });
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  return values;
}

function unexercised({ report }: ComparedRun): string[] {
  return report.results.filter((result) => !isExercised(result)).map(pairOf);
}
