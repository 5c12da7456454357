import { beforeAll, describe, expect, test } from 'vitest';
import type { Envelope } from '../../reports/bundle/dsse.ts';
import type { NamedKey } from '../../reports/bundle/keys.ts';
import {
  type Files,
  manifestFile,
  sha256,
  testResultFile,
  verdictFile,
} from '../../reports/bundle/manifest.ts';
import {
  type Certificate,
  outcomeOf,
  sharedCertificate,
  signedAgain,
  strangersKey,
  verifierOf,
} from './certificate.ts';
import { type Change, edited, json } from './changes.ts';

let certificate: Certificate;
let stranger: NamedKey;

beforeAll(async () => {
  certificate = await sharedCertificate();
  stranger = await strangersKey();
}, 180_000);

const envelope = (edit: (envelope: Envelope) => unknown): Change => json<Envelope>(verdictFile, edit);

function changed(change: Change): Files {
  const files = new Map(certificate.files);
  change(files);
  return files;
}

const signedFiles = [
  'README.md',
  'checks.json',
  'evidence/exchanges.ndjson',
  'evidence/run.ndjson',
  'junit.xml',
  'profile.json',
  'report.html',
  'report.json',
  'requirements.json',
  'self-test.json',
  'waivers.json',
];

test('The bundle that is manipulated below is valid as it stands.', { timeout: 60_000 }, () => {
  expect(outcomeOf(certificate.files, verifierOf(certificate.key))).toBe('valid');
  expect([...certificate.files.keys()].sort()).toEqual(
    [...signedFiles, manifestFile, verdictFile, testResultFile].sort(),
  );
  const again = signedAgain(certificate.files, certificate.key, () => undefined);
  expect(outcomeOf(again, verifierOf(certificate.key))).toBe('valid');
});

describe('Without the key', () => {
  test.for(signedFiles)('one changed byte in %s is refused.', (path) => {
    const files = changed((all) => {
      const bytes = Buffer.from(all.get(path) ?? Buffer.alloc(0));
      const at = bytes.length >> 1;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      all.set(path, bytes);
    });
    expect(outcomeOf(files, verifierOf(certificate.key))).toBe('integrity');
  });

  test.for(signedFiles)('a bundle without %s is refused.', (path) => {
    expect(
      outcomeOf(
        changed((files) => files.delete(path)),
        verifierOf(certificate.key),
      ),
    ).toBe('integrity');
  });

  const rows: readonly (readonly [name: string, kind: string, change: Change])[] = [
    ['no manifest', 'integrity', (files) => files.delete(manifestFile)],
    ['no verdict statement', 'signature', (files) => files.delete(verdictFile)],
    ['no test-result statement', 'signature', (files) => files.delete(testResultFile)],
    ['a file more', 'integrity', (files) => files.set('notes.txt', Buffer.from('see also'))],
    [
      'a renamed file',
      'integrity',
      (files) => {
        files.set('report2.json', files.get('report.json') ?? Buffer.alloc(0));
        files.delete('report.json');
      },
    ],
    [
      'two files in each other’s place',
      'integrity',
      (files) => {
        const [one, other] = [files.get('checks.json'), files.get('profile.json')];
        files.set('checks.json', other ?? Buffer.alloc(0));
        files.set('profile.json', one ?? Buffer.alloc(0));
      },
    ],
    ['a path out of the bundle', 'integrity', (files) => files.set('../report.json', Buffer.from('{}'))],
    [
      'a log cut in the middle',
      'integrity',
      edited('evidence/exchanges.ndjson', (content) => content.slice(0, content.length >> 1)),
    ],
    [
      'a changed file with its digest put right in the manifest',
      'integrity',
      (files) => {
        edited('waivers.json', () => '[ ]\n')(files);
        json<{ files: { path: string; size: number; sha256: string }[] }>(manifestFile, (manifest) => ({
          ...manifest,
          files: manifest.files.map((entry) =>
            entry.path === 'waivers.json'
              ? { ...entry, size: 4, sha256: sha256(Buffer.from('[ ]\n')) }
              : entry,
          ),
        }))(files);
      },
    ],
    [
      'a payload that says otherwise under the old signature',
      'signature',
      envelope(({ payload, ...rest }) => ({
        ...rest,
        payload: Buffer.from(
          Buffer.from(payload, 'base64').toString().replace('"conformant"', '"non-conformant"'),
        ).toString('base64'),
      })),
    ],
    ['another payload type', 'signature', envelope((given) => ({ ...given, payloadType: 'text/plain' }))],
    ['no signatures', 'signature', envelope((given) => ({ ...given, signatures: [] }))],
    [
      'the same signature twice',
      'signature',
      envelope((given) => ({ ...given, signatures: [...given.signatures, ...given.signatures] })),
    ],
    [
      'a signature written in another base64',
      'signature',
      envelope((given) => ({
        ...given,
        signatures: given.signatures.map(({ keyid, sig }) => ({ keyid, sig: `${sig}\n` })),
      })),
    ],
    [
      'a signature under the id of another key',
      'signature',
      envelope((given) => ({
        ...given,
        signatures: given.signatures.map(({ sig }) => ({ keyid: 'another', sig })),
      })),
    ],
    [
      'a flipped bit in a signature',
      'signature',
      envelope((given) => ({
        ...given,
        signatures: given.signatures.map(({ keyid, sig }) => {
          const bytes = Buffer.from(sig, 'base64');
          bytes[3] = (bytes[3] ?? 0) ^ 4;
          return { keyid, sig: bytes.toString('base64') };
        }),
      })),
    ],
    ['a member more in the envelope', 'signature', envelope((given) => ({ ...given, note: 'trust me' }))],
    ['an envelope that is no JSON', 'signature', edited(verdictFile, (content) => `${content}}`)],
    [
      'an envelope nested a million deep',
      'signature',
      (files) => files.set(verdictFile, Buffer.from('['.repeat(1_000_000))),
    ],
    [
      'a manifest nested a million deep',
      'integrity',
      (files) => files.set(manifestFile, Buffer.from('{"a":'.repeat(1_000_000))),
    ],
    [
      'the two statements in each other’s place',
      'schema',
      (files) => {
        const [one, other] = [files.get(verdictFile), files.get(testResultFile)];
        files.set(verdictFile, other ?? Buffer.alloc(0));
        files.set(testResultFile, one ?? Buffer.alloc(0));
      },
    ],
  ];
  test.for(rows)('%s is rejected (%s).', ([, kind, change]) => {
    expect(outcomeOf(changed(change), verifierOf(certificate.key))).toBe(kind);
  });

  test('a signature of somebody else is refused, however good.', () => {
    const files = signedAgain(certificate.files, stranger, () => undefined);
    expect(outcomeOf(files, verifierOf(certificate.key))).toBe('signature');
    expect(outcomeOf(files, verifierOf(stranger))).toBe('valid');
  });

  test('one signature is refused where two are asked for.', () => {
    const verifier = verifierOf(certificate.key, { trusted: [certificate.key, stranger], threshold: 2 });
    expect(outcomeOf(certificate.files, verifier)).toBe('signature');
  });
});
