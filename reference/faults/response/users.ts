import { media, set, text, value } from '../../rows/answers.ts';
import { success } from '../../rows/conditions.ts';
import type { Action } from '../../rows/engine.ts';
import type { Json } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { faults, LU } from '../table.ts';

/** Without readable users and tokens, no chain of pages is complete. */
const chains = ['LU-PAGE-COMPLETE', 'LU-PAGE-CONTINUES', 'LU-PAGE-EMPTYTOKEN'];

const users = (to: (users: Json[]) => Json): Action => set('/users', to);
const token = (to: (token: string) => Json): Action => set('/nextPageToken', to);
const annotations = (to: Json): Action => set('/users/*/metadata/annotations', to);

/** Pages that do not have the documented structure (rulings 2, 4 and 6). */
export const pageResponses: readonly Fault[] = [
  ...faults(LU, 'LU-RES-USERS', success, {
    'users-is-an-object': ['users is an object with the users under their ids.', users((all) => ({ ...all }))],
    'users-is-a-string': ['users is a string that holds the JSON of the list.', users(JSON.stringify)],
    'users-is-a-number': ['users is the number of users.', users((all) => all.length)],
    'users-is-false': ['users is false.', users(() => false)],
  }),
  ...faults(LU, ['LU-USER', ...chains], success, {
    'user-is-null': ['The last user of a page is null.', users((all) => [...all.slice(0, -1), null])],
    'user-is-a-name': ['Users are their ids.', users((all) => all.map((_, index) => `user-${index}`))],
    'user-is-a-list': ['Each user is inside an array.', users((all) => all.map((user) => [user]))],
  }),
  ...faults(LU, ['LU-RES-NEXTPAGETOKEN', ...chains], success, {
    'token-is-a-number': ['nextPageToken is a number.', token((given) => (given === '' ? 0 : 1))],
    'token-is-an-object': ['nextPageToken is an object around the string.', token((inner) => ({ value: inner }))],
    'token-is-a-list': ['nextPageToken is an array that holds the string.', token((given) => [given])],
    'last-token-is-false': ['nextPageToken of the last page is false.', token((given) => given !== '' && given)],
    'token-is-a-number-before-the-end': ['nextPageToken is a number where a page follows.', token((given) => given && 2)],
  }),
  ...faults(LU, 'LU-RES-MEDIA', success, {
    'success-is-text-plain': ['A page has Content-Type text/plain.', media('text/plain')],
    'success-is-html': ['A page has Content-Type text/html.', media('text/html')],
    'success-has-no-media-type': ['A page has no Content-Type.', media()],
    'success-has-no-body': ['A page has no body.', text('')],
    'success-is-one-object-per-line': ['A page is one JSON object per line.', text('{"id":"participant_admin"}\n{"id":"user-0001"}\n')],
    'success-is-a-list': ['A page is the array of its users.', value(({ users: all }) => all)],
  }),
];

/** Users with fields of the wrong type; whether fields may be absent is open (ruling 6). */
export const userFields: readonly Fault[] = [
  ...faults(LU, ['LU-USER-ID', ...chains], success, {
    'user-id-is-a-number': ['The id of a user is a number.', set('/users/*/id', (_: string, index: number) => index)],
    'user-id-is-an-object': ['The id of a user is an object around the string.', set('/users/*/id', (inner: string) => ({ value: inner }))],
    'second-user-id-is-a-list': ['The second id of a page is an array.', set('/users/*/id', (id: string, index: number) => (index === 1 ? [id] : id))],
  }),
  ...faults(LU, 'LU-USER-PRIMARYPARTY', success, {
    'primary-party-is-an-object': ['primaryParty is an object around the string.', set('/users/*/primaryParty', (party: string) => ({ party }))],
    'primary-party-is-a-list': ['primaryParty is an array of parties.', set('/users/*/primaryParty', (party: string) => [party])],
    'absent-primary-party-is-false': ['primaryParty of a user without one is false.', set('/users/*/primaryParty', (party: string) => party !== '' && party)],
  }),
  ...faults(LU, 'LU-USER-ISDEACTIVATED', success, {
    'is-deactivated-is-a-string': ['isDeactivated is "true" or "false".', set('/users/*/isDeactivated', String)],
    'is-deactivated-is-a-number': ['isDeactivated is 0 or 1.', set('/users/*/isDeactivated', Number)],
    'is-deactivated-is-a-date': ['isDeactivated of a deactivated user is a date.', set('/users/*/isDeactivated', (is: boolean) => is && '2024-05-01')],
  }),
  ...faults(LU, 'LU-USER-METADATA', success, {
    'metadata-is-a-string': ['metadata is a string that holds its JSON.', set('/users/*/metadata', JSON.stringify)],
    'metadata-is-a-list': ['metadata is an array.', set('/users/*/metadata', (metadata: Json) => [metadata])],
  }),
  ...faults(LU, 'LU-USER-RESOURCEVERSION', success, {
    'resource-version-is-a-number': ['resourceVersion is a number.', set('/users/*/metadata/resourceVersion', Number)],
    'resource-version-is-an-object': ['resourceVersion is an object.', set('/users/*/metadata/resourceVersion', (version: string) => ({ version }))],
  }),
  ...faults(LU, 'LU-USER-ANNOTATIONS', success, {
    'annotations-is-a-list': ['annotations is an array of pairs.', annotations((all: object) => Object.entries(all))],
    'annotations-is-a-string': ['annotations is a string that holds its JSON.', annotations(JSON.stringify)],
    'annotation-is-a-number': ['The value of an annotation is a number.', annotations({ level: 3 })],
    'annotation-is-null': ['The value of an annotation is null.', annotations({ note: null })],
    'annotation-is-a-list': ['The value of an annotation is an array.', annotations({ teams: ['a', 'b'] })],
    'second-annotation-is-a-boolean': ['The value of the second annotation is true.', annotations({ team: 'a', active: true })],
  }),
  ...faults(LU, 'LU-USER-IDENTITYPROVIDERID', success, {
    'identity-provider-is-an-object': [
      'identityProviderId is an object around the string.',
      set('/users/*/identityProviderId', (inner: string) => ({ value: inner })),
    ],
    'identity-provider-is-a-number': ['identityProviderId is a number.', set('/users/*/identityProviderId', 0)],
  }),
];
