import type { Call } from '../../call.ts';
import type { User } from '../../directory.ts';
import { membersOf, withJson } from '../../faults/altered-draft.ts';
import type { Change } from '../../faults/fault.ts';
import type { Operation } from '../../operation.ts';
import { changeAnswers, together } from '../change-answers.ts';
import { readings } from '../requests/readings.ts';
import { awkwardNames } from '../success-form.ts';
import { type VariantRow, variantsOf } from '../variant-row.ts';
import { ownListing } from './own-listing.ts';

const operations: readonly Operation[] = ['list-users'];

/** Writes each user differently. */
function usersAs(write: (user: User, call: Call) => object): Change {
  return changeAnswers((draft, call, refusal) => {
    const users =
      refusal === undefined && call.operation === 'list-users' ? membersOf(draft)?.users : undefined;
    if (!Array.isArray(users)) return undefined;
    return withJson(draft, { ...membersOf(draft), users: users.map((user: User) => write(user, call)) });
  });
}

function row(id: string, title: string, quote: string, apply: Change): VariantRow {
  return { id, title, operations, quote, apply };
}

/** A custom list of users instead of those of the ledger. */
function listed(make: (user: User, index: number) => User): Change {
  return ownListing({ order: (users) => users.map(make) });
}

const unusualIds = [
  'bob',
  'Bob',
  'BOB',
  '__proto__',
  'constructor',
  '0',
  '00',
  '1e3',
  'null',
  ' ',
  'a\u0000b',
  'ž',
  'z\u030c',
];

const { userFields, nullIsAbsent } = readings;

/** Which fields users have, and what they contain (rulings 3, 4, 6 and 17). */
export const userVariants = variantsOf([
  row(
    'users-have-ids-alone',
    'Users have an id and nothing else.',
    userFields,
    usersAs(({ id }) => ({ id })),
  ),
  row(
    'users-have-nulls',
    'Every field of a user but its id is null.',
    nullIsAbsent,
    usersAs(({ id }) => ({
      id,
      primaryParty: null,
      isDeactivated: null,
      metadata: null,
      identityProviderId: null,
    })),
  ),
  row(
    'users-have-empty-metadata',
    'The metadata of users is an empty object.',
    userFields,
    usersAs((user) => ({ ...user, metadata: {} })),
  ),
  row(
    'users-have-metadata-of-nulls',
    'The fields of the metadata of users are null.',
    nullIsAbsent,
    usersAs((user) => ({ ...user, metadata: { resourceVersion: null, annotations: null } })),
  ),
  row(
    'users-have-parties-in-place-of-ids',
    'Users have a primaryParty and no id.',
    userFields,
    usersAs(({ id, metadata }) => ({ primaryParty: `${id}::1220`, metadata })),
  ),
  row(
    'users-have-null-ids',
    'The id of each user is null; its party tells it from others.',
    nullIsAbsent,
    usersAs((user) => ({ ...user, id: null, primaryParty: `${user.id}::1220` })),
  ),
  row(
    'users-without-ids-in-changing-order',
    'Users have no id, and their members come in another order each time.',
    userFields,
    usersAs(({ id, isDeactivated }, { ordinal }) =>
      ordinal % 2 === 0
        ? { primaryParty: `${id}::1220`, isDeactivated }
        : { isDeactivated, primaryParty: `${id}::1220` },
    ),
  ),
  row(
    'users-without-fields',
    'Users have no field at all.',
    userFields,
    usersAs(() => ({})),
  ),
  row(
    'users-alike',
    'Users have no id, and some of them are alike.',
    userFields,
    usersAs(({ isDeactivated, identityProviderId }) => ({ isDeactivated, identityProviderId })),
  ),
  row(
    'users-change-meanwhile',
    'The resourceVersion of users grows with each request, and their flags change; who they are does not.',
    readings.order,
    usersAs((user, { ordinal }) => ({
      ...user,
      isDeactivated: ordinal % 2 === 0,
      metadata: { resourceVersion: String(ordinal), annotations: { seen: String(ordinal) } },
    })),
  ),
  row(
    'users-have-awkward-annotations',
    'Users have annotations with names that programming languages keep for themselves.',
    userFields,
    usersAs((user) => ({
      ...user,
      metadata: {
        ...user.metadata,
        annotations: Object.fromEntries(awkwardNames.map((name) => [name, `${name}\u0000\u2028`])),
      },
    })),
  ),
  row(
    'users-have-unusual-ids',
    'Ids of users differ in case or in their composition alone, or are words that languages keep.',
    userFields,
    listed((user, index) => ({ ...user, id: unusualIds[index] ?? user.id })),
  ),
  row(
    'a-user-has-an-empty-id',
    'The id of one user is empty.',
    userFields,
    listed((user, index) => ({ ...user, id: index === 3 ? '' : user.id })),
  ),
  row(
    'users-have-long-ids',
    'Ids of users have 2,000 characters and differ in the last ones.',
    userFields,
    listed((user) => ({ ...user, id: user.id.padStart(2000, 'u') })),
  ),
  row(
    'ids-differ-within-a-provider',
    'Two users have the same id where their identity providers differ.',
    userFields,
    listed((user, index) => ({
      ...user,
      id: `user-${index >> 1}`,
      identityProviderId: index % 2 === 0 ? '' : 'second-provider',
    })),
  ),
  row(
    'users-come-and-go',
    'With every fifteenth listing a user comes, and another one goes.',
    readings.usersComeAndGo,
    (behaviour, { ledger: { directory }, fire }) => {
      let listings = 0;
      return {
        ...behaviour,
        perform: {
          ...behaviour.perform,
          'list-users': (request, call) => {
            listings += 1;
            if (listings % 15 === 0) {
              fire();
              const [user] = directory.page('', 1);
              if (user !== undefined) directory.insert({ ...user, id: `visitor-${listings}` });
              directory.remove(`visitor-${listings - 45}`);
            }
            return behaviour.perform['list-users'](request, call);
          },
        },
      };
    },
  ),
  row(
    'users-all-differ-in-nothing-shown',
    'Users have unknown fields alone, and these tell them apart.',
    readings.openObjects,
    together(usersAs(({ id }) => ({ name: id }))),
  ),
]);
