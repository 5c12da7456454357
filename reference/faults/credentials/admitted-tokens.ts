import { operationStems } from '../../../schemas/openapi.ts';
import type { Change, Fault } from '../fault.ts';
import { breaking, type FaultRow, faultOf } from '../fault-row.ts';
import { quoteOf } from '../quotes.ts';
import { admit } from './admit.ts';
import type { AcceptedTokens } from './kind-of-token.ts';
import { type CredentialKind, partsOf } from './presented.ts';

/** A server that accepts some credentials of a kind. */
function admitSome(kind: CredentialKind, concerns: (token: string, accepted: AcceptedTokens) => boolean): Change {
  return admit((met, _call, token, accepted) => met === kind && concerns(token, accepted));
}

/** A server that accepts an altered signature by comparing it with the right one in a wrong way. */
function compareSignatures(isAlike: (given: Buffer, right: Buffer) => boolean): Change {
  return admitSome('signature-altered', (token, accepted) => isAlike(bytesOf(token), rightOf(token, accepted)));
}

function bytesOf(token: string): Buffer {
  return Buffer.from(partsOf(token)?.signature ?? '', 'base64url');
}

function rightOf(token: string, accepted: AcceptedTokens): Buffer {
  return Buffer.from(accepted.get(partsOf(token)?.signed ?? '')?.signature ?? '', 'base64url');
}

function isBeginning(part: Buffer, whole: Buffer): boolean {
  return part.length <= whole.length && whole.subarray(0, part.length).equals(part);
}

/** Incomplete verification of credentials. */
const rows: readonly FaultRow[] = [
  ...breaking(['AUTH-SIGNATURE-ALTERED'], {
    'signature-compared-as-far-as-given': ['A signature that is the beginning of the right one is accepted.', compareSignatures(isBeginning)],
    'last-byte-of-signature-ignored': [
      'A signature of which only the last byte is wrong is accepted.',
      compareSignatures((given, right) => given.length === right.length && isBeginning(given.subarray(0, -1), right)),
    ],
    'bytes-behind-signature-ignored': ['A signature with an extra byte is accepted.', compareSignatures((given, right) => isBeginning(right, given))],
    'signature-of-zeros-accepted': ['A signature of zeros is accepted.', compareSignatures((given) => given.every((byte) => byte === 0))],
    'signature-compared-without-case': [
      'A signature whose letters are those of the right one in the other case is accepted.',
      compareSignatures((given, right) => given.toString('base64url').toLowerCase() === right.toString('base64url').toLowerCase()),
    ],
    'signature-compared-as-a-sum': [
      'A signature of the same bytes in another order is accepted.',
      compareSignatures((given, right) => given.toSorted().join() === right.toSorted().join()),
    ],
  }),
  ...breaking(['AUTH-EXPIRED'], {
    'exp-of-zero-means-never': ['A token with exp 0 is accepted.', admitSome('expired', (token) => partsOf(token)?.claims.exp === 0)],
  }),
  {
    id: 'no-credential-wanted-beside-user-id',
    title: 'Any credential is accepted, and none, where the body names a userId.',
    requirements: ['AUTH-REQUIRED', 'AUTH-NOT-JWT', 'AUTH-SIGNATURE-ALTERED', 'AUTH-EXPIRED', 'AUTH-OTHER-SECRET'],
    quote: quoteOf('AUTH-NOT-JWT'),
    apply: admit((_kind, { body }) => body.includes('"userId"')),
  },
  ...breaking(['AUTH-ALG-NONE'], {
    'alg-none-refused-in-lower-case-alone': [
      'A JWT with alg None, NONE or nOnE is accepted, one with none is rejected.',
      admitSome('alg-none', (token) => partsOf(token)?.header.alg !== 'none'),
    ],
    'alg-none-accepted-with-signature': [
      'A JWT with alg none is accepted with an arbitrary signature.',
      admitSome('alg-none', (token) => partsOf(token)?.signature !== ''),
    ],
  }),
  ...breaking(['AUTH-NOT-JWT'], {
    'part-behind-token-ignored': ['A JWT with a fourth part is accepted.', admitSome('not-a-jwt', (token) => token.split('.').length === 4)],
    'word-for-no-token-accepted': [
      'The words undefined and null are accepted in place of a token.',
      admitSome('not-a-jwt', (token) => /^(undefined|null)$/.test(token)),
    ],
    'uuid-accepted-as-token': [
      'A UUID is accepted as the token of a session.',
      admitSome('not-a-jwt', (token) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(token)),
    ],
  }),
  ...breaking(['AUTH-EMPTY'], {
    'spaces-accepted-as-token': [
      'The word Bearer with spaces after it is accepted.',
      admit((kind, { headers }) => kind === 'empty' && /^bearer/i.test(headers.authorization ?? '')),
    ],
    'empty-authorization-accepted': [
      'An empty Authorization header is accepted.',
      admit((kind, { headers }) => kind === 'empty' && headers.authorization === ''),
    ],
  }),
  ...breaking(['AUTH-PAYLOAD-CHANGED'], {
    'claim-added-to-accepted-token': [
      'A payload with a further claim is accepted under the signature of the accepted token.',
      admitSome('payload-changed', (token) => partsOf(token)?.claims.added !== undefined),
    ],
    'expiry-moved-in-accepted-token': [
      'A later exp is accepted under the signature of the accepted token.',
      admitSome('payload-changed', (token, accepted) => {
        const { exp } = partsOf(token)?.claims ?? {};
        return [...accepted.values()].every(({ claims }) => claims.exp !== exp);
      }),
    ],
  }),
];

/** The same on every operation. */
export const admittedTokenFaults: readonly Fault[] = rows.map((row) => faultOf(operationStems, row));
