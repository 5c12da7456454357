import type { Fault } from '../fault.ts';
import { quotes } from '../quotes.ts';
import { type Admits, admit } from './admit.ts';
import { partsOf } from './presented.ts';

type TokenRow = readonly [id: string, title: string, requirements: readonly string[], admits: Admits];

/** Incomplete verification of credentials, on every operation. */
const rows: readonly TokenRow[] = [
  [
    'signature-compared-as-far-as-given',
    'A signature that is the beginning of the right one is accepted.',
    ['AUTH-SIGNATURE-ALTERED'],
    (kind, _call, token, accepted) =>
      kind === 'signature-altered' && isBeginning(bytesOf(token), rightOf(token, accepted)),
  ],
  [
    'last-byte-of-signature-ignored',
    'A signature that differs from the right one in its last byte alone is accepted.',
    ['AUTH-SIGNATURE-ALTERED'],
    (kind, _call, token, accepted) =>
      kind === 'signature-altered' &&
      bytesOf(token).length === rightOf(token, accepted).length &&
      isBeginning(bytesOf(token).subarray(0, -1), rightOf(token, accepted)),
  ],
  [
    'bytes-behind-signature-ignored',
    'A signature with an extra byte is accepted.',
    ['AUTH-SIGNATURE-ALTERED'],
    (kind, _call, token, accepted) =>
      kind === 'signature-altered' && isBeginning(rightOf(token, accepted), bytesOf(token)),
  ],
  [
    'signature-of-zeros-accepted',
    'A signature of zeros is accepted.',
    ['AUTH-SIGNATURE-ALTERED'],
    (kind, _call, token) => kind === 'signature-altered' && bytesOf(token).every((byte) => byte === 0),
  ],
  [
    'signature-compared-without-case',
    'A signature whose letters are those of the right one in the other case is accepted.',
    ['AUTH-SIGNATURE-ALTERED'],
    (kind, _call, token, accepted) =>
      kind === 'signature-altered' &&
      bytesOf(token).toString('base64url').toLowerCase() ===
        rightOf(token, accepted).toString('base64url').toLowerCase(),
  ],
  [
    'signature-compared-as-a-sum',
    'A signature of the same bytes in another order is accepted.',
    ['AUTH-SIGNATURE-ALTERED'],
    (kind, _call, token, accepted) =>
      kind === 'signature-altered' &&
      bytesOf(token).toSorted().join() === rightOf(token, accepted).toSorted().join(),
  ],
  [
    'exp-of-zero-means-never',
    'A token with exp 0 is accepted.',
    ['AUTH-EXPIRED'],
    (kind, _call, token) => kind === 'expired' && partsOf(token)?.claims.exp === 0,
  ],
  [
    'no-credential-wanted-beside-user-id',
    'Any credential is accepted, and none, where the body names a userId.',
    ['AUTH-REQUIRED', 'AUTH-NOT-JWT', 'AUTH-SIGNATURE-ALTERED', 'AUTH-EXPIRED', 'AUTH-OTHER-SECRET'],
    (_kind, { body }) => body.includes('"userId"'),
  ],
  [
    'alg-none-refused-in-lower-case-alone',
    'A JWT with alg None, NONE or nOnE is accepted, one with none is rejected.',
    ['AUTH-ALG-NONE'],
    (kind, _call, token) => kind === 'alg-none' && partsOf(token)?.header.alg !== 'none',
  ],
  [
    'alg-none-accepted-with-signature',
    'A JWT with alg none is accepted with an arbitrary signature.',
    ['AUTH-ALG-NONE'],
    (kind, _call, token) => kind === 'alg-none' && partsOf(token)?.signature !== '',
  ],
  [
    'part-behind-token-ignored',
    'A JWT with a fourth part is accepted.',
    ['AUTH-NOT-JWT'],
    (kind, _call, token) => kind === 'not-a-jwt' && token.split('.').length === 4,
  ],
  [
    'uuid-accepted-as-token',
    'A UUID is accepted as the token of a session.',
    ['AUTH-NOT-JWT'],
    (kind, _call, token) => kind === 'not-a-jwt' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(token),
  ],
  [
    'spaces-accepted-as-token',
    'The word Bearer with spaces after it is accepted.',
    ['AUTH-EMPTY'],
    (kind, { headers }) => kind === 'empty' && /^bearer/i.test(headers.authorization ?? ''),
  ],
  [
    'empty-authorization-accepted',
    'An empty Authorization header is accepted.',
    ['AUTH-EMPTY'],
    (kind, { headers }) => kind === 'empty' && headers.authorization === '',
  ],
  [
    'claim-added-to-accepted-token',
    'A payload with a further claim is accepted under the signature of the accepted token.',
    ['AUTH-PAYLOAD-CHANGED'],
    (kind, _call, token) => kind === 'payload-changed' && partsOf(token)?.claims.added !== undefined,
  ],
  [
    'expiry-moved-in-accepted-token',
    'A later exp is accepted under the signature of the accepted token.',
    ['AUTH-PAYLOAD-CHANGED'],
    (kind, _call, token, accepted) => {
      const { exp } = partsOf(token)?.claims ?? {};
      return kind === 'payload-changed' && [...accepted.values()].every(({ claims }) => claims.exp !== exp);
    },
  ],
];

function bytesOf(token: string): Buffer {
  return Buffer.from(partsOf(token)?.signature ?? '', 'base64url');
}

function rightOf(token: string, accepted: Parameters<Admits>[3]): Buffer {
  return Buffer.from(accepted.get(partsOf(token)?.signed ?? '')?.signature ?? '', 'base64url');
}

function isBeginning(part: Buffer, whole: Buffer): boolean {
  return part.length <= whole.length && whole.subarray(0, part.length).equals(part);
}

export const admittedTokenFaults: readonly Fault[] = rows.map(([id, title, requirements, admits]) => ({
  id,
  title,
  operations: ['generate-topology', 'execute-submission', 'list-users'],
  requirements,
  quote: requirements.includes('AUTH-EMPTY')
    ? 'value is the word Bearer, a space and <ACCESS_TOKEN>'
    : quotes.jwt,
  when: 'always',
  apply: admit(admits),
}));
