import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkId } from '../../engine/check.ts';
import { groupBy } from '../../journal/group-by.ts';
import { readRegular } from '../../journal/open-regular.ts';
import { violationsOf } from '../../json/ajv.ts';
import { readJson } from '../../json/read-json.ts';
import { UsageError } from '../../settings/usage-error.ts';
import comparisonSchema from '../compare/comparison.schema.json' with { type: 'json' };
import type { Comparison } from '../compare/comparison.ts';
import { counted } from '../formats/plain-text.ts';
import { whyUntested } from '../report/gate.ts';
import reportSchema from '../report/report.schema.json' with { type: 'json' };
import { isBroken, isLoud, type Report, type ReportResult, type ResultOutcome } from '../report/report.ts';
import { readReport, reportFile } from '../report/report-file.ts';

/** A run in a history; each is called a night. */
export interface Night {
  /** The name of its results folder. */
  readonly name: string;
  readonly report: Report;
  /** What changed since the night before; null if that is not known. */
  readonly comparison: Comparison | null;
}

/** What changed since the night before, next to the report of a night. */
const comparisonFile = 'comparison.json';

/**
 * The nights in a history folder: every folder in it with a report, the oldest first. They are ordered by the start of
 * their runs.
 * @throws UsageError if the folder cannot be read, or a report in it is not one
 */
export function readNights(history: string): Night[] {
  return foldersIn(history)
    .filter((name) => existsSync(join(history, name, reportFile)))
    .map((name) => ({
      name,
      report: readReport(join(history, name)),
      comparison: comparisonIn(join(history, name, comparisonFile)),
    }))
    .sort((one, other) => {
      const [a, b] = [one.report.run.startedAt, other.report.run.startedAt];
      return a < b ? -1 : Number(a > b);
    });
}

function foldersIn(history: string): string[] {
  try {
    return readdirSync(history, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch {
    throw new UsageError([`${history} cannot be read. Give a folder that contains results folders.`]);
  }
}

/** Null also for a comparison of another version: a trend can be shown without it. */
function comparisonIn(path: string): Comparison | null {
  if (!existsSync(path)) return null;
  const read = readJson(readRegular(path));
  if ('problem' in read || violationsOf(comparisonSchema, read.value, [reportSchema]).length > 0) return null;
  return read.value as Comparison;
}

/** One requirement on one operation over all nights, the oldest first; undefined where the suite did not have it or tested nothing. */
export interface HistoryLine extends Pick<ReportResult, 'requirement' | 'operation' | 'level'> {
  readonly outcomes: readonly (ResultOutcome | undefined)[];
}

/** Consecutive nights with the same outcome, as indexes of the first and the last. */
interface Span {
  readonly outcome: ResultOutcome;
  readonly from: number;
  readonly to: number;
}

/** Every MUST and SHOULD of any night, in the order of the latest report. */
export function historyLines(nights: readonly Night[]): HistoryLine[] {
  const tested = nights.map(({ report }, at) =>
    whyUntested(report) === undefined ? report.results.map((result) => ({ ...result, at })) : [],
  );
  const latestFirst = tested.toReversed().flat();
  const lines = groupBy(
    latestFirst.filter(({ level }) => level !== 'OPEN'),
    checkId,
  );
  return [...lines.values()].map((own) => {
    const [{ requirement, operation, level }] = own;
    const outcomes = new Map(own.map(({ at, outcome }) => [at, outcome]));
    return { requirement, operation, level, outcomes: nights.map((_, at) => outcomes.get(at)) };
  });
}

/** The lines of what was ever broken: what is broken now first, then what was broken last. */
export function brokenLines(nights: readonly Night[]): HistoryLine[] {
  const lastBroken = ({ outcomes }: HistoryLine): number =>
    outcomes.findLastIndex((outcome) => outcome !== undefined && isLoud(outcome));
  return historyLines(nights)
    .filter((line) => lastBroken(line) >= 0)
    .sort((one, other) => lastBroken(other) - lastBroken(one));
}

/** The lines of what was exercised and did not always pass, and how many of the others were never exercised. */
export function unsteadyLines(nights: readonly Night[]): { lines: HistoryLine[]; never: number } {
  const notExercised: HistoryLine['outcomes'] = ['not-exercised', 'inapplicable', undefined];
  const passed: HistoryLine['outcomes'] = ['passed', 'observed', undefined];
  const all = historyLines(nights);
  const exercised = all.filter(({ outcomes }) => outcomes.some((each) => !notExercised.includes(each)));
  const lines = exercised.filter(({ outcomes }) => outcomes.some((each) => !passed.includes(each)));
  return { lines, never: all.length - exercised.length };
}

/**
 * What changed on the last night since the one before on which the target was tested, and when that was; undefined if one of
 * them tested nothing.
 */
export function lastChanges(nights: readonly Night[]): { since: string; text: string } | undefined {
  const isTested = ({ report }: Night): boolean => whyUntested(report) === undefined;
  const at = nights.slice(0, -1).findLastIndex(isTested);
  const [before, last] = [nights[at], nights.at(-1)];
  if (before === undefined || last === undefined || !isTested(last)) return undefined;
  const lines = historyLines(nights);
  const isBrokenAt = ({ outcomes }: HistoryLine, night: number): boolean => {
    const outcome = outcomes.at(night);
    return isBroken(outcome === undefined ? undefined : { outcome });
  };
  const count = (before: boolean, now: boolean): number =>
    lines.filter((line) => isBrokenAt(line, at) === before && isBrokenAt(line, -1) === now).length;
  const text = `${count(false, true)} newly broken, ${count(true, false)} fixed, ${count(true, true)} still broken`;
  return { since: dayOf(before), text };
}

/** A line as spans, without the nights on which the suite did not have the requirement. */
export function spansOf({ outcomes }: HistoryLine): Span[] {
  const spans: { outcome: ResultOutcome; from: number; to: number }[] = [];
  outcomes.forEach((outcome, at) => {
    const last = spans.at(-1);
    if (outcome === undefined) return;
    if (last?.outcome === outcome && last.to === at - 1) last.to = at;
    else spans.push({ outcome, from: at, to: at });
  });
  return spans;
}

/** What is shown of a night: how it ended, and what changed since the night before, if that is known. */
export function nightRow({ report, comparison }: Night) {
  const { target, verdict, coverage, counts } = report;
  const regressions = comparison?.changes.filter(({ regression }) => regression) ?? [];
  return {
    target: target.baseUrl,
    verdict,
    exercised: `${coverage.must.exercised} of ${coverage.must.total}`,
    failed: counts.failed,
    warned: counts.warned,
    changed: comparison?.observations.length,
    regressions: comparison === null ? undefined : regressions.length,
    causes: [...new Set(regressions.map(({ cause }) => cause))].join(', '),
    untested: whyUntested(report),
  };
}

/** Such as `1 night` and `7 nights`. */
export function nightsText({ length }: readonly unknown[]): string {
  return counted(length, 'night');
}

/** The day of a night, as YYYY-MM-DD. */
export function dayOf({ report }: Night): string {
  return report.run.startedAt.slice(0, 10);
}

/** When a requirement was broken, in words such as `failed since 2026-11-20 (3 nights)`. */
export function brokenWhen(line: HistoryLine, nights: readonly Night[]): string {
  return spansOf(line)
    .filter(({ outcome }) => isLoud(outcome))
    .map((span) => spanText(span, nights))
    .join('; ');
}

/** A span in words: its outcome, its days, and how many nights these are. */
export function spanText({ outcome, from, to }: Span, nights: readonly Night[]): string {
  const [first, last] = [nights[from], nights[to]];
  if (first === undefined || last === undefined) return '';
  const many = `(${nightsText(nights.slice(from, to + 1))})`;
  const word = outcome.replace('-', ' ');
  if (to === nights.length - 1) return `${word} since ${dayOf(first)} ${many}`;
  const days = dayOf(first) === dayOf(last) ? dayOf(first) : `${dayOf(first)} to ${dayOf(last)}`;
  return `${word} ${days} ${many}`;
}
