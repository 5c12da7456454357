import type { Call } from '../../call.ts';
import { refused } from '../../refusal.ts';
import { not, overlapping, perConnection, replica, target } from '../../rows/conditions.ts';
import { type Action, given } from '../../rows/engine.ts';
import { end } from '../../rows/list-users.ts';
import { rejecting, slow } from '../../rows/requests.ts';
import { lessOne } from '../concurrent.ts';
import type { Fault } from '../fault.ts';
import { faults, LU, showing } from '../table.ts';

/** Another listing on the connection, behind an answer that `isMeant`; once. */
const behind =
  (isMeant: (call: Call) => boolean, change: (listing: Call['result']) => object): Action =>
  () => {
    const memory = perConnection(() => ({ isNext: false }));
    return {
      watch: {
        send(call) {
          if (isMeant(call)) memory(call).isNext = true;
        },
      },
      perform(call) {
        if (!memory(call).isNext || call.target.includes('?')) return;
        memory(call).isNext = false;
        call.result = change(call.result);
      },
    };
  };

/** A page token is only known where it was issued. */
const ownTokens: Action = (run) => {
  const isSecond = replica(2)(run);
  const places = new WeakMap<Call, boolean>();
  const issued = new Map<string, boolean>();
  const isElsewhere = (token: string, call: Call): boolean => (issued.get(token) ?? places.get(call)) !== places.get(call);
  return {
    watch: {
      token(call) {
        places.set(call, isSecond(call));
      },
    },
    ...rejecting(
      () => (input, call) => isElsewhere(input.pageToken?.[0] ?? '', call),
      refused('INVALID_TOKEN', 'The page token is unknown.', { structural: true }),
    )(run),
    perform(call) {
      if (call.result.nextPageToken !== '') issued.set(call.result.nextPageToken, places.get(call) === true);
    },
  };
};

const everything = not(target(/\?/));

/** Listings that depend on what was sent before, or on the replica. */
export const listingState: readonly Fault[] = showing('state', [
  ...faults(LU, 'LU-PAGE-COMPLETE', {
    'listing-behind-a-rejected-credential-is-empty': [
      'Behind a rejected credential, the next listing on the same connection is empty.',
      behind(
        ({ operation, status }) => operation === LU && status === 401,
        () => end,
      ),
    ],
    'listing-behind-a-rejected-token-begins-later': [
      'Behind a rejected page token, the next listing on the same connection lacks its first two users.',
      behind(
        (call) => call.status === 400 && call.target.includes('pageToken='),
        ({ users, ...rest }) => ({ ...rest, users: users.slice(2) }),
      ),
    ],
    'listing-of-second-replica-lags': ['On every second connection, the last user is not listed.', lessOne, replica(2)],
    'listing-at-once-is-short': [
      'While another listing is in progress on another connection, the last user is not listed.',
      [slow(2), given(everything, given(overlapping(6), lessOne))],
    ],
  }),
  ...faults(LU, ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE', 'LU-PAGE-EMPTYTOKEN', 'LU-SUCCESS'], {
    'tokens-of-another-replica-are-unknown': ['A page token is rejected on every second connection other than those like that of its page.', ownTokens],
  }),
]);
