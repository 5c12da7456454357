import { createHash } from 'node:crypto';
import { changeFailure } from '../change-failure.ts';
import { breaking, type FaultRow, faultsOf } from '../fault-row.ts';
import { quoteOf } from '../quotes.ts';
import { changeFingerprint, changeTopology } from './change-topology.ts';

function hash(text: string): string {
  return `1220${createHash('sha256').update(text).digest('hex')}`;
}

function bytesOf({ keyData }: { readonly keyData: string }): Buffer {
  return Buffer.from(keyData, 'base64');
}

const rows: readonly FaultRow[] = [
  ...breaking(['GT-FINGERPRINT-FUNCTION'], {
    'fingerprint-differs-from-call-to-call': [
      'The same key gets another fingerprint in every call.',
      (behaviour, context) => {
        const change = changeFingerprint((fingerprint) => hash(`${fingerprint} ${context.random()}`));
        return change(behaviour, context);
      },
    ],
    'fingerprint-behind-a-refusal-is-another-one': [
      'The fingerprint after a request rejected for its values is wrong.',
      (behaviour, context) => {
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
    ],
    'fingerprint-depends-on-hint': [
      'The fingerprint is over the key and the hint.',
      changeFingerprint((fingerprint, { partyHint }) => hash(`${fingerprint} ${partyHint}`)),
    ],
    'fingerprint-depends-on-threshold': [
      'With a confirmationThreshold, the fingerprint is over the key and the threshold.',
      changeFingerprint((fingerprint, { confirmationThreshold }) =>
        confirmationThreshold === undefined ? undefined : hash(`${fingerprint} ${confirmationThreshold}`),
      ),
    ],
  }),
  ...breaking(['GT-FINGERPRINT-DISTINCT'], {
    'fingerprint-is-constant': ['Every key has the same fingerprint.', changeFingerprint(() => hash('public key'))],
    'fingerprint-is-over-format': [
      'The fingerprint is over format and keySpec in place of the key.',
      changeFingerprint((_, { publicKey }) => hash(`${publicKey.format} ${publicKey.keySpec}`)),
    ],
    'fingerprint-is-over-first-bytes': [
      'The fingerprint is over the first 12 bytes of the key, which all keys of a specification share.',
      changeFingerprint((_, { publicKey }) => hash(publicKey.keyData.slice(0, 16))),
    ],
    'fingerprint-leaves-out-last-byte': [
      'The fingerprint is over the key without its last byte.',
      changeFingerprint((_, { publicKey }) => hash(bytesOf(publicKey).subarray(0, -1).toString('hex'))),
    ],
    'fingerprint-is-over-last-bytes': [
      'The fingerprint is over the last 16 bytes of the key.',
      changeFingerprint((_, { publicKey }) => hash(bytesOf(publicKey).subarray(-16).toString('hex'))),
    ],
    'fingerprint-has-four-values': [
      'The fingerprint is cut to its last two bits.',
      changeFingerprint((fingerprint) => String(Number.parseInt(fingerprint.slice(-1), 16) % 4)),
    ],
  }),
  {
    id: 'fingerprint-is-empty',
    title: 'publicKeyFingerprint is an empty string.',
    requirements: ['GT-PARTYID-FINGERPRINT', 'GT-FINGERPRINT-DISTINCT'],
    quote: quoteOf('GT-FINGERPRINT-DISTINCT'),
    apply: changeTopology(() => ({ publicKeyFingerprint: '' })),
  },
];

/** Fingerprints that are not a function of the key, or are the same for different keys (ruling 8). */
export const fingerprintFaults = faultsOf('generate-topology', rows);
