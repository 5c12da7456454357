import { changeBody, changeSuccess } from './change-success.ts';
import type { Fault } from './fault.ts';
import { faultsOf } from './fault-row.ts';

export const versionFaults: readonly Fault[] = faultsOf('get-version', [
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
]);
