import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { rmSync } from 'node:fs';
import { keyId } from '../../certificate/keys.ts';
import { UsageError } from '../../settings/usage-error.ts';
import type { Options } from '../options.ts';
import { exitStatus } from '../output/exit-status.ts';
import { say } from '../output/say.ts';
import { writeNew } from '../output/write-file.ts';

const kinds: Readonly<Record<string, () => { privateKey: KeyObject; publicKey: KeyObject }>> = {
  ed25519: () => generateKeyPairSync('ed25519'),
  'p-256': () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
};

/** What `keygen --type` accepts. */
export const keyTypes: readonly string[] = Object.keys(kinds);

/** Generates a key pair for signing certificates: the private key in FILE, the public key in FILE.pub. */
export async function keygen(file: string, options: Options<'keygen'>): Promise<number> {
  const make = kinds[options.type];
  if (make === undefined)
    throw new UsageError([`--type ${options.type} is not a key type. Use ${keyTypes.join(' or ')}.`]);
  const { privateKey, publicKey } = make();
  writeNew(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  try {
    writeNew(`${file}.pub`, publicKey.export({ type: 'spki', format: 'pem' }), 0o644);
  } catch (error) {
    rmSync(file);
    throw error;
  }
  say(
    `${file} contains the private key. Keep it secret.`,
    `${file}.pub contains the public key. Give it to those who verify.`,
    `key id: ${keyId(publicKey)}`,
  );
  return exitStatus.conformant;
}
