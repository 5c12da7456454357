import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJournal, type RunJournal } from '../../journal/run-journal.ts';
import { judgeAgain } from '../../reports/replay/judge-again.ts';
import type { Report } from '../../reports/report/report.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import outcomes from './run-canton-3.5/outcomes.json' with { type: 'json' };

/** Cases that the profile judged wrongly when the run was recorded, by check. */
const correctedSince = {
  'EX-OPEN-DEDUP-DIGITS@execute-submission': 4,
  // Null among the elements of an array belongs to another requirement since ruling 47.
  'EX-OPEN-NULL-OPTIONAL@execute-submission': 1,
  'EX-OPEN-SIGNATURE-FIELDS@execute-submission': 1,
  'EX-PS-PARTY-SIGNATURES@execute-submission': 4,
  'EX-REQ-SUBMISSIONID-LEDGERSTRING@execute-submission': 12,
  'GT-OPEN-HINT@generate-topology': 3,
  'HTTP-STABLE@execute-submission': 8,
  'LU-OPEN-PAGESIZE-BAD@list-users': 4,
};

/** Requirements with findings, and the checks whose exchanges show them. */
function foundIn({ results }: Report): Record<string, string[]> {
  const found = results.filter(({ findings }) => findings.length > 0);
  return Object.fromEntries(
    found.map(({ requirement, findings }) => [
      requirement,
      [...new Set(findings.flatMap(({ exchanges }) => exchanges.map((id) => id.split('@')[0] ?? id)))].sort(),
    ]),
  );
}

function countedByCheck(cases: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const id of cases) {
    const check = id.split('/')[0] ?? id;
    counts[check] = (counts[check] ?? 0) + 1;
  }
  return counts;
}

/** A whole run of an early version of the suite against the known implementation. */
describe('an early results folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-early-'));
  let journal: RunJournal;
  beforeAll(() => {
    for (const name of ['run.ndjson', 'exchanges.ndjson']) {
      const zipped = readFileSync(new URL(`run-canton-3.5/${name}.gz`, import.meta.url));
      writeFileSync(join(folder, name), gunzipSync(zipped));
    }
    journal = readJournal(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is read whole, and every case has a kind', () => {
    expect(journal.problems).toEqual([]);
    expect(journal.problems).toEqual([]);
    expect(journal.cases).toHaveLength(7_210);
    expect(journal.cases.filter(({ kind }) => typeof kind !== 'string' || kind === '')).toEqual([]);
    const pages = journal.cases.flatMap(({ attempts }) => attempts.filter(({ role }) => role === 'page'));
    expect(pages.length).toBeGreaterThan(300);
    expect(new Set(pages.map(({ page }) => page?.chain.kind))).toEqual(
      new Set(['before', 'after', 'walk', 'api-key', 'token-first', 'empty-token', 'interleaved']),
    );
  });

  it.each(['canton-3.5', 'document'] as const)('is judged as it was under the profile %s', (profile) => {
    const options = { strict: false, requireAll: false };
    const { aggregated, differing, notJudged } = judgeAgain(journal, { ...options, profile: loadProfile(profile) });
    expect(notJudged).toEqual([]);
    if (profile === journal.header.profile) {
      expect(countedByCheck(differing)).toEqual(correctedSince);
      // A stack trace in the cause is a real defect of the release; nothing else is found.
      expect(foundIn(aggregated.report)).toEqual({
        'HTTP-STABLE': ['GT-REQ-KEYDATA-NONEMPTY'],
        'ERR-NO-LEAK': ['GT-OPEN-FORMAT-UNKNOWN', 'GT-OPEN-KEY-MISFIT'],
      });
    }
    const results: Record<string, string[]> = {};
    for (const { requirement, operation, outcome, answersJudged } of aggregated.report.results) {
      // The run knows nothing of requirements that came later.
      if (outcome === 'not-exercised') continue;
      const judged = answersJudged === 0 ? '' : ` ${answersJudged}`;
      const all = results[outcome] ?? [];
      all.push(`${requirement}@${operation}${judged}`);
      results[outcome] = all;
    }
    expect({ verdict: aggregated.report.verdict, results }).toEqual(outcomes[profile]);
  });
});
