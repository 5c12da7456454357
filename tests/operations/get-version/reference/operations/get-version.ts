import type { Query } from '../decode.ts';
import { changeBody, changeSuccess } from '../faults/change-success.ts';
import { faultsOf } from '../faults/fault-row.ts';
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
  faults: faultsOf('get-version', [
    {
      id: 'is-answered-202',
      title: 'A success has status 202.',
      requirements: ['VER-SUCCESS'],
      quote: 'A success has status 200 and a JSON object.',
      apply: changeSuccess('get-version', (draft) => ({ ...draft, status: 202 })),
    },
    {
      id: 'is-answered-a-number',
      title: 'The version is a number.',
      requirements: ['VER-RES-VERSION'],
      quote: 'Version of the server: numbers and points, and a suffix if any.',
      apply: changeBody('get-version', () => ({ version: 3.5 })),
    },
  ]),
};
