import type { CaseLine } from '../../../journal/case-line.ts';
import { compareIds } from '../../../journal/compare-ids.ts';
import type { JudgementLine } from '../../../journal/journal-line.ts';
import { journalLines } from '../../../journal/journal-lines.ts';
import type { Operation } from '../../../requirements/requirement.ts';

/** Some cases of a requirement on an operation, and how many exchanges there were. */
export interface SurveyedCheck {
  /** The number of exchanges of all its cases. */
  sent: number;
  /** Its first cases, in order, and the first exchanges of each. */
  readonly cases: { readonly id: string; readonly exchanges: readonly string[] }[];
  /** Exchanges of its own and other checks in which an answer was judged for it. */
  readonly judged: string[];
}

/** A summary of what a run did for each check; its size does not grow with the run. */
export interface PageSurvey {
  of(requirement: string, operation: Operation): SurveyedCheck;
}

const keptCases = 16;
const keptPlaces = 40;
const keptJudged = 3;

/** Judgements of first cases suffice as examples, and most lines of a journal are judgements. */
function isSurveyed(start: string): boolean {
  return !start.startsWith('{"type":"judgement"') || /^[^@]*@[^/]*\/1"/.test(start);
}

/** Reads run.ndjson once. The result does not depend on the order of its lines. */
export function surveyRun(folder: string): PageSurvey {
  const checks = new Map<string, SurveyedCheck>();
  const of = (requirement: string, operation: string): SurveyedCheck => {
    const key = `${requirement} ${operation}`;
    const known = checks.get(key);
    if (known !== undefined) return known;
    const made: SurveyedCheck = { sent: 0, cases: [], judged: [] };
    checks.set(key, made);
    return made;
  };
  for (const line of journalLines(folder, isSurveyed)) {
    if (line.type === 'case') takeCase(of(...ownerOf(line.id)), line);
    else if (line.type === 'judgement') takeJudgement(of, line);
  }
  return { of };
}

/** The check that sent a case; the case may also be judged for other requirements. */
function ownerOf(id: string): [requirement: string, operation: string] {
  const [, requirement = '', operation = ''] = /^([^@]*)@([^/]*)/.exec(id) ?? [];
  return [requirement, operation];
}

function takeCase(check: SurveyedCheck, line: CaseLine): void {
  check.sent += line.attempts.length;
  const exchanges = line.attempts.slice(0, keptPlaces).map(({ exchange }) => exchange);
  insert(check.cases, { id: line.id, exchanges }, keptCases, (a, b) => compareIds(a.id, b.id));
}

function takeJudgement(
  of: (requirement: string, operation: string) => SurveyedCheck,
  line: JudgementLine,
): void {
  const [, operation] = ownerOf(line.case);
  const exchange = `${line.case}#1`;
  for (const id of Object.keys(line.judged))
    insert(of(id, operation).judged, exchange, keptJudged, byCodeUnit);
}

/** Faster than ordering ids, and any stable order will do. */
function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Inserts a value in order, and keeps the first `most`. */
function insert<T>(kept: T[], value: T, most: number, compare: (a: T, b: T) => number): void {
  const last = kept.at(-1);
  if (kept.length >= most && last !== undefined && compare(value, last) >= 0) return;
  const at = kept.findIndex((each) => compare(value, each) < 0);
  kept.splice(at < 0 ? kept.length : at, 0, value);
  if (kept.length > most) kept.pop();
}
