import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { keyId } from '../../certificate/keys.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { exitStatus } from '../output/exit-status.ts';
import { say } from '../output/say.ts';

const kinds: Readonly<Record<string, () => { privateKey: KeyObject; publicKey: KeyObject }>> = {
  ed25519: () => generateKeyPairSync('ed25519'),
  'p-256': () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
};

/** What `keygen --type` accepts. */
export const keyTypes: readonly string[] = Object.keys(kinds);

/** Generates a key pair for signing certificates: the private key in FILE, the public key in FILE.pub. */
export async function keygen(file: string, options: { readonly type: string }): Promise<number> {
  const make = kinds[options.type];
  if (make === undefined)
    throw new UsageError([`--type ${options.type} is not a key type. Use ${keyTypes.join(' or ')}.`]);
  const { privateKey, publicKey } = make();
  writeBoth([
    { path: file, text: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), mode: 0o600 },
    { path: `${file}.pub`, text: publicKey.export({ type: 'spki', format: 'pem' }).toString(), mode: 0o644 },
  ]);
  say(
    `${file} contains the private key. Keep it secret.`,
    `${file}.pub contains the public key. Give it to those who verify.`,
    `key id: ${keyId(publicKey)}`,
  );
  return exitStatus.conformant;
}

interface KeyFile {
  readonly path: string;
  readonly text: string;
  readonly mode: number;
}

/** Writes all files or none. Never overwrites one: a lost key cannot be recovered. */
function writeBoth(files: readonly KeyFile[]): void {
  const made: string[] = [];
  try {
    for (const { path, text, mode } of files) {
      const file = create(path, mode);
      made.push(path);
      try {
        writeFileSync(file, text, { flush: true });
      } catch {
        throw unwritable(path);
      } finally {
        closeSync(file);
      }
    }
  } catch (error) {
    for (const path of made) rmSync(path, { force: true });
    throw error;
  }
}

function create(path: string, mode: number): number {
  try {
    return openSync(path, 'wx', mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritable(path);
    throw new UsageError([`${path} already exists and was not changed. Choose another name.`]);
  }
}

function unwritable(path: string): UsageError {
  return new UsageError([`${path} cannot be written. Choose a writable folder with free space.`]);
}
