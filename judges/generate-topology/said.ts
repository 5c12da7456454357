import { createHash } from 'node:crypto';
import { keyIdentity } from '../../generators/key-data/key-identity.ts';
import { isObject, readObject, shown } from '../../json/read-json.ts';
import { bodyOf, type Exchange } from '../../wire/exchange.ts';
import { succeeded } from '../answers/answer-kind.ts';

/** A part of a success that is compared, as a digest if it is long, and as a message shows it. */
interface Part {
  readonly value: string;
  readonly shown: string;
}

/** The parts of a success that relations compare, in little memory. */
export interface Said {
  readonly exchange: string;
  /** Format, specification and keyData: whether another encoding of a key is the same key is open. */
  readonly key: Part;
  /** The key itself; undefined if its encoding does not tell for certain. */
  readonly identity: Part | undefined;
  /** Hint and key; undefined if the key is. */
  readonly party: Part | undefined;
  readonly fingerprint: Part;
  readonly transactions: Part;
  readonly multiHash: Part;
}

/** A success whose four fields have the right types; others have findings of their own. */
export function saidIn({ id, request, answer }: Exchange): Said | undefined {
  if (answer === undefined || !succeeded('generate-topology', answer)) return undefined;
  const { partyHint, publicKey } = readObject(request.body) ?? {};
  const {
    publicKeyFingerprint: fingerprint,
    topologyTransactions: list,
    multiHash,
  } = readObject(bodyOf(answer)) ?? {};
  if (typeof fingerprint !== 'string' || typeof multiHash !== 'string' || !Array.isArray(list))
    return undefined;
  if (!isObject(publicKey) || typeof publicKey.keyData !== 'string') return undefined;
  const { format, keySpec, keyData } = publicKey;
  const identity = keyIdentity(format, keySpec, keyData);
  return {
    exchange: id,
    key: part(`${textOf(format)} ${textOf(keySpec)} ${keyData}`),
    // Not shortened: it is short, and its bytes tell whether the key is an unusual one.
    identity: identity === undefined ? undefined : { value: identity, shown: shown(identity, shownLength) },
    party: identity === undefined ? undefined : part(`${textOf(partyHint)} ${identity}`),
    fingerprint: part(fingerprint),
    // A multi-hash is over a set, so order and duplicates do not matter.
    transactions: part(JSON.stringify([...new Set(list.map(textOf))].sort())),
    multiHash: part(multiHash),
  };
}

const shownLength = 80;

/** Longer texts are compared by their digests, which are shorter. */
const longest = 64;

function part(text: string): Part {
  const value = text.length <= longest ? text : createHash('sha256').update(text).digest('base64');
  return { value, shown: shown(text, shownLength) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : shown(value, Number.POSITIVE_INFINITY);
}
