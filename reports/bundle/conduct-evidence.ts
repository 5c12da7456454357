import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readJournal } from '../../journal/journal-reader.ts';
import type { RunJournal } from '../../journal/run-journal.ts';
import type { Profile } from '../../profiles/profile.ts';
import { conductAgain } from '../replay/conduct-again.ts';
import { differenceText } from '../replay/conduct-difference.ts';
import type { Report } from '../report/report.ts';
import { BundleRefused } from './bundle-refused.ts';
import type { Files } from './manifest.ts';

/**
 * Generates every case and every request of a conformant run again, from its seed, its nonce and the recorded responses, and
 * compares them with the evidence: nothing was left out, added or replaced. A run with findings is not generated again:
 * nobody gains by inventing them, and some of its requests depend on the time that searches for smaller ones took.
 * @param files verified otherwise
 * @returns the number of requests
 * @throws BundleRefused with the first difference
 */
export async function conductEvidence(files: Files, report: Report, profile: Profile): Promise<number> {
  if (report.verdict !== 'conformant') return 0;
  const journal = journalOf(files);
  const differences = await conductAgain(journal, profile);
  const [first] = differences;
  if (first !== undefined)
    throw new BundleRefused(
      'judgement',
      `The evidence is not what a run with seed ${report.run.seed} and nonce ${report.run.nonce} leads to: ${differenceText(first)}.`,
    );
  return journal.exchanges.size;
}

function journalOf(files: Files): RunJournal {
  const evidence = mkdtempSync(join(tmpdir(), 'ledger-conformance-verify-'));
  try {
    for (const [path, bytes] of files)
      if (path.startsWith('evidence/')) writeFileSync(join(evidence, basename(path)), bytes);
    return readJournal(evidence);
  } finally {
    rmSync(evidence, { recursive: true, force: true });
  }
}
