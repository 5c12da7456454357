import { type AttemptCounts, createAttemptCounts } from '../../journal/attempt-counts.ts';
import type { CaseLine } from '../../journal/case-line.ts';
import { eachExchange } from '../../journal/exchanges.ts';
import { journalLines } from '../../journal/journal-lines.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { caseIdOf } from '../replay/evidence.ts';
import type { ComparedPace } from './comparison.ts';
import { pairOf } from './comparison.ts';
import { createDurations, type Durations } from './pace.ts';

/** How often a broken requirement showed when the same request was sent repeatedly. */
export interface Sendings {
  shown: number;
  sent: number;
}

/** What a journal says beyond the report. */
export interface Survey {
  readonly only: string | null;
  readonly facts: TargetFacts | undefined;
  /** By check: the version of its judge, and its number of cases. */
  readonly checks: ReadonlyMap<string, { readonly judge: number; cases: number }>;
  /** By requirement and operation, over cases that showed a finding and were repeated to confirm it. */
  readonly sendings: ReadonlyMap<string, Sendings>;
  readonly attempts: Pick<AttemptCounts, 'of' | 'isEmpty'>;
}

/** Reads a journal line by line, twice, because its lines may be in any order. */
export function surveyJournal(folder: string): Survey {
  let only: string | null = null;
  let facts: TargetFacts | undefined;
  const checks = new Map<string, { judge: number; cases: number }>();
  const repeated = new Map<string, CaseLine>();
  const attempts = createAttemptCounts();
  for (const line of journalLines(folder)) {
    if (line.type === 'run') only = line.run.only;
    else if (line.type === 'preflight') facts = line.facts;
    else if (line.type === 'case') {
      const check = checkIdOf(line.id);
      const known = checks.get(check);
      if (known === undefined) checks.set(check, { judge: line.judge, cases: 1 });
      else known.cases += 1;
      attempts.takeCase(line);
      if (line.attempts.some(({ role }) => role === 'repeat')) repeated.set(line.id, line);
    } else if (line.type === 'sum') attempts.takeSum(line);
  }
  return { only, facts, checks, sendings: sendingsOf(folder, repeated), attempts };
}

function sendingsOf(folder: string, repeated: ReadonlyMap<string, CaseLine>): Map<string, Sendings> {
  const sendings = new Map<string, Sendings>();
  if (repeated.size === 0) return sendings;
  for (const line of journalLines(folder)) {
    const record = line.type === 'judgement' ? repeated.get(line.case) : undefined;
    if (line.type !== 'judgement' || record === undefined) continue;
    for (const pair of new Set(line.findings.map(pairOf))) {
      const affected = new Set(
        line.findings.filter((each) => pairOf(each) === pair).flatMap(({ exchanges }) => exchanges),
      );
      const { shown, sent } = countSendings(record, affected);
      // The finding is not about the request that was sent again, but about a control.
      if (shown === 0) continue;
      const sum = sendings.get(pair) ?? { shown: 0, sent: 0 };
      sendings.set(pair, { shown: sum.shown + shown, sent: sum.sent + sent });
    }
  }
  return sendings;
}

/** Attempts of one request share their ordinal; only the final one is judged. */
function countSendings({ attempts }: CaseLine, affected: ReadonlySet<string>): Sendings {
  const ordinals = new Set(
    attempts.filter(({ role }) => role === 'probe' || role === 'repeat').map(({ ordinal }) => ordinal),
  );
  const shown = [...ordinals].filter((ordinal) =>
    attempts.some((place) => place.ordinal === ordinal && affected.has(place.exchange)),
  );
  return { shown: shown.length, sent: ordinals.size };
}

/** The name of the check, from the id of a case. */
export function checkIdOf(caseId: string): string {
  return caseId.slice(0, Math.max(0, caseId.lastIndexOf('/')));
}

/** Durations of complete answers by operation, without preflight and transport failures. */
export function surveyPace(folder: string): Map<Operation, ComparedPace> {
  const durations = new Map<Operation, Durations>();
  for (const { id, answer, failure, ms } of eachExchange(folder)) {
    const operation = /@([a-z-]+)\//.exec(caseIdOf(id))?.[1] as Operation | undefined;
    if (operation === undefined || id.startsWith('preflight@')) continue;
    if (answer === undefined || failure !== undefined) continue;
    const known = durations.get(operation) ?? createDurations();
    durations.set(operation, known);
    known.add(ms);
  }
  return new Map([...durations].map(([operation, each]) => [operation, each.pace()]));
}
