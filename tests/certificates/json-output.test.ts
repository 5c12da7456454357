import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { manifestFile, sha256 } from '../../certificate/manifest.ts';
import { expectDocumented, json } from '../cli/documented-json.ts';
import { sharedCertificate } from './certificate.ts';

describe('verify', () => {
  test('gives the assurance, by the keys of certifiers that are known.', { timeout: 900_000 }, async () => {
    const { folder, key, certifier, challenged } = await sharedCertificate();
    const verify = ['verify', join(folder, 'challenged'), '--key', join(folder, 'vendor.pem.pub')];
    const { status, value } = await json([...verify, '--certifier-key', join(folder, 'certifier.pem.pub')]);
    expect(status).toBe(0);
    expectDocumented(value);
    const { assurance, program } = value as { assurance: { challenge: object }; program: object };
    for (const each of [assurance, assurance.challenge, program]) expectDocumented(each);
    expect(value).toMatchObject({
      status: 0,
      refusal: null,
      verdict: 'conformant',
      artifacts: [{ name: 'image', sha256: 'a1'.repeat(32) }],
      assurance: {
        kind: 'challenged',
        claimed: 'challenged',
        challenge: { issuer: certifier.id, isKnown: true },
      },
      sha256: sha256(challenged.get(manifestFile) ?? Buffer.alloc(0)),
      signers: [key.id],
    });
    expect((await json(verify)).value).toMatchObject({
      assurance: { kind: 'self-declared', claimed: 'challenged', challenge: { isKnown: false } },
    });
  });

  test('gives the kind of a refusal, with its status.', { timeout: 900_000 }, async () => {
    const { folder } = await sharedCertificate();
    const { status, value } = await json([
      'verify',
      join(folder, 'certificate'),
      '--key',
      join(folder, 'certifier.pem.pub'),
    ]);
    expect(status).toBe(3);
    expectDocumented(value);
    expect(value).toEqual({
      status: 3,
      refusal: { kind: 'signature', sentence: expect.stringContaining('No trusted key') },
    });
  });
});
