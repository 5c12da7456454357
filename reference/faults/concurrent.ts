import { isDeepStrictEqual } from 'node:util';
import { refused } from '../refusal.ts';
import { text } from '../rows/answers.ts';
import { overlapping, success } from '../rows/conditions.ts';
import { admitAnybody } from '../rows/credentials.ts';
import { type Action, given, performed } from '../rows/engine.ts';
import { isLast, page } from '../rows/list-users.ts';
import { reject, rejecting, slow } from '../rows/requests.ts';
import { pause } from '../rows/sending.ts';
import type { Json } from '../rules/json-types.ts';
import type { Fault } from './fault.ts';
import { quoteOf } from './quotes.ts';
import { chains } from './requirements.ts';
import { EX, faults, GT, LU } from './table.ts';

/** Long enough for concurrent requests to overlap, also where bodies are written in several parts; milliseconds. */
const overlapMs = 50;

/** A member of the current request is stored in a shared variable, which the next request overwrites. */
export const sharing =
  (name: string, isShared: (request: Json) => boolean = () => true): Action =>
  (run) => {
    let latest: Json;
    return {
      async perform(call) {
        if (!isShared(call.request)) return;
        const own = call.request;
        latest = own;
        await pause(overlapMs);
        if (call.inFlight() < 2 || latest === own) return;
        const { [name]: _own, ...rest } = own;
        const mixed = latest[name] === undefined ? rest : { ...rest, [name]: latest[name] };
        if (isDeepStrictEqual(mixed, own)) return;
        call.request = mixed;
        call.result = await performed(run, call, mixed);
      },
    };
  };

/** Two successes that are composed at the same time are exchanged. */
const swapped: Action = () => {
  let waiting: { readonly value: Json; readonly exchange: (other: Json) => void } | undefined;
  return {
    async answer(call) {
      const own = call.value;
      if (waiting !== undefined) {
        const other = waiting;
        waiting = undefined;
        other.exchange(own);
        call.value = other.value;
        return;
      }
      const other = new Promise<Json>((exchange) => {
        waiting = { value: own, exchange };
      });
      const mine = waiting;
      const alone = pause(overlapMs).then(() => {
        if (waiting === mine) waiting = undefined;
        return own;
      });
      call.value = await Promise.race([other, alone]);
    },
  };
};

const busy = overlapping(1);
const slowly = slow(overlapMs);
const refuseBusy = [slowly, given(busy, reject())];

/** Accepts a request without a valid token while one with a valid token is being processed. */
const sharedClaims: Action = (run) => {
  let shared = 0;
  const letIn = admitAnybody(() => shared > 0)(run);
  return {
    watch: {
      async claims({ refusal }) {
        if (refusal === undefined) shared += 1;
        await pause(overlapMs);
        if (refusal === undefined) shared -= 1;
      },
    },
    ...letIn,
  };
};
const stolen = [
  'A request without a valid token is admitted while one with a valid token is being processed.',
  sharedClaims,
  { breaks: ['AUTH-REQUIRED', 'AUTH-EMPTY', 'AUTH-NOT-JWT', 'AUTH-SIGNATURE-ALTERED'] },
] as const;

/** Faults that occur when requests overlap. */
export const concurrentFaults: readonly Fault[] = [
  ...faults(GT, ['GT-PARTYID-HINT', 'GT-FINGERPRINT-FUNCTION'], success, {
    'answers-of-two-requests-are-exchanged': ["Two concurrent requests get each other's answers.", swapped],
  }),
  ...faults(GT, 'GT-PARTYID-HINT', {
    'hint-of-another-request-is-used': ['Two concurrent requests both use the hint of the later one.', sharing('partyHint')],
  }),
  ...faults(GT, ['GT-FINGERPRINT-FUNCTION', 'GT-FINGERPRINT-DISTINCT'], {
    'key-of-another-request-is-used': ['Two concurrent requests both use the public key of the later one.', sharing('publicKey')],
  }),
  ...faults(GT, 'GT-SUCCESS', {
    'overlapping-request-is-refused': ['A valid request is rejected while another one is in progress.', refuseBusy],
  }),
  ...faults(EX, ['EX-RES-MEDIA', 'EX-RES-OBJECT'], {
    'overlapping-successes-are-joined': [
      'A submission that is accepted while another one is in progress gets two objects as its body.',
      [slowly, given(success, given(busy, text('{}{}')))],
      { quote: quoteOf('EX-RES-OBJECT') },
    ],
  }),
  ...faults(EX, ['EX-SUCCESS', 'EX-OPT-USERID', 'EX-OPT-MINLEDGERTIME', 'EX-OPT-DEDUPLICATION', 'AUTH-BEARER'], {
    'overlapping-submission-is-refused': ['A valid submission is rejected while another one is in progress.', refuseBusy],
    'claims-of-another-request-are-used': stolen,
  }),
  ...faults(LU, ['LU-PAGE-SIZE', ...chains], success, {
    'pages-of-two-requests-are-exchanged': ["Two concurrent requests get each other's pages.", swapped, { quote: quoteOf('LU-PAGE-CONTINUES') }],
  }),
  ...faults(LU, chains, {
    'page-token-of-another-request-is-used': [
      'Two concurrent requests both use the page token of the later one.',
      sharing('pageToken'),
      { quote: quoteOf('LU-PAGE-CONTINUES') },
    ],
    'page-size-of-another-request-is-used': ['Two concurrent requests use the page size of the later one.', sharing('pageSize'), { breaks: 'LU-PAGE-SIZE' }],
    'claims-of-another-request-are-used': stolen,
  }),
].map((fault) => ({ ...fault, when: 'concurrent', only: 'concurrency' }));

/** A request for a key joins another one for the same key that is in progress. */
const joinedByKey: Action = () => {
  const inProgress = new Map<string, Promise<Json>>();
  return {
    async perform(call) {
      const { keyData } = call.request.publicKey;
      const other = inProgress.get(keyData);
      if (other !== undefined) {
        call.result = await other;
        return;
      }
      const own = pause(overlapMs).then(() => call.result);
      inProgress.set(keyData, own);
      await own.finally(() => inProgress.delete(keyData));
    },
  };
};

/** A request for what another one asks for at the same time is rejected. */
export const oneAtATime: Action = (run) => {
  const inProgress = new Set<string>();
  const cause = 'The party is being generated.';
  const refusing = rejecting(
    () =>
      (_, { body }) =>
        inProgress.has(body.toString()),
    refused('SUBMISSION_ALREADY_IN_FLIGHT', cause),
    'decode',
  )(run);
  return {
    ...refusing,
    async perform({ body }) {
      inProgress.add(body.toString());
      await pause(overlapMs);
      inProgress.delete(body.toString());
    },
  };
};

/** What goes wrong only with many requests, or with those for the same key. */
export const crowdedFaults: readonly Fault[] = [
  ...faults(GT, ['GT-PARTYID-HINT', 'GT-SUCCESS', 'GT-ENTRY-DISTINCT'], {
    'requests-at-once-for-one-key-share-an-answer': [
      'Of two concurrent requests for the same key, the second gets the answer of the first.',
      joinedByKey,
      { when: 'concurrent', only: 'concurrency' },
    ],
  }),
  ...faults(LU, ['AUTH-SIGNATURE-ALTERED', 'AUTH-REQUIRED', 'AUTH-NOT-JWT', 'AUTH-STAYS-WRONG'], {
    'tokens-are-not-verified-under-load': [
      'While more than twelve requests are in progress, every credential is accepted.',
      [slowly, admitAnybody((call) => call.inFlight() > 12)],
      { when: 'concurrent', only: 'concurrency' },
    ],
  }),
];

/** The last user is missing where the whole listing fits on a page. */
export const lessOne = page((listing) => (isLast(listing) && listing.users.length > 2 ? { users: listing.users.slice(0, -1) } : undefined));
