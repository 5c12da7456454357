// Public keys and generated topology transactions.
import { createHash, createPublicKey, randomUUID } from 'node:crypto';
import Boom from '@hapi/boom';

const sha256 = (data) => createHash('sha256').update(data).digest();
const LOCAL_PARTICIPANT = `participant::1220${sha256('participant').toString('hex')}`;
const SPECS = { ed25519: 'SIGNING_KEY_SPEC_EC_CURVE25519', prime256v1: 'SIGNING_KEY_SPEC_EC_P256' };
const READERS = {
  CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO: (data) =>
    createPublicKey({ key: Buffer.from(data, 'base64'), format: 'der', type: 'spki' }),
  CRYPTO_KEY_FORMAT_RAW: (data) => {
    const x = Buffer.from(data, 'base64').toString('base64url');
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  },
};

function parsePublicKey({ format, keyData, keySpec }) {
  try {
    const key = READERS[format](keyData);
    const curve = key.asymmetricKeyDetails.namedCurve ?? key.asymmetricKeyType;
    if (SPECS[curve] === keySpec) return key.export({ format: 'der', type: 'spki' });
  } catch {}
  throw Boom.badRequest('Invalid value for: body (publicKey cannot be read)');
}

const varint = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...varint(n >> 7)]);

// UntypedVersionedMessage: field 1 is data (bytes), field 2 is version 30 (varint).
function versioned(data) {
  return Buffer.concat([Buffer.of(0x0a, ...varint(data.length)), data, Buffer.of(0x10, 30)]);
}

export function generateTopology(request) {
  const key = parsePublicKey(request.publicKey);
  const publicKeyFingerprint = `1220${sha256(key).toString('hex')}`;
  const party = `${request.partyHint}::${publicKeyFingerprint}`;
  const observing = [...request.observingParticipantUids];
  const confirming = [...request.otherConfirmingParticipantUids];
  (request.localParticipantObservationOnly ? observing : confirming).push(LOCAL_PARTICIPANT);
  const threshold = request.confirmationThreshold || confirming.length;
  const publicKey = key.toString('base64');
  const transactions = [
    { namespaceDelegation: { namespace: publicKeyFingerprint, publicKey } },
    { partyToParticipant: { party, threshold, confirming, observing } },
  ].map((mapping) =>
    versioned(Buffer.from(JSON.stringify({ party, mapping, serial: 1, nonce: randomUUID() }))),
  );
  return {
    partyId: party,
    publicKeyFingerprint,
    topologyTransactions: transactions.map((transaction) => transaction.toString('base64')),
    multiHash: sha256(Buffer.concat(transactions)).toString('base64'),
  };
}
