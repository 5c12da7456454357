import type { Call } from '../../call.ts';
import type { User } from '../../directory.ts';
import { membersOf, withJson } from '../../faults/altered-draft.ts';
import { changePerform } from '../../faults/change-stage.ts';
import type { Change } from '../../faults/fault.ts';
import type { Operation } from '../../operation.ts';
import { changeAnswers } from '../change-answers.ts';
import { readings } from '../requests/readings.ts';
import { awkwardNames } from '../success-form.ts';
import { variantsOf } from '../variant-row.ts';
import { ownListing } from './own-listing.ts';

const operations: readonly Operation[] = ['list-users'];

/** Writes each user differently. */
function usersAs(write: (user: User, call: Call) => object): Change {
  return changeAnswers((draft, call, refusal) => {
    const users = refusal === undefined && call.operation === 'list-users' ? membersOf(draft)?.users : undefined;
    if (!Array.isArray(users)) return undefined;
    return withJson(draft, { ...membersOf(draft), users: users.map((user: User) => write(user, call)) });
  });
}

/** A custom list of users instead of those of the ledger; the token's own user, the first one, remains. */
function listed(make: (user: User, index: number) => User): Change {
  return ownListing({
    order: ([own, ...others]) => [...(own === undefined ? [] : [own]), ...others.map((user, index) => make(user, index))],
  });
}

const unusualIds = ['bob', 'Bob', 'BOB', '__proto__', 'constructor', '0', '00', '1e3', 'null', ' ', 'a\u0000b', 'ž', 'z\u030c'];

/** Which fields users have, and what they contain (rulings 3, 4, 6 and 17). */
export const userVariants = variantsOf(operations, readings.userFields, {
  'users-have-ids-alone': {
    title: 'Users have an id and nothing else.',
    apply: usersAs(({ id }) => ({ id })),
  },
  'users-have-nulls': {
    title: 'Every field of a user but its id is null.',
    quote: readings.nullIsAbsent,
    apply: usersAs(({ id }) => ({
      id,
      primaryParty: null,
      isDeactivated: null,
      metadata: null,
      identityProviderId: null,
    })),
  },
  'users-have-empty-metadata': {
    title: 'The metadata of users is an empty object.',
    apply: usersAs((user) => ({ ...user, metadata: {} })),
  },
  'users-have-metadata-of-nulls': {
    title: 'The fields of the metadata of users are null.',
    quote: readings.nullIsAbsent,
    apply: usersAs((user) => ({ ...user, metadata: { resourceVersion: null, annotations: null } })),
  },
  'users-have-parties-in-place-of-ids': {
    title: 'Users have a primaryParty and no id.',
    apply: usersAs(({ id, metadata }) => ({ primaryParty: `${id}::1220`, metadata })),
  },
  'users-have-null-ids': {
    title: 'The id of each user is null; users are distinguished by party.',
    quote: readings.nullIsAbsent,
    apply: usersAs((user) => ({ ...user, id: null, primaryParty: `${user.id}::1220` })),
  },
  'users-without-ids-in-changing-order': {
    title: 'Users have no id, and their members are in another order each time.',
    apply: usersAs(({ id, isDeactivated }, { ordinal }) =>
      ordinal % 2 === 0 ? { primaryParty: `${id}::1220`, isDeactivated } : { isDeactivated, primaryParty: `${id}::1220` },
    ),
  },
  'users-without-fields': {
    title: 'Users have no fields.',
    apply: usersAs(() => ({})),
  },
  'users-alike': {
    title: 'Users have no id, and some of them are equal.',
    apply: usersAs(({ isDeactivated, identityProviderId }) => ({ isDeactivated, identityProviderId })),
  },
  'users-change-meanwhile': {
    title: 'The resourceVersion and the flags of users change with each request; the users stay the same.',
    quote: readings.order,
    apply: usersAs((user, { ordinal }) => ({
      ...user,
      isDeactivated: ordinal % 2 === 0,
      metadata: { resourceVersion: String(ordinal), annotations: { seen: String(ordinal) } },
    })),
  },
  'users-have-awkward-annotations': {
    title: 'Users have annotations whose names are special in programming languages.',
    apply: usersAs((user) => ({
      ...user,
      metadata: {
        ...user.metadata,
        annotations: Object.fromEntries(awkwardNames.map((name) => [name, `${name}\u0000\u2028`])),
      },
    })),
  },
  'users-have-unusual-ids': {
    title: 'Ids of users differ only in case or Unicode composition, or are reserved words.',
    apply: listed((user, index) => ({ ...user, id: unusualIds[index] ?? user.id })),
  },
  'a-user-has-an-empty-id': {
    title: 'The id of one user is empty.',
    apply: listed((user, index) => ({ ...user, id: index === 3 ? '' : user.id })),
  },
  'users-have-long-ids': {
    title: 'Ids of users have 2,000 characters and differ in the last ones.',
    apply: listed((user) => ({ ...user, id: user.id.padStart(2000, 'u') })),
  },
  'ids-differ-within-a-provider': {
    title: 'Two users of different identity providers have the same id.',
    apply: listed((user, index) => ({
      ...user,
      id: `user-${index >> 1}`,
      identityProviderId: index % 2 === 0 ? '' : 'second-provider',
    })),
  },
  'users-come-and-go': {
    title: 'At every fifteenth listing, one user is added and another is removed.',
    quote: readings.usersComeAndGo,
    apply: changePerform('list-users', (perform, { ledger: { directory }, fire }) => {
      let listings = 0;
      return (request, call) => {
        listings += 1;
        if (listings % 15 === 0) {
          fire();
          const [user] = directory.page('', 1);
          if (user !== undefined) directory.insert({ ...user, id: `visitor-${listings}` });
          directory.remove(`visitor-${listings - 45}`);
        }
        return perform(request, call);
      };
    }),
  },
  'users-visit-between-listings': {
    title: 'During each request with a page token there is one more user, who is removed right after it.',
    quote: readings.usersComeAndGo,
    apply: changePerform('list-users', (perform, { ledger: { directory }, fire }) => {
      let visits = 0;
      return async (request, call) => {
        const [user] = directory.page('', 1);
        if (user === undefined || request.pageToken === undefined) return perform(request, call);
        fire();
        visits += 1;
        const id = `visitor-${visits}`;
        directory.insert({ ...user, id });
        try {
          return await perform(request, call);
        } finally {
          directory.remove(id);
        }
      };
    }),
  },
  'users-all-differ-in-nothing-shown': {
    title: 'Users have only unknown fields, which distinguish them.',
    quote: readings.openObjects,
    apply: usersAs(({ id }) => ({ name: id })),
  },
});
