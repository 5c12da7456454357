import type { OperationDefinition } from './operation.ts';

export const listUsers: OperationDefinition = {
  operation: 'list-users',
  idPrefix: 'LU',
  shortName: 'users',
  input: 'query',
  success: {
    requirement: 'LU-SUCCESS',
    media: 'LU-RES-MEDIA',
    object: 'LU-RES-MEDIA',
    unknownFields: 'LU-OPEN-UNKNOWN-FIELDS',
    nulls: 'LU-OPEN-NULLS',
    entries: { field: 'users', schema: 'user' },
  },
  failure: { forms: ['error-object'], requirement: 'LU-FAILURE-FORM' },
  validControl: 'in-case',
  probe: { isListing: true },
  paceDependsOn: ['users'],
  work: { 'AUTH-NOT-JWT': 220, 'AUTH-SIGNATURE-ALTERED': 190 },
  soakShare: 0.2,
  placeholder: () => 'none',
  plainBody: () => undefined,
};
