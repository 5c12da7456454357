import { generateKeyPairSync } from 'node:crypto';
import { bundleFromJSON } from '@sigstore/bundle';
import { toSignedEntity, Verifier } from '@sigstore/verify';
import { expect, test } from 'vitest';
import { keyId } from '../../certificate/keys.ts';
import { testResultFile, verdictFile } from '../../certificate/manifest.ts';
import { type Envelope, payloadOf, payloadTypes, signPayload } from '../../certificate/signed-document.ts';
import { sharedCertificate, text } from './certificate.ts';

/** Verifies an envelope as Sigstore's library does for a bundle with a public key; throws if it refuses it. */
function verifyWithSigstore(
  envelope: Envelope,
  publicKey: ReturnType<typeof generateKeyPairSync>['publicKey'],
) {
  const bundle = bundleFromJSON({
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint: envelope.signatures[0]?.keyid }, tlogEntries: [] },
    dsseEnvelope: envelope,
  });
  const trust = {
    certificateAuthorities: [],
    timestampAuthorities: [],
    tlogs: [],
    ctlogs: [],
    publicKey: () => ({ publicKey, validFor: () => true }),
  };
  new Verifier(trust, { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 }).verify(
    toSignedEntity(bundle),
  );
}

test.for([
  ['Ed25519', () => generateKeyPairSync('ed25519')],
  ['P-256', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
] as const)(
  'The library of Sigstore accepts both statements of a bundle that an %s key signed, and no others.',
  { timeout: 900_000 },
  async ([, make]) => {
    const { files } = await sharedCertificate();
    const { privateKey, publicKey } = make();
    const key = { id: keyId(privateKey), key: privateKey };
    for (const name of [verdictFile, testResultFile]) {
      const { payload } = JSON.parse(text(files, name)) as Envelope;
      const envelope = signPayload(payloadTypes.statement, Buffer.from(payload, 'base64'), [key]);
      expect(() => verifyWithSigstore(envelope, publicKey)).not.toThrow();
      expect(() => verifyWithSigstore(envelope, make().publicKey)).toThrow('signature verification failed');
      const other = { ...envelope, payload: payloadOf({ verdict: 'conformant' }).toString('base64') };
      expect(() => verifyWithSigstore(other, publicKey)).toThrow('signature verification failed');
    }
  },
);
