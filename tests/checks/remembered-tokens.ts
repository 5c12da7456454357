import type { Call, Claims } from '../../reference/call.ts';
import { schemeOf } from '../../reference/faults/credentials/presented.ts';
import type { Change, Fault } from '../../reference/faults/fault.ts';
import { breaking, faultOf } from '../../reference/faults/fault-row.ts';
import { operationStems } from '../../schemas/openapi.ts';

/** What a server knows about a token that it accepted before. */
interface Accepted {
  readonly claims: Claims;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A server that remembers accepted tokens under a name, and asks `counts` instead of verifying them again. */
function remembering(
  nameOf: (token: string, call: Call, claims: Claims | undefined) => string | undefined,
  counts: (accepted: Accepted) => boolean = () => true,
): Change {
  return (behaviour, { fire }) => {
    const known = new Map<string, Accepted>();
    return {
      ...behaviour,
      verifyCredential: async (token, call) => {
        const claims = await behaviour.verifyCredential(token, call);
        const name = nameOf(token, call, claims);
        if (name === undefined) return claims;
        if (claims !== undefined) known.set(name, { claims, at: Date.now() });
        const accepted = known.get(name);
        if (claims !== undefined || accepted === undefined || !counts(accepted)) return claims;
        fire();
        return accepted.claims;
      },
    };
  };
}

const rows = breaking(['AUTH-EXPIRED'], {
  'accepted-tokens-are-remembered': [
    'A token that was accepted once is not verified again, and so never expires.',
    remembering((token) => token),
  ],
  'accepted-tokens-are-remembered-for-a-quarter': [
    'A token that was accepted is not verified again for a quarter of an hour.',
    remembering(
      (token) => token,
      ({ at }) => Date.now() - at < 900_000,
    ),
  ],
  'accepted-signatures-are-remembered': [
    'The result of verifying a token is remembered by its signature.',
    remembering((token) => token.split('.')[2]),
  ],
  'tokens-are-remembered-under-the-api-key': [
    'Under the API key, a token that was accepted once is not verified again.',
    remembering((token, call) => (schemeOf(call) === 'api-key' ? token : undefined)),
  ],
  'tokens-are-remembered-by-operation': [
    'Each operation remembers the tokens that it accepted.',
    remembering((token, call) => `${call.operation} ${token}`),
  ],
  'tokens-are-remembered-for-lists': [
    'Listing users remembers the tokens that it accepted.',
    remembering((token, call) => (call.operation === 'list-users' ? token : undefined)),
  ],
});

/**
 * Faults that show only minutes after a token was used, in `certify` and in long soaks. They are not part of the kill matrix, whose
 * servers live for seconds; tests prove them with a clock of their own.
 */
export const rememberedTokenFaults: readonly Fault[] = rows.map((row) => faultOf(operationStems, row));

/** Servers that are right to accept a token for a little longer, or to remember it (ruling 32). */
export const rememberedTokenVariants: Readonly<Record<string, Change>> = {
  'accepted tokens are remembered for four minutes': remembering(
    (token) => token,
    ({ at }) => Date.now() - at < 240_000,
  ),
  'accepted tokens are remembered until five minutes after their end': remembering(
    (token) => token,
    ({ claims: { exp = 0 } }) => Date.now() < (exp + 300) * 1_000,
  ),
};
