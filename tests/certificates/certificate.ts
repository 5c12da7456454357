import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject, vi } from 'vitest';
import { readBundle } from '../../certificate/bundle-store.ts';
import { keyId, type NamedKey, readPrivateKey } from '../../certificate/keys.ts';
import type { Files } from '../../certificate/manifest.ts';
import { command } from '../cli/command.ts';

/** Certificates of a run on the reference server, as the real commands make them, and the keys of those involved. */
export interface Certificate {
  readonly folder: string;
  readonly files: Files;
  readonly key: NamedKey;
  /** The same run, as the answer to a challenge of the certifier, about the artifact `image`. */
  readonly challenged: Files;
  readonly certifier: NamedKey;
}

/** The certificate that all test files share; the first that asks makes it, with its run in `conformance-results`. */
export async function sharedCertificate(): Promise<Certificate> {
  const folder = join(inject('sharedFolder'), 'certificate-of-the-reference-server');
  if (mkdirSync(folder, { recursive: true }) === undefined)
    await vi.waitUntil(() => existsSync(join(folder, 'made')), { timeout: 900_000, interval: 100 });
  else await makeCertificate(folder);
  return {
    folder,
    files: readBundle(join(folder, 'certificate')),
    key: readPrivateKey(join(folder, 'vendor.pem')),
    challenged: readBundle(join(folder, 'challenged')),
    certifier: readPrivateKey(join(folder, 'certifier.pem')),
  };
}

/** Runs keygen, challenge and certify in a folder. */
async function makeCertificate(folder: string): Promise<void> {
  const sign = ['certify', '--reference', '--key', 'vendor.pem'];
  const artifact = `image@sha256:${'a1'.repeat(32)}`;
  for (const args of [
    ['keygen', 'vendor.pem'],
    ['keygen', 'certifier.pem'],
    ['challenge', '--key', 'certifier.pem', '--product', 'reference server', '--output', 'challenge.json'],
    [...sign, '--challenge', 'challenge.json', '--artifact', artifact, '--bundle', 'challenged'],
    [...sign, '--from', 'conformance-results'],
  ]) {
    const { status, stdout, stderr } = await command(args, { cwd: folder });
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stdout}${stderr}`);
  }
  writeFileSync(join(folder, 'made'), '');
}

export async function strangersKey(): Promise<NamedKey> {
  const { privateKey }: { privateKey: KeyObject } = generateKeyPairSync('ed25519');
  return { id: keyId(privateKey), key: privateKey };
}

export function text(files: Files, path: string): string {
  return (files.get(path) ?? Buffer.alloc(0)).toString();
}
