import { createHash } from 'node:crypto';
import { changeFailure } from '../change-failure.ts';
import { type FaultRow, faultsOf } from '../fault-row.ts';
import { changeFingerprint, changeTopology } from './change-topology.ts';

const quote = 'Fingerprint of the supplied public key.';

function hash(text: string): string {
  return `1220${createHash('sha256').update(text).digest('hex')}`;
}

function bytesOf({ keyData }: { readonly keyData: string }): Buffer {
  return Buffer.from(keyData, 'base64');
}

const rows: readonly FaultRow[] = [
  {
    id: 'fingerprint-differs-from-call-to-call',
    title: 'The same key gets another fingerprint in every call.',
    requirements: ['GT-FINGERPRINT-FUNCTION'],
    quote,
    apply: (behaviour, context) => {
      const change = changeFingerprint((fingerprint) => hash(`${fingerprint} ${context.random()}`));
      return change(behaviour, context);
    },
  },
  {
    id: 'fingerprint-behind-a-refusal-is-another-one',
    title: 'Behind a request that means nothing, the next fingerprint is another one.',
    requirements: ['GT-FINGERPRINT-FUNCTION'],
    quote,
    apply: (behaviour, context) => {
      let isBehind = false;
      const noted = changeFailure('generate-topology', 'semantic', () => {
        isBehind = true;
        return undefined;
      })(behaviour, context);
      return changeFingerprint((fingerprint) => {
        if (!isBehind) return undefined;
        isBehind = false;
        return hash(`left behind ${fingerprint}`);
      })(noted, context);
    },
  },
  {
    id: 'fingerprint-depends-on-hint',
    title: 'The fingerprint is over the key and the hint.',
    requirements: ['GT-FINGERPRINT-FUNCTION'],
    quote,
    apply: changeFingerprint((fingerprint, { partyHint }) => hash(`${fingerprint} ${partyHint}`)),
  },
  {
    id: 'fingerprint-depends-on-threshold',
    title: 'With a confirmationThreshold, the fingerprint is over the key and the threshold.',
    requirements: ['GT-FINGERPRINT-FUNCTION'],
    quote,
    apply: changeFingerprint((fingerprint, { confirmationThreshold }) =>
      confirmationThreshold === undefined ? undefined : hash(`${fingerprint} ${confirmationThreshold}`),
    ),
  },
  {
    id: 'fingerprint-is-constant',
    title: 'Every key has the same fingerprint.',
    requirements: ['GT-FINGERPRINT-DISTINCT'],
    quote,
    apply: changeFingerprint(() => hash('public key')),
  },
  {
    id: 'fingerprint-is-over-format',
    title: 'The fingerprint is over format and keySpec in place of the key.',
    requirements: ['GT-FINGERPRINT-DISTINCT'],
    quote,
    apply: changeFingerprint((_, { publicKey }) => hash(`${publicKey.format} ${publicKey.keySpec}`)),
  },
  {
    id: 'fingerprint-is-over-first-bytes',
    title: 'The fingerprint is over the first 12 bytes of the key, which all keys of a specification share.',
    requirements: ['GT-FINGERPRINT-DISTINCT'],
    quote,
    apply: changeFingerprint((_, { publicKey }) => hash(publicKey.keyData.slice(0, 16))),
  },
  {
    id: 'fingerprint-leaves-out-last-byte',
    title: 'The fingerprint is over the key without its last byte.',
    requirements: ['GT-FINGERPRINT-DISTINCT'],
    quote,
    apply: changeFingerprint((_, { publicKey }) => hash(bytesOf(publicKey).subarray(0, -1).toString('hex'))),
  },
  {
    id: 'fingerprint-is-over-last-bytes',
    title: 'The fingerprint is over the last 16 bytes of the key.',
    requirements: ['GT-FINGERPRINT-DISTINCT'],
    quote,
    apply: changeFingerprint((_, { publicKey }) => hash(bytesOf(publicKey).subarray(-16).toString('hex'))),
  },
  {
    id: 'fingerprint-has-four-values',
    title: 'The fingerprint is cut to its last two bits.',
    requirements: ['GT-FINGERPRINT-DISTINCT'],
    quote,
    apply: changeFingerprint((fingerprint) => String(Number.parseInt(fingerprint.slice(-1), 16) % 4)),
  },
  {
    id: 'fingerprint-is-empty',
    title: 'publicKeyFingerprint is an empty string.',
    requirements: ['GT-PARTYID-FINGERPRINT', 'GT-FINGERPRINT-DISTINCT'],
    quote,
    apply: changeTopology(() => ({ publicKeyFingerprint: '' })),
  },
];

/** Fingerprints that are not a function of the key, or are the same for different keys (ruling 8). */
export const fingerprintFaults = faultsOf('generate-topology', rows);
