import type { Operation } from '../../requirements/requirement.ts';
import type { SchemaStem } from '../../schemas/schema.ts';
import type { FieldRule } from './fields.ts';

/** What a success of an operation is held against: its schema, its fields, and who is to blame for a wrong form. */
export interface SuccessRules {
  readonly success: string;
  readonly media: string;
  readonly object: string;
  readonly schema: SchemaStem;
  readonly fields: readonly FieldRule[];
}

/** Tables of the responses, row by row; the more specific row first. */
export const successRules: Readonly<Record<Operation, SuccessRules>> = {
  'generate-topology': {
    success: 'GT-SUCCESS',
    media: 'GT-RES-MEDIA',
    object: 'GT-RES-MEDIA',
    schema: 'generate-topology.response',
    fields: [
      { requirement: 'GT-RES-PARTYID', pointer: '/partyId' },
      { requirement: 'GT-RES-FINGERPRINT', pointer: '/publicKeyFingerprint' },
      {
        requirement: 'GT-RES-TRANSACTIONS-NONEMPTY',
        pointer: '/topologyTransactions',
        keywords: ['minItems'],
      },
      { requirement: 'GT-RES-TRANSACTIONS', pointer: '/topologyTransactions' },
      { requirement: 'GT-RES-ENTRY', pointer: '/topologyTransactions/*' },
      { requirement: 'GT-RES-MULTIHASH-NONEMPTY', pointer: '/multiHash', keywords: ['minLength'] },
      { requirement: 'GT-RES-MULTIHASH', pointer: '/multiHash' },
    ],
  },
  'execute-submission': {
    success: 'EX-SUCCESS',
    media: 'EX-RES-MEDIA',
    object: 'EX-RES-OBJECT',
    schema: 'execute-submission.response',
    fields: [{ requirement: 'EX-RES-OBJECT', pointer: '' }],
  },
  'list-users': {
    success: 'LU-SUCCESS',
    media: 'LU-RES-MEDIA',
    object: 'LU-RES-MEDIA',
    schema: 'list-users.response',
    fields: [
      { requirement: 'LU-RES-USERS', pointer: '/users' },
      { requirement: 'LU-RES-NEXTPAGETOKEN', pointer: '/nextPageToken' },
      { requirement: 'LU-USER', pointer: '/users/*' },
      { requirement: 'LU-USER-ID', pointer: '/users/*/id' },
      { requirement: 'LU-USER-PRIMARYPARTY', pointer: '/users/*/primaryParty' },
      { requirement: 'LU-USER-ISDEACTIVATED', pointer: '/users/*/isDeactivated' },
      { requirement: 'LU-USER-RESOURCEVERSION', pointer: '/users/*/metadata/resourceVersion' },
      { requirement: 'LU-USER-ANNOTATIONS', pointer: '/users/*/metadata/annotations/**' },
      { requirement: 'LU-USER-METADATA', pointer: '/users/*/metadata' },
      { requirement: 'LU-USER-IDENTITYPROVIDERID', pointer: '/users/*/identityProviderId' },
    ],
  },
};
