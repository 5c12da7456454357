import { definitionOf } from '../../operations/operations.ts';
import { operationStems } from '../../schemas/openapi.ts';
import type { Report } from '../report/report.ts';
import { blameForSending } from './blame-sending.ts';
import { changesBetween } from './changes.ts';
import type { RunCircumstances } from './circumstances.ts';
import type { ComparedRun } from './compared-run.ts';
import { type Comparison, comparisonSchemaVersion, type PaceChange, type RunSummary } from './comparison.ts';
import { differencesOf } from './differences.ts';
import { driftBetween } from './drift.ts';
import { differs } from './pace.ts';

/**
 * What changed between two runs, and the most likely cause.
 * @param strict whether a broken or lost SHOULD is a regression too
 */
export function compareRuns(old: ComparedRun, new_: ComparedRun, strict = false): Comparison {
  const circumstances: RunCircumstances = { old, new: new_, differences: differencesOf(old, new_) };
  const changes = changesBetween(circumstances, strict);
  return {
    schemaVersion: comparisonSchemaVersion,
    old: summaryOf(old.report),
    new: summaryOf(new_.report),
    strict,
    regression: changes.some(({ regression }) => regression),
    differences: circumstances.differences,
    changes,
    observations: driftBetween(circumstances),
    timing: timingBetween(circumstances),
  };
}

function summaryOf({ suite, document, profile, target, run, verdict, coverage }: Report): RunSummary {
  return { suite, document, profile, target, run, verdict, coverage };
}

/** Never a regression by itself, because the network takes time too. */
function timingBetween({ old, new: new_, differences }: RunCircumstances): PaceChange[] | null {
  if (old.pace === undefined || new_.pace === undefined) return null;
  return operationStems.flatMap((operation) => {
    const [before, after] = [old.pace?.get(operation), new_.pace?.get(operation)];
    if (before === undefined || after === undefined || !differs(before, after)) return [];
    const { cause, because } = blameForSending(differences, definitionOf(operation).paceDependsOn);
    const way = 'The machine that ran the suite or the network may also be the cause.';
    return [{ operation, old: before, new: after, cause, because: [...because, way] }];
  });
}
