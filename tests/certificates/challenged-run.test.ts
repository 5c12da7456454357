import { expect, test } from 'vitest';
import { readEvidence } from '../../certificate/evidence-facts.ts';
import { generatedAgain } from '../../certificate/judged-again.ts';
import { challengeFile, type Files, testResultFile, verdictFile } from '../../certificate/manifest.ts';
import { payloadOf, payloadTypes, signPayload } from '../../certificate/signed-document.ts';
import { jsonFile } from '../../certificate/strict-json.ts';
import { journalOf } from '../../journal/run-journal.ts';
import type { Report } from '../../reports/report/report.ts';
import { edited, inStatement, statementOf } from '../attack/change-run.ts';
import { remadeBundle } from '../attack/remake-bundle.ts';
import { tryBundle } from '../attack/try-forgery.ts';
import { sharedCertificate, strangersKey } from './certificate.ts';

test('A witnessed run is one only to those who know the certifier.', { timeout: 900_000 }, async () => {
  const { key: vendor, certifier, challenged, files } = await sharedCertificate();
  const stranger = await strangersKey();
  const claimed = new Map(challenged);
  inStatement(verdictFile, ({ predicate }) => {
    predicate.assurance = 'witnessed';
  })(claimed);
  const base = { files, vendor, stranger, challenged, certifier };
  const signed = new Map(remadeBundle({ ...base, files: claimed }, []));
  for (const name of [verdictFile, testResultFile])
    signed.set(
      name,
      jsonFile(signPayload(payloadTypes.statement, payloadOf(statementOf(signed, name)), [certifier])),
    );
  const attempt = { files: signed, trusted: [certifier], least: 'witnessed' } as const;
  expect(await tryBundle(base, { ...attempt, certifiers: [certifier] })).toEqual({
    status: 0,
    said: 'valid',
  });
  expect(await tryBundle(base, attempt)).toMatchObject({ status: 3 });
});

test('The preflight of a challenged run with findings is generated again, with its nonce.', {
  timeout: 900_000,
}, async () => {
  const { challenged } = await sharedCertificate();
  const report = JSON.parse(challenged.get('report.json')?.toString() ?? '') as Report;
  const found: Report = { ...report, verdict: 'non-conformant' };
  const conduct = async (files: Files): Promise<string | undefined> => {
    const { lines, exchanges, digest } = readEvidence(files);
    const journal = journalOf('evidence', lines, () => ({ exchanges, digest }));
    return (await generatedAgain(journal, found, files.has(challengeFile))).problem;
  };
  expect(await conduct(challenged)).toBeUndefined();
  const older = new Map(challenged);
  edited('evidence/run.ndjson', (text) => text.replace(/"nonce":"\w+"/, '"nonce":"another"'))(older);
  expect(await conduct(older)).toContain('The evidence is not what a run with seed');
  older.delete(challengeFile);
  expect(await conduct(older)).toBeUndefined();
});
