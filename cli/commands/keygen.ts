import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { keyId } from '../../reports/bundle/keys.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { exitStatus } from '../output/exit-status.ts';
import { say } from '../output/say.ts';

const kinds: Readonly<Record<string, () => { privateKey: KeyObject; publicKey: KeyObject }>> = {
  ed25519: () => generateKeyPairSync('ed25519'),
  'p-256': () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
};

/** Generates a key pair for signing certificates: the private key in FILE, the public key in FILE.pub. */
export async function keygen(file: string, options: { readonly type: string }): Promise<number> {
  const make = kinds[options.type];
  if (make === undefined)
    throw new UsageError([
      `--type ${options.type} is not a key type. Use ${Object.keys(kinds).join(' or ')}.`,
    ]);
  const { privateKey, publicKey } = make();
  write(file, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), 0o600);
  write(`${file}.pub`, publicKey.export({ type: 'spki', format: 'pem' }).toString(), 0o644);
  say(
    `${file} contains the private key. Keep it secret.`,
    `${file}.pub contains the public key. Give it to those who verify.`,
    `key id: ${await keyId(publicKey)}`,
  );
  return exitStatus.conformant;
}

/** Never overwrites a file: a lost key cannot be recovered. */
function write(path: string, text: string, mode: number): void {
  try {
    writeFileSync(path, text, { mode, flag: 'wx' });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new UsageError([
      exists
        ? `${path} already exists and was not changed. Choose another name.`
        : `${path} cannot be written. Choose a writable folder.`,
    ]);
  }
}
