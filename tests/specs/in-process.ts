import type { Check } from '../../engine/check.ts';
import { wallClock } from '../../engine/clock.ts';
import { type CheckResult, runCheck } from '../../engine/run-check.ts';
import type { CaseLine } from '../../journal/case-line.ts';
import { type CountedCircumstances, countedOnce, mergeCircumstances } from '../../journal/circumstances.ts';
import type { Finding } from '../../journal/finding.ts';
import type { MemoryJournal } from '../../journal/journal.ts';
import type { JudgementLine } from '../../journal/journal-line.ts';
import { judgedIds } from '../../journal/judgement.ts';
import { levelOf } from '../../profiles/profile.ts';
import { type ReferenceOptions, startReference } from '../../reference/start.ts';
import { requirement } from '../../requirements/catalogue.ts';
import type { Level } from '../../requirements/requirement.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { allChecks } from '../../specs/all.ts';
import { inSession } from '../prove/in-session.ts';

export interface Conducted {
  readonly journal: MemoryJournal;
  readonly results: ReadonlyMap<Check, CheckResult>;
}

/**
 * Conducts checks one after the other, in this process, against a reference server of its own that ends with them. Time stands
 * still for them, as a busy machine would end a search before it has found the smallest failure.
 */
export async function conductInProcess(
  options: ReferenceOptions = {},
  more: Readonly<Record<string, string>> = {},
  checks: readonly Check[] = allChecks,
): Promise<Conducted> {
  const server = await startReference(options);
  try {
    const settings = { CONFORMANCE_NONCE: 'in-process', TARGET_PROFILE: 'document', ...more };
    return await inSession(server, { settings }, async ({ session, journal }) => {
      const results = new Map<Check, CheckResult>();
      const timeless = { ...session, clock: { ...wallClock, now: () => 0 } };
      for (const check of checks) results.set(check, await runCheck(timeless, check));
      return { journal, results };
    });
  } finally {
    await server.close();
  }
}

export function judgements({ journal }: Conducted): JudgementLine[] {
  return journal.lines.filter((line): line is JudgementLine => line.type === 'judgement');
}

export function cases({ journal }: Pick<Conducted, 'journal'>): Map<string, CaseLine> {
  const lines = journal.lines.filter((line): line is CaseLine => line.type === 'case');
  return new Map(lines.map((line) => [line.id, line]));
}

/** Findings at these levels, each told in a line. */
export function findingsAt(conducted: Conducted, levels: readonly Level[]): string[] {
  const profile = loadProfile('document');
  const isAt = ({ requirement: id, operation }: Finding): boolean =>
    levels.includes(levelOf(profile, requirement(id), operation));
  return judgements(conducted).flatMap(({ case: id, findings }) =>
    findings
      .filter(isAt)
      .map((finding) => `${id} ${finding.requirement}: ${finding.message}; actual ${finding.actual}`),
  );
}

/** For each requirement and operation, `id@operation`: the circumstances of the cases with a judged answer. */
export function circumstancesOf(conducted: Conducted): Map<string, CountedCircumstances> {
  const byId = cases(conducted);
  const seen = new Map<string, CountedCircumstances>();
  for (const judgement of judgements(conducted)) {
    const line = byId.get(judgement.case);
    if (line === undefined) throw new Error(`There is no case ${judgement.case}.`);
    for (const id of judgedIds(judgement)) {
      const key = `${id}@${line.operation}`;
      const counted = seen.get(key) ?? {};
      seen.set(key, counted);
      mergeCircumstances(counted, countedOnce(line.circumstances ?? {}));
    }
  }
  return seen;
}

/** For each requirement and operation, `id@operation`, how many answers were held against it. */
export function judgedAnswers(conducted: Conducted): Map<string, number> {
  const of = cases(conducted);
  const sums = new Map<string, number>();
  for (const { case: id, judged } of judgements(conducted)) {
    const operation = of.get(id)?.operation;
    for (const [each, count] of Object.entries(judged)) {
      const key = `${each}@${operation}`;
      sums.set(key, (sums.get(key) ?? 0) + count);
    }
  }
  return sums;
}
