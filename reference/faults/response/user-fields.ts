import { breaking, faultsOf } from '../fault-row.ts';
import { changeField, changeMetadata, changeUsers } from './change-users.ts';

/** Users with fields of the wrong type; whether fields may be absent is open (ruling 6). */
export const userFieldFaults = faultsOf('list-users', [
  ...breaking(['LU-USER-ID', 'LU-PAGE-COMPLETE', 'LU-PAGE-CONTINUES', 'LU-PAGE-EMPTYTOKEN'], {
    'user-id-is-a-number': ['The id of a user is a number.', changeUsers((user, index) => ({ ...user, id: index }))],
    'user-id-is-an-object': ['The id of a user is an object around the string.', changeField('id', (value) => ({ value }))],
    'second-user-id-is-a-list': [
      'The id of the second user of a page is an array.',
      changeUsers((user, index) => (index === 1 ? { ...user, id: [user.id] } : undefined)),
    ],
  }),
  ...breaking(['LU-USER-PRIMARYPARTY'], {
    'primary-party-is-an-object': ['primaryParty is an object around the string.', changeField('primaryParty', (party) => ({ party }))],
    'primary-party-is-a-list': ['primaryParty is an array of parties.', changeField('primaryParty', (party) => [party])],
    'absent-primary-party-is-false': [
      'primaryParty of a user without one is false.',
      changeUsers((user) => (user.primaryParty === '' ? { ...user, primaryParty: false } : undefined)),
    ],
  }),
  ...breaking(['LU-USER-ISDEACTIVATED'], {
    'is-deactivated-is-a-string': ['isDeactivated is "true" or "false".', changeField('isDeactivated', String)],
    'is-deactivated-is-a-number': ['isDeactivated is 0 or 1.', changeField('isDeactivated', Number)],
    'is-deactivated-is-a-date': [
      'isDeactivated of a deactivated user is a date.',
      changeUsers((user) => (user.isDeactivated === true ? { ...user, isDeactivated: '2024-05-01' } : undefined)),
    ],
  }),
  ...breaking(['LU-USER-METADATA'], {
    'metadata-is-a-string': ['metadata is a string that holds its JSON.', changeField('metadata', JSON.stringify)],
    'metadata-is-a-list': ['metadata is an array.', changeField('metadata', (metadata) => [metadata])],
  }),
  ...breaking(['LU-USER-RESOURCEVERSION'], {
    'resource-version-is-a-number': ['resourceVersion is a number.', changeMetadata('resourceVersion', Number)],
    'resource-version-is-an-object': ['resourceVersion is an object.', changeMetadata('resourceVersion', (version) => ({ version }))],
  }),
  ...breaking(['LU-USER-ANNOTATIONS'], {
    'annotations-is-a-list': ['annotations is an array of pairs.', changeMetadata('annotations', (value) => Object.entries(value ?? {}))],
    'annotations-is-a-string': ['annotations is a string that holds its JSON.', changeMetadata('annotations', JSON.stringify)],
    'annotation-is-a-number': ['The value of an annotation is a number.', changeMetadata('annotations', () => ({ level: 3 }))],
    'annotation-is-null': ['The value of an annotation is null.', changeMetadata('annotations', () => ({ note: null }))],
    'annotation-is-a-list': ['The value of an annotation is an array.', changeMetadata('annotations', () => ({ teams: ['a', 'b'] }))],
    'second-annotation-is-a-boolean': ['The value of the second annotation is true.', changeMetadata('annotations', () => ({ team: 'a', active: true }))],
  }),
  ...breaking(['LU-USER-IDENTITYPROVIDERID'], {
    'identity-provider-is-an-object': ['identityProviderId is an object around the string.', changeField('identityProviderId', (value) => ({ value }))],
    'identity-provider-is-a-number': ['identityProviderId is a number.', changeField('identityProviderId', () => 0)],
  }),
]);
