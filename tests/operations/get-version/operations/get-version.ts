import type { OperationDefinition } from './operation.ts';

export const getVersion: OperationDefinition = {
  operation: 'get-version',
  idPrefix: 'VER',
  shortName: 'version',
  input: 'query',
  success: {
    requirement: 'VER-SUCCESS',
    status: 200,
    media: 'VER-RES-MEDIA',
    object: 'VER-RES-MEDIA',
    unknownFields: 'VER-OPEN-UNKNOWN-FIELDS',
  },
  failure: { forms: ['error-object'], requirement: 'VER-FAILURE-FORM' },
  validControl: 'in-case',
  probe: {},
  paceDependsOn: [],
  soakShare: 0,
  placeholder: () => 'none',
  plainBody: () => undefined,
};
