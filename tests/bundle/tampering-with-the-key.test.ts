import { beforeAll, describe, expect, test } from 'vitest';
import { jsonFile } from '../../reports/bundle/json-file.ts';
import type { Report } from '../../reports/report/report.ts';
import {
  type Certificate,
  outcomeOf,
  sharedCertificate,
  signedAgain,
  text,
  verifierOf,
} from './certificate.ts';
import { type Change, edited, inReport, json, type Mutable, swapLines, withFooterFor } from './changes.ts';

let certificate: Certificate;

beforeAll(async () => {
  certificate = await sharedCertificate();
}, 180_000);

describe('With the key of the signer', () => {
  const failedOnce = (report: Mutable<Report>): void => {
    const [first] = report.results;
    if (first === undefined) throw new Error('The report has no results.');
    first.outcome = 'failed';
  };
  const rows: readonly (readonly [name: string, kind: string, change: Change])[] = [
    ['an outcome flipped', 'required-set', inReport(failedOnce)],
    [
      'a verdict turned',
      'required-set',
      inReport((report) => {
        report.verdict = 'non-conformant';
      }),
    ],
    [
      'a result left out',
      'required-set',
      inReport((report) => {
        report.results.splice(3, 1);
      }),
    ],
    [
      'more answers than there were',
      'required-set',
      inReport((report) => {
        report.counts.exchanges += 1;
      }),
    ],
    [
      'another target named',
      'required-set',
      inReport((report) => {
        report.target.baseUrl = 'https://x.example';
      }),
    ],
    [
      'an outcome that does not exist',
      'schema',
      inReport((report) => {
        Object.assign(report.results[0] ?? {}, { outcome: 'excused' });
      }),
    ],
    [
      'a newer suite',
      'required-set',
      inReport((report) => {
        report.suite.version = '9.0.0';
      }),
    ],
    [
      'an unknown profile',
      'required-set',
      inReport((report) => {
        report.profile = 'lenient';
      }),
    ],
    [
      'a run that did not end',
      'required-set',
      inReport((report) => {
        report.run.finishedAt = null;
      }),
    ],
    [
      'a report nested too deep',
      'schema',
      (files) => files.set('report.json', Buffer.from(`${'['.repeat(99)}${']'.repeat(99)}`)),
    ],
    [
      'a requirement less to be held to',
      'required-set',
      json<{ requirements: unknown[] }>('requirements.json', (set) => ({
        ...set,
        requirements: set.requirements.slice(1),
      })),
    ],
    [
      'a weaker level',
      'required-set',
      edited('requirements.json', (content) => content.replace('"MUST"', '"SHOULD"')),
    ],
    [
      'a check less',
      'required-set',
      json<{ checks: unknown[] }>('checks.json', (set) => ({ ...set, checks: set.checks.slice(1) })),
    ],
    [
      'a better proof',
      'required-set',
      edited('self-test.json', (content) => content.replace(/"total": (\d+)/, '"total": 1$1')),
    ],
    [
      'a profile with a deviation',
      'required-set',
      json<object>('profile.json', (profile) => ({ ...profile, deviations: [{ requirement: 'GT-BODY' }] })),
    ],
    [
      'a waiver',
      'required-set',
      (files) => files.set('waivers.json', jsonFile([{ requirement: 'GT-BODY' }])),
    ],
    [
      'a JUnit file that tells another story',
      'required-set',
      edited('junit.xml', (content) => content.replace('GT-', 'XX-')),
    ],
    [
      'a README that tells another story',
      'required-set',
      edited('README.md', (content) => content.replace('conformant', 'perfect')),
    ],
    [
      'exchanges in which answers were swapped',
      'integrity',
      edited('evidence/exchanges.ndjson', (content) => content.replace('"status":400', '"status":200')),
    ],
    [
      'an exchange less',
      'integrity',
      edited('evidence/exchanges.ndjson', (content) => content.slice(content.indexOf('\n') + 1)),
    ],
    [
      'a judgement that counts more answers',
      'required-set',
      edited('evidence/run.ndjson', (content) => content.replace(/"HTTP-STABLE":(\d)/, '"HTTP-STABLE":9$1')),
    ],
    [
      'a journal without its end',
      'integrity',
      edited('evidence/run.ndjson', (content) => content.replace(/\{"type":"footer".*\n/, '')),
    ],
    [
      'a journal that is none',
      'schema',
      edited('evidence/run.ndjson', (content) => `{"type":"note"}\n${content}`),
    ],
    [
      'a key in the evidence',
      'schema',
      edited('evidence/run.ndjson', (content) => `-----BEGIN PRIVATE KEY-----\n${content}`),
    ],
  ];
  test.for(rows)('%s is rejected (%s).', { timeout: 60_000 }, ([, kind, change]) => {
    const files = signedAgain(certificate.files, certificate.key, change);
    expect(outcomeOf(files, verifierOf(certificate.key))).toBe(kind);
  });

  test('lines in another order are no manipulation.', { timeout: 60_000 }, () => {
    const files = signedAgain(certificate.files, certificate.key, swapLines('evidence/run.ndjson', 5, 50));
    expect(outcomeOf(files, verifierOf(certificate.key))).toBe('valid');
  });

  test('answers exchanged and every digest put right are judged otherwise than the journal says.', {
    timeout: 60_000,
  }, () => {
    const files = signedAgain(certificate.files, certificate.key, (all) => {
      // The page for readers shows the exchanges; a bundle without it is complete.
      all.delete('report.html');
      edited('evidence/exchanges.ndjson', (content) => content.replace(/"status":400/g, '"status":200'))(all);
      edited('evidence/run.ndjson', (content) =>
        withFooterFor(content, text(all, 'evidence/exchanges.ndjson')),
      )(all);
    });
    expect(outcomeOf(files, verifierOf(certificate.key))).toBe('judgement');
  });

  test('an ended certificate is refused from the day of its end.', { timeout: 60_000 }, () => {
    const { finishedAt } = (JSON.parse(text(certificate.files, 'report.json')) as Report).run;
    const hours = (count: number): Date => new Date(Date.parse(finishedAt ?? '') + count * 3_600_000);
    const end = hours(24).toISOString();
    const files = signedAgain(certificate.files, certificate.key, () => undefined, end);
    const at = (now: Date): string => outcomeOf(files, verifierOf(certificate.key, { now }));
    expect(at(hours(23))).toBe('valid');
    expect(at(hours(25))).toBe('expired-or-secret');
  });

  test('a token that was left in the evidence is refused.', { timeout: 60_000 }, () => {
    const token = `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(43)}`;
    const files = signedAgain(certificate.files, certificate.key, (all) => {
      all.delete('report.html');
      edited('evidence/exchanges.ndjson', (content) =>
        content.replace(/"reason":"[^"]*"/, `"reason":"${token}"`),
      )(all);
      edited('evidence/run.ndjson', (content) =>
        withFooterFor(content, text(all, 'evidence/exchanges.ndjson')),
      )(all);
    });
    expect(outcomeOf(files, verifierOf(certificate.key))).toBe('expired-or-secret');
  });
});
