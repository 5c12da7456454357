import type { Call } from '../../call.ts';
import type { Change } from '../fault.ts';
import { type AcceptedTokens, kindOfToken } from './kind-of-token.ts';
import { blankKind, type CredentialKind, partsOf } from './presented.ts';

/** Whether a credential of this kind is accepted; `token` is '' if there is none. */
type Admits = (kind: CredentialKind, call: Call, token: string, accepted: AcceptedTokens) => boolean;

/** A server that accepts credentials that it should reject; the caller counts as the user of the ledger. */
export function admit(admits: Admits): Change {
  return (behaviour, context) => {
    const accepted: AcceptedTokens = new Map();
    return {
      ...behaviour,
      readCredential: (call) => {
        const blank = blankKind(call);
        if (blank !== undefined && admits(blank, call, '', accepted)) return '';
        return behaviour.readCredential(call);
      },
      verifyCredential: async (token, call) => {
        const claims = await behaviour.verifyCredential(token, call);
        if (claims !== undefined) {
          const parts = partsOf(token);
          if (parts !== undefined) accepted.set(parts.signed, parts);
          return claims;
        }
        const kind = blankKind(call) ?? (await kindOfToken(token, accepted, context.ledger));
        if (call.operation === undefined || !admits(kind, call, token, accepted)) return undefined;
        context.fire();
        return { sub: context.ledger.userId };
      },
    };
  };
}
