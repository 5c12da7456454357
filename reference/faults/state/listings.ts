import type { Answer } from '../../answer.ts';
import type { Call } from '../../call.ts';
import { changePerform, changeStage } from '../change-stage.ts';
import type { Change } from '../fault.ts';
import { breaking, type FaultRow, faultsOf } from '../fault-row.ts';
import { limitTo } from '../limit-to.ts';
import { all, onSecondReplica, perConnection, whenAnswered } from './remembered.ts';

const operation = 'list-users';

type Listing = { readonly users: readonly unknown[]; readonly nextPageToken: string };

const asksForEverything = ({ target }: Call): boolean => !target.includes('?');

/** Another listing on the connection, behind an answer that `isMeant`; once. */
function otherListing(isMeant: (answer: Answer, call: Call) => boolean, change: (listing: Listing) => Listing): Change {
  const memory = perConnection(() => ({ isNext: false }));
  return all(
    changePerform(operation, (perform, { fire }) => async (request, call) => {
      const listing = (await perform(request, call)) as Listing;
      const known = memory(call);
      if (!known.isNext || !asksForEverything(call)) return listing;
      known.isNext = false;
      fire();
      return change(listing);
    }),
    whenAnswered((answer, call) => {
      if (isMeant(answer, call)) memory(call).isNext = true;
    }),
  );
}

/** One user less in the listing, wherever `isMeant`. */
function lessOne(isMeant: () => (call: Call) => boolean): Change {
  return limitTo(
    changePerform(operation, (perform, { fire }) => async (request, call) => {
      const listing = (await perform(request, call)) as Listing;
      if (listing.nextPageToken !== '' || listing.users.length < 3) return listing;
      fire();
      return { ...listing, users: listing.users.slice(0, -1) };
    }),
    isMeant,
  );
}

/** A page token is only known where it was issued. */
const ownTokens: Change = (behaviour, context) => {
  const isSecond = onSecondReplica();
  const issued = new Map<string, boolean>();
  return all(
    changePerform(operation, (perform) => async (request, call) => {
      const listing = (await perform(request, call)) as Listing;
      if (listing.nextPageToken !== '') issued.set(listing.nextPageToken, isSecond(call));
      return listing;
    }),
    changeStage('structure', (structure) => ({
      ...structure,
      [operation]: [
        ...structure[operation],
        {
          name: 'token of another replica',
          refuse: (call) => {
            const token = (call.input as { readonly pageToken?: readonly string[] }).pageToken?.[0] ?? '';
            const issuer = issued.get(token);
            if (issuer === undefined || issuer === isSecond(call)) return undefined;
            context.fire();
            return { code: 'INVALID_TOKEN', cause: 'The page token is unknown.', structural: true };
          },
        },
      ],
    })),
  )(behaviour, context);
};

const rows: readonly FaultRow[] = [
  ...breaking(['LU-PAGE-COMPLETE'], {
    'listing-behind-a-rejected-credential-is-empty': [
      'Behind a rejected credential, the next listing on the same connection is empty.',
      otherListing(
        ({ status }, call) => call.operation === operation && status === 401,
        () => ({
          users: [],
          nextPageToken: '',
        }),
      ),
    ],
    'listing-behind-a-rejected-token-begins-later': [
      'Behind a rejected page token, the next listing on the same connection lacks its first two users.',
      otherListing(
        ({ status }, { target }) => status === 400 && target.includes('pageToken='),
        ({ users, ...rest }) => ({ ...rest, users: users.slice(2) }),
      ),
    ],
    'listing-of-second-replica-lags': [
      'On every second connection, the last user is not listed.',
      (behaviour, context) => lessOne(onSecondReplica)(behaviour, context),
    ],
    'listing-at-once-is-short': [
      'While another listing is in progress on another connection, the last user is not listed.',
      (behaviour, context) => {
        const pausing: Change = (given) => ({
          ...given,
          verifyCredential: async (token, call) => {
            if (call.operation === operation) await new Promise((resolve) => setTimeout(resolve, 2));
            return given.verifyCredential(token, call);
          },
        });
        return all(
          pausing,
          lessOne(() => (call) => asksForEverything(call) && call.inFlight() > 6),
        )(behaviour, context);
      },
    ],
  }),
  ...breaking(['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE', 'LU-PAGE-EMPTYTOKEN', 'LU-SUCCESS'], {
    'tokens-of-another-replica-are-unknown': ['A page token is rejected on every second connection other than those like that of its page.', ownTokens],
  }),
];

/** Listings that depend on what was sent before, or on the replica. */
export const listingStateFaults = faultsOf(operation, rows);
