import type { Call } from '../../reference/call.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import { everywhere, faults } from '../../reference/faults/table.ts';
import { isByApiKey } from '../../reference/rows/conditions.ts';
import { recall } from '../../reference/rows/credentials.ts';
import type { Action } from '../../reference/rows/engine.ts';

const itself = (token: string): string => token;
const ofLists = (token: string, call: Call): string | undefined =>
  call.operation === 'list-users' ? token : undefined;

/**
 * Faults that show only minutes after a token was used, in `certify` and in long soaks. They are not part of the kill matrix, whose
 * servers live for seconds; tests prove them with a clock of their own.
 */
export const rememberedTokenFaults: readonly Fault[] = faults(everywhere, 'AUTH-EXPIRED', {
  'accepted-tokens-are-remembered': [
    'A token that was accepted once is not verified again, and so never expires.',
    recall(itself),
  ],
  'accepted-tokens-are-remembered-for-a-quarter': [
    'A token that was accepted is not verified again for a quarter of an hour.',
    recall(itself, ({ at }) => Date.now() - at < 900_000),
  ],
  'accepted-signatures-are-remembered': [
    'The result of verifying a token is remembered by its signature.',
    recall((token) => token.split('.')[2]),
  ],
  'tokens-are-remembered-under-the-api-key': [
    'Under the API key, a token that was accepted once is not verified again.',
    recall((token, call) => (isByApiKey(call) ? token : undefined)),
  ],
  'tokens-are-remembered-by-operation': [
    'Each operation remembers the tokens that it accepted.',
    recall((token, call) => `${call.operation} ${token}`),
  ],
  'tokens-are-remembered-for-lists': [
    'Listing users remembers the tokens that it accepted.',
    recall(ofLists),
  ],
});

/** Servers that are right to accept a token for a little longer, or to remember it (ruling 32). */
export const rememberedTokenVariants: Readonly<Record<string, Action>> = {
  'accepted tokens are remembered for four minutes': recall(itself, ({ at }) => Date.now() - at < 240_000),
  'accepted tokens are remembered until five minutes after their end': recall(
    itself,
    ({ claims: { exp = 0 } }) => Date.now() < (exp + 300) * 1_000,
  ),
};
