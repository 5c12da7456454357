import type { Query } from '../decode.ts';
import type { ReferenceOperation } from './operation.ts';

export interface VersionResponse {
  readonly version: string;
}

export const getVersionOperation: ReferenceOperation<Query, VersionResponse> = {
  input: 'query',
  structure: [],
  semantics: [],
  structuralFailure: 'error-object',
  perform: () => ({ version: '3.5.1' }),
  sample: () => ({}),
  speakingOfValid: ['VER-SUCCESS', 'VER-FAILURE-FORM', 'AUTH-BEARER', 'AUTH-APIKEY'],
};
