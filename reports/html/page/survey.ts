import { compareIds } from '../../../journal/compare-ids.ts';
import type { CaseLine, JudgementLine } from '../../../journal/journal-line.ts';
import { journalLines } from '../../../journal/journal-lines.ts';
import type { Operation } from '../../../requirements/requirement.ts';

/** A few of the cases of a requirement on an operation, and how much there was. */
export interface SurveyedCheck {
  /** Exchanges of all its cases. */
  sent: number;
  /** Its first cases, in order, and the first exchanges of each. */
  readonly cases: { readonly id: string; readonly exchanges: readonly string[] }[];
  /** Exchanges of cases, of other checks too, of which answers were held against it. */
  readonly judged: string[];
}

/** What a run did for each check, of a size that does not grow with the run. */
export interface PageSurvey {
  of(requirement: string, operation: Operation): SurveyedCheck;
}

const keptCases = 16;
const keptPlaces = 40;
const keptJudged = 3;

/** The judgements of first cases are enough for examples, and most of a journal is judgements. */
function isSurveyed(start: string): boolean {
  return !start.startsWith('{"type":"judgement"') || /^[^@]*@[^/]*\/1"/.test(start);
}

/** Reads run.ndjson once. What is kept does not depend on the order of its lines. */
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

/** The check that sent a case. It is not always the one whose requirement the case is judged by. */
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

/** Cheaper than the order of ids, and any fixed order will do. */
function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Keeps the first `most` of what is inserted, in order. */
function insert<T>(kept: T[], value: T, most: number, compare: (a: T, b: T) => number): void {
  const last = kept.at(-1);
  if (kept.length >= most && last !== undefined && compare(value, last) >= 0) return;
  const at = kept.findIndex((each) => compare(value, each) < 0);
  kept.splice(at < 0 ? kept.length : at, 0, value);
  if (kept.length > most) kept.pop();
}
