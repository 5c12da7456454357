import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject, vi } from 'vitest';
import { readBundle } from '../../reports/bundle/bundle-store.ts';
import { type Envelope, payloadOf, signStatement } from '../../reports/bundle/dsse.ts';
import { jsonFile } from '../../reports/bundle/json-file.ts';
import { keyId, type NamedKey, readPrivateKey } from '../../reports/bundle/keys.ts';
import {
  type Files,
  manifestFile,
  manifestOf,
  testResultFile,
  verdictFile,
} from '../../reports/bundle/manifest.ts';
import { bundleReadme } from '../../reports/bundle/readme.ts';
import { testResultStatement, verdictStatement } from '../../reports/bundle/statements.ts';
import { verdictIn } from '../../reports/bundle/typed-content.ts';
import { type Trust, verifyBundle } from '../../reports/bundle/verify-bundle.ts';
import type { Verifier } from '../../reports/bundle/verify-contents.ts';
import type { Report } from '../../reports/report/report.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { suiteName, suiteVersion } from '../../settings/suite.ts';
import { command } from '../cli/command.ts';

/** A certificate of the reference server, as the real commands make it, and the key that signed it. */
export interface Certificate {
  readonly folder: string;
  readonly files: Files;
  readonly key: NamedKey;
}

/** The certificate that all test files share; the first that asks makes it, with its run in `conformance-results`. */
export async function sharedCertificate(): Promise<Certificate> {
  const folder = join(inject('sharedFolder'), 'certificate-of-the-reference-server');
  if (mkdirSync(folder, { recursive: true }) === undefined)
    await vi.waitUntil(() => existsSync(join(folder, 'made')), { timeout: 150_000, interval: 100 });
  else await makeCertificate(folder);
  return {
    folder,
    files: readBundle(join(folder, 'certificate')),
    key: await readPrivateKey(join(folder, 'vendor.pem')),
  };
}

/** Runs keygen and certify in a folder. */
async function makeCertificate(folder: string): Promise<void> {
  const made = await command(['keygen', 'vendor.pem'], { cwd: folder });
  const signed = await command(['certify', '--reference', '--key', 'vendor.pem'], { cwd: folder });
  if (made.status !== 0 || signed.status !== 0)
    throw new Error(`${made.stderr}${signed.stdout}${signed.stderr}`);
  writeFileSync(join(folder, 'made'), '');
}

export async function strangersKey(): Promise<NamedKey> {
  const { privateKey }: { privateKey: KeyObject } = generateKeyPairSync('ed25519');
  return { id: await keyId(privateKey), key: privateKey };
}

/** What `verify` brings, at a time when the certificate holds. */
export function verifierOf(key: NamedKey, more: Partial<Verifier & Trust> = {}): Verifier & Trust {
  return {
    trusted: [key],
    threshold: 1,
    profileNamed: (id) => (id === 'document' ? loadProfile(id) : undefined),
    suite: { name: suiteName, version: suiteVersion },
    now: new Date(),
    ...more,
  };
}

/** The kind of refusal, or `valid`. */
export function outcomeOf(files: Files, verifier: Verifier & Trust): string {
  try {
    verifyBundle(files, verifier);
    return 'valid';
  } catch (error) {
    if (error instanceof Error && 'kind' in error) return String(error.kind);
    throw error;
  }
}

/** Files changed by someone who has the signer's key: manifest and statements are made and signed again. */
export function signedAgain(
  files: Files,
  key: NamedKey,
  change: (files: Map<string, Buffer>) => void,
  notAfter = predicateOf(files).notAfter,
): Files {
  const { implementation, program } = predicateOf(files);
  const before = JSON.parse(text(files, 'report.json')) as Report;
  const changed = new Map(files);
  changed.set('README.md', Buffer.from(bundleReadme(before, { implementation, notAfter, program })));
  change(changed);
  for (const name of [manifestFile, verdictFile, testResultFile]) changed.delete(name);
  const manifest = jsonFile(manifestOf(changed));
  const after = JSON.parse(text(changed, 'report.json')) as Report;
  const report = after.counts === undefined ? before : after;
  const certified = { report, files: changed, manifest, implementation, notAfter, program };
  changed.set(manifestFile, manifest);
  changed.set(verdictFile, jsonFile(signStatement(payloadOf(verdictStatement(certified)), [key])));
  changed.set(testResultFile, jsonFile(signStatement(payloadOf(testResultStatement(certified)), [key])));
  return changed;
}

function predicateOf(files: Files): ReturnType<typeof verdictIn> {
  const { payload } = JSON.parse(text(files, verdictFile)) as Envelope;
  return verdictIn(JSON.parse(Buffer.from(payload, 'base64').toString()));
}

export function text(files: Files, path: string): string {
  return (files.get(path) ?? Buffer.alloc(0)).toString();
}
