import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject, vi } from 'vitest';
import { readBundle } from '../../reports/bundle/bundle-store.ts';
import { keyId, type NamedKey, readPrivateKey } from '../../reports/bundle/keys.ts';
import type { Files } from '../../reports/bundle/manifest.ts';
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

export function text(files: Files, path: string): string {
  return (files.get(path) ?? Buffer.alloc(0)).toString();
}
