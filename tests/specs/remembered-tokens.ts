import type { Call } from '../../reference/call.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import { EX, everywhere, faults, GT, LU } from '../../reference/faults/table.ts';
import { answered } from '../../reference/rows/answers.ts';
import { early, isByApiKey } from '../../reference/rows/conditions.ts';
import { recall } from '../../reference/rows/credentials.ts';
import type { Action, Condition } from '../../reference/rows/engine.ts';

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

/** A token that was verified, or for `sliding` also one that was remembered, is not verified again for so long. */
const kept =
  (ms: number, sliding: boolean): Action =>
  () => {
    const known = new Map<string, { readonly claims: Call['claims']; readonly at: number }>();
    return {
      watch: {
        claims(call) {
          if (call.refusal === undefined && (sliding || !known.has(call.token ?? '')))
            known.set(call.token ?? '', { claims: call.claims, at: Date.now() });
        },
      },
      claims(call) {
        const found = known.get(call.token ?? '');
        if (found === undefined || call.refusal === undefined || Date.now() - found.at > ms) return;
        if (sliding) known.set(call.token ?? '', { ...found, at: Date.now() });
        [call.refusal, call.claims] = [undefined, found.claims];
      },
    };
  };

/** How servers go wrong about a token that is used again and again until its end, and then. */
export const sessionFaults: readonly Fault[] = faults(everywhere, 'AUTH-EXPIRED', {
  'sessions-live-on-while-they-are-used': [
    'A token that is used every two minutes never expires.',
    kept(120_000, true),
  ],
});

/** Servers that verify a token anew after a while, however often it is used (ruling 32). */
export const sessionVariants: Readonly<Record<string, Action>> = {
  'verified tokens are not verified again for four minutes': kept(240_000, false),
};

/** The first request after nobody asked for so long, in milliseconds; on each operation alone or on the whole server. */
const silent = (ms: number, of: (call: Call) => string | undefined): Condition =>
  early(() => {
    const last = new Map<string | undefined, number>();
    return (call) => {
      const [before, now] = [last.get(of(call)) ?? Number.POSITIVE_INFINITY, Date.now()];
      last.set(of(call), now);
      return now - before >= ms;
    };
  });

/** What servers do behind a rest: their pools have lost their connections (ruling 39). */
export const restFaults: readonly Fault[] = [
  ...faults(everywhere, ['AUTH-BEARER', 'AUTH-APIKEY', 'EX-FAILURE-FORM'], {
    'first-request-behind-five-seconds-is-html': [
      'The first request after five silent seconds is answered 500 with HTML.',
      answered(500, 'text/html', 'Internal Server Error'),
      silent(5_000, () => undefined),
    ],
  }),
  ...faults([GT, EX, LU], ['AUTH-BEARER', 'AUTH-APIKEY', '@-FAILURE-FORM'], {
    'first-request-behind-half-a-minute-is-html': [
      'The first request to @ after thirty silent seconds is answered 500 with HTML.',
      answered(500, 'text/html', 'Internal Server Error'),
      silent(30_000, ({ operation }) => operation),
    ],
  }),
];
