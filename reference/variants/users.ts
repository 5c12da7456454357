import type { Call } from '../call.ts';
import type { User } from '../directory.ts';
import { members } from '../rows/answers.ts';
import { success } from '../rows/conditions.ts';
import type { Action } from '../rows/engine.ts';
import { listing } from '../rows/list-users.ts';
import { isArray } from '../rules/json-types.ts';
import { awkwardNames } from './answers.ts';
import { readings } from './readings.ts';
import { LU, type VariantEntry, variants } from './table.ts';

/** Writes each user differently. */
const usersAs = (title: string, write: (user: User, call: Call) => object, quote: string = readings.userFields): VariantEntry => [
  title,
  members(({ users }, call) => (isArray(users) ? { users: users.map((user) => write(user as User, call)) } : undefined)),
  { quote, under: success },
];

/** A list of its own instead of the users of the ledger; the token's own user, the first one, remains. */
const listed = (title: string, make: (user: User, index: number) => User): VariantEntry => [
  title,
  listing({ order: ([own, ...others]) => [...(own === undefined ? [] : [own]), ...others.map((user, index) => make(user, index))] }),
];

const unusualIds = ['bob', 'Bob', 'BOB', '__proto__', 'constructor', '0', '00', '1e3', 'null', ' ', 'a\u0000b', 'ž', 'z\u030c'];

/** At every fifteenth listing, one user is added and another is removed. */
const comingAndGoing: Action = ({ ledger: { directory } }) => {
  let listings = 0;
  return {
    meaning() {
      listings += 1;
      if (listings % 15 !== 0) return false;
      const [user] = directory.page('', 1);
      if (user !== undefined) directory.insert({ ...user, id: `visitor-${listings}` });
      directory.remove(`visitor-${listings - 45}`);
      return true;
    },
  };
};

/** A user who is there while a page with a token is made. */
const visiting: Action = ({ ledger: { directory } }) => {
  const visitors = new WeakMap<Call, string>();
  let visits = 0;
  return {
    meaning(call) {
      const [user] = directory.page('', 1);
      if (user === undefined || call.input.pageToken === undefined) return false;
      visits += 1;
      visitors.set(call, `visitor-${visits}`);
      directory.insert({ ...user, id: `visitor-${visits}` });
      return true;
    },
    perform(call) {
      directory.remove(visitors.get(call) ?? '');
    },
  };
};

/** Which fields users have, and what they contain (rulings 3, 4, 6 and 17). */
export const userForms = variants(LU, readings.userFields, {
  'users-have-ids-alone': usersAs('Users have an id and nothing else.', ({ id }) => ({ id })),
  'users-have-nulls': usersAs(
    'Every field of a user but its id is null.',
    ({ id }) => ({ id, primaryParty: null, isDeactivated: null, metadata: null, identityProviderId: null }),
    readings.nullIsAbsent,
  ),
  'users-have-empty-metadata': usersAs('The metadata of users is an empty object.', (user) => ({ ...user, metadata: {} })),
  'users-have-metadata-of-nulls': usersAs(
    'The fields of the metadata of users are null.',
    (user) => ({ ...user, metadata: { resourceVersion: null, annotations: null } }),
    readings.nullIsAbsent,
  ),
  'users-have-parties-in-place-of-ids': usersAs('Users have a primaryParty and no id.', ({ id, metadata }) => ({ primaryParty: `${id}::1220`, metadata })),
  'users-have-null-ids': usersAs(
    'The id of each user is null; users are distinguished by party.',
    (user) => ({ ...user, id: null, primaryParty: `${user.id}::1220` }),
    readings.nullIsAbsent,
  ),
  'users-without-ids-in-changing-order': usersAs('Users have no id, and their members are in another order each time.', ({ id, isDeactivated }, { ordinal }) =>
    ordinal % 2 === 0 ? { primaryParty: `${id}::1220`, isDeactivated } : { isDeactivated, primaryParty: `${id}::1220` },
  ),
  'users-without-fields': usersAs('Users have no fields.', () => ({})),
  'users-alike': usersAs('Users have no id, and some of them are equal.', ({ isDeactivated, identityProviderId }) => ({ isDeactivated, identityProviderId })),
  'users-change-meanwhile': usersAs(
    'The resourceVersion and the flags of users change with each request; the users stay the same.',
    (user, { ordinal }) => ({
      ...user,
      isDeactivated: ordinal % 2 === 0,
      metadata: { resourceVersion: String(ordinal), annotations: { seen: String(ordinal) } },
    }),
    readings.order,
  ),
  'users-have-awkward-annotations': usersAs('Users have annotations whose names are special in programming languages.', (user) => ({
    ...user,
    metadata: { ...user.metadata, annotations: Object.fromEntries(awkwardNames.map((name) => [name, `${name}\u0000\u2028`])) },
  })),
  'users-have-unusual-ids': listed('Ids of users differ only in case or Unicode composition, or are reserved words.', (user, index) => ({
    ...user,
    id: unusualIds[index] ?? user.id,
  })),
  'a-user-has-an-empty-id': listed('The id of one user is empty.', (user, index) => ({ ...user, id: index === 3 ? '' : user.id })),
  'users-have-long-ids': listed('Ids of users have 2,000 characters and differ in the last ones.', (user) => ({ ...user, id: user.id.padStart(2000, 'u') })),
  'ids-differ-within-a-provider': listed('Two users of different identity providers have the same id.', (user, index) => ({
    ...user,
    id: `user-${index >> 1}`,
    identityProviderId: index % 2 === 0 ? '' : 'second-provider',
  })),
  'users-come-and-go': ['At every fifteenth listing, one user is added and another is removed.', comingAndGoing, { quote: readings.usersComeAndGo }],
  'users-visit-between-listings': [
    'During each request with a page token there is one more user, who is removed right after it.',
    visiting,
    { quote: readings.usersComeAndGo },
  ],
  'users-all-differ-in-nothing-shown': usersAs('Users have only unknown fields, which distinguish them.', ({ id }) => ({ name: id }), readings.openObjects),
});
