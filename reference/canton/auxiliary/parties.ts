import { BinaryReader } from '@bufbuild/protobuf/wire';
import type { AuxiliaryEndpoint } from '../../auxiliary-endpoint.ts';
import { keySpecs, type PublicKey, readPublicKey } from '../../keys/public-key.ts';
import { checkSignature } from '../../keys/signature.ts';
import { refused } from '../../refusal.ts';
import { isObject } from '../../rules/json-types.ts';
import { multiHash } from '../../topology/multi-hash.ts';
import { invalidArguments } from '../refusals.ts';
import { bodyOf, success } from './json.ts';

/** The participant's id, and allocating a party with a signed topology. */
export const partyEndpoints: readonly AuxiliaryEndpoint[] = [
  {
    method: 'GET',
    path: '/parties/participant-id',
    answer: ({ ledger }) => success({ participantId: ledger.participantUid }),
  },
  {
    method: 'POST',
    path: '/parties/external/allocate',
    answer: (call) => {
      const { onboardingTransactions, multiHashSignatures } = bodyOf(call);
      const transactions = objectsIn(onboardingTransactions).map(({ transaction }) =>
        Buffer.from(String(transaction), 'base64'),
      );
      const party = partyIn(transactions[0] ?? Buffer.alloc(0));
      const [signature] = objectsIn(multiHashSignatures);
      if (party === undefined || !holds(party.key, multiHash(transactions), signature))
        return { refusal: refused('TOPOLOGY_NOT_SIGNED', 'Transaction signature verification failed') };
      if (call.ledger.parties.has(party.id)) {
        const words = `Party ${party.id.slice(0, 30)}... already exists on synchronizer ${call.ledger.synchronizer.slice(0, 30)}...`;
        return { refusal: invalidArguments(words) };
      }
      call.ledger.parties.set(party.id, party.key);
      return success({ partyId: party.id });
    },
  },
];

function objectsIn(list: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function holds(
  key: PublicKey,
  message: Buffer,
  given: Readonly<Record<string, unknown>> | undefined,
): boolean {
  if (given === undefined || given.signedBy !== key.fingerprint) return false;
  const names = { format: String(given.format), algorithm: String(given.signingAlgorithmSpec) };
  return checkSignature(key, message, Buffer.from(String(given.signature), 'base64'), names) === undefined;
}

/** Party and key of a transaction that maps a party to participants. */
function partyIn(transaction: Buffer): { readonly id: string; readonly key: PublicKey } | undefined {
  const mapping = inside(transaction, [1, 3, 9]);
  const signingKey = mapping === undefined ? undefined : inside(mapping, [6, 1]);
  const party = mapping === undefined ? undefined : inside(mapping, [1]);
  const spki = signingKey === undefined ? undefined : inside(signingKey, [3]);
  if (party === undefined || spki === undefined) return undefined;
  const data = Buffer.from(spki).toString('base64');
  const keys = Object.keys(keySpecs).map((spec) =>
    readPublicKey('CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO', data, spec),
  );
  const key = keys.find((each) => typeof each !== 'string');
  return key === undefined || typeof key === 'string'
    ? undefined
    : { id: Buffer.from(party).toString('utf8'), key };
}

function inside(bytes: Uint8Array, path: readonly number[]): Uint8Array | undefined {
  let found: Uint8Array | undefined = bytes;
  for (const field of path) found = found === undefined ? undefined : firstOf(found, field);
  return found;
}

function firstOf(bytes: Uint8Array, wanted: number): Uint8Array | undefined {
  try {
    const reader = new BinaryReader(bytes);
    while (reader.pos < reader.len) {
      const [field, type] = reader.tag();
      if (field === wanted && type === 2) return reader.bytes();
      reader.skip(type);
    }
  } catch {
    return undefined;
  }
  return undefined;
}
