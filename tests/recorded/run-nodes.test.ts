import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJournal, type RunJournal } from '../../journal/run-journal.ts';
import { judgeAgain } from '../../reports/replay/judge-again.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { releases } from './releases.ts';

/** Whole runs against nodes of today: seven thousand cases each, judged again as the rulings and profiles are now. */
describe.each(releases.slice(1))('the whole run against $release', ({ run: recorded, profile }) => {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-node-'));
  let journal: RunJournal;
  beforeAll(() => {
    for (const name of ['run.ndjson', 'exchanges.ndjson']) {
      const zipped = readFileSync(new URL(`${recorded}/${name}.gz`, import.meta.url));
      writeFileSync(join(folder, name), gunzipSync(zipped));
    }
    journal = readJournal(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const judged = (name: string): object => {
    const options = { strict: false, requireAll: false };
    const { aggregated, notJudged } = judgeAgain(journal, { ...options, profile: loadProfile(name) });
    expect(notJudged).toEqual([]);
    const { report } = aggregated;
    const idsOf = (outcome: string): string[] =>
      report.results
        .filter((result) => result.outcome === outcome)
        .map(({ requirement, operation }) => `${requirement}@${operation}`);
    const { exercised, total } = report.coverage.must;
    return { verdict: report.verdict, must: { exercised, total }, failed: idsOf('failed'), warned: idsOf('warned') };
  };

  it('breaks nothing under its profile, and leaks a stack trace', async () => {
    const found = judged(profile);
    expect(found).toMatchObject({ verdict: 'conformant', failed: [], warned: ['ERR-NO-LEAK@generate-topology'] });
    await expect(`${JSON.stringify(found, null, 2)}\n`).toMatchFileSnapshot(`${recorded}/under-${profile}.json`);
  }, 600_000);

  it('departs from the document in exactly eight requirements', async () => {
    const found = judged('document');
    expect(found).toMatchObject({
      verdict: 'non-conformant',
      failed: [
        'GT-REQ-THRESHOLD-TYPE@generate-topology',
        'EX-SINGLE-PARTY@execute-submission',
        'EX-PS-PARTY-SIGNATURES@execute-submission',
        'EX-DEDUP-SECONDS@execute-submission',
        'GT-FAILURE-FORM@generate-topology',
        'EX-FAILURE-FORM@execute-submission',
        'LU-FAILURE-FORM@list-users',
        'GT-FAILURE-TEXT@generate-topology',
      ],
    });
    await expect(`${JSON.stringify(found, null, 2)}\n`).toMatchFileSnapshot(`${recorded}/under-document.json`);
  }, 600_000);
});
