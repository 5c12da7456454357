import type { KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { archiveOf } from '../../certificate/archive.ts';
import { readPrivateKey } from '../../certificate/keys.ts';
import { testResultFile, verdictFile } from '../../certificate/manifest.ts';
import { envelopeOf, payloadTypes, signPayload } from '../../certificate/signed-document.ts';
import { jsonFile } from '../../certificate/strict-json.ts';
import { sharedCertificate } from '../certificates/certificate.ts';
import { command, emptyFolder } from '../cli/command.ts';

/** The names that docs/certificate.md uses for a bundle and the public key of who signed it. */
export const names = { bundle: 'example-3.2.1.zip', key: 'vendor.pem.pub' } as const;

/** A folder as that of a reader of docs/certificate.md: a bundle that a key of this type signed, and its public key. */
export async function published(
  type: string,
): Promise<{ readonly cwd: string; readonly keyId: string; readonly key: KeyObject }> {
  const cwd = emptyFolder();
  await command(['keygen', 'vendor.pem', '--type', type], { cwd });
  const key = readPrivateKey(join(cwd, 'vendor.pem'));
  const files = new Map((await sharedCertificate()).files);
  for (const name of [verdictFile, testResultFile]) {
    const { payload } = envelopeOf(name, files.get(name) ?? Buffer.alloc(0));
    files.set(name, jsonFile(signPayload(payloadTypes.statement, Buffer.from(payload, 'base64'), [key])));
  }
  writeFileSync(join(cwd, names.bundle), archiveOf(files));
  return { cwd, keyId: key.id, key: key.key };
}
