import { operationStems } from '../../../schemas/openapi.ts';
import type { Call } from '../../call.ts';
import type { Change, Fault } from '../fault.ts';
import { breaking, faultOf } from '../fault-row.ts';

/** A rejected token as a careless server reads it; undefined if it reads nothing else. */
type Reread = (token: string, call: Call) => string | undefined;

/** A server that reads another token from a credential that it should reject, and verifies that. */
function rereadAs(reread: Reread): Change {
  return (behaviour, { fire }) => ({
    ...behaviour,
    readCredential: (call) => behaviour.readCredential(call) ?? call.headers.authorization,
    verifyCredential: async (token, call) => {
      const claims = await behaviour.verifyCredential(token, call);
      const other = claims === undefined ? reread(token, call) : undefined;
      if (other === undefined || other === token) return claims;
      const accepted = await behaviour.verifyCredential(other, call);
      if (accepted !== undefined) fire();
      return accepted;
    },
  });
}

/** A server that finds accepted tokens again by something less than the whole text. */
function findBy(nameOf: (token: string) => string | undefined): Change {
  return (behaviour, { fire }) => {
    const accepted = new Map<string, string>();
    return {
      ...behaviour,
      verifyCredential: async (token, call) => {
        const name = nameOf(token);
        const claims = await behaviour.verifyCredential(token, call);
        if (name === undefined) return claims;
        if (claims !== undefined) accepted.set(name, token);
        const known = claims === undefined ? accepted.get(name) : undefined;
        if (known === undefined) return claims;
        const found = await behaviour.verifyCredential(known, call);
        if (found !== undefined) fire();
        return found;
      },
    };
  };
}

const jwt = /[\w-]+\.[\w-]+\.[\w-]+/;
const jwts = new RegExp(jwt, 'g');

function subjectOf(token: string): string | undefined {
  try {
    const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      sub?: unknown;
    };
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
}

/** Tokens that are read leniently from the header, or found again by a part of them (ruling 33). */
const rows = [
  ...breaking(['AUTH-TOKEN-EXACT'], {
    'text-behind-token-ignored': ['Text behind the token, after a blank, is ignored.', rereadAs((token) => token.split(/[ \t]/)[0])],
    'text-behind-comma-ignored': ['Text behind the token, after a comma or a semicolon, is ignored.', rereadAs((token) => token.split(/[,;]/)[0])],
    'second-token-ignored': [
      'A second token behind the first is ignored.',
      rereadAs((token) => {
        const found = token.match(jwts) ?? [];
        return found.length === 2 ? found[0] : undefined;
      }),
    ],
    'characters-outside-base64url-ignored': [
      'Characters that base64url does not have are skipped, except white space and commas.',
      rereadAs((token) => token.replace(/[^\w.,; \t-]/g, '')),
    ],
    'white-space-in-token-ignored': [
      'White space inside the token is skipped.',
      rereadAs((token) => {
        const read = token.replace(/\s/g, '');
        return read.split('.').length === 3 ? read : undefined;
      }),
    ],
    'token-found-without-case': ['Accepted tokens are cached without regard to letter case.', findBy((token) => token.toLowerCase())],
    'payload-found-without-case': [
      'Accepted tokens are cached without regard to the letter case of the payload.',
      findBy((token) => {
        const [header, payload = '', signature] = token.split('.');
        return `${header}.${payload.toLowerCase()}.${signature}`;
      }),
    ],
  }),
  ...breaking(['AUTH-SIGNATURE-ALTERED'], {
    'token-found-by-beginning-of-signature': [
      'Accepted tokens are cached by the first half of their signature.',
      findBy((token) => token.split('.')[2]?.slice(0, 16)),
    ],
  }),
  ...breaking(['AUTH-OTHER-SECRET', 'AUTH-STAYS-WRONG', 'AUTH-SIGNATURE-ALTERED', 'AUTH-EXPIRED'], {
    'token-found-by-subject': ['Behind an accepted token, any other token of the same subject is accepted.', findBy(subjectOf)],
  }),
];

export const lenientTokenFaults: readonly Fault[] = rows.map((row) => faultOf(operationStems, row));
