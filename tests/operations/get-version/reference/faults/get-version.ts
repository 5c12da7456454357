import { set, status } from '../rows/answers.ts';
import { success } from '../rows/conditions.ts';
import { faults } from './table.ts';

export const versionFaults = faults('get-version', 'VER-SUCCESS', success, {
  'is-answered-202': [
    'A success has status 202.',
    status(202),
    { quote: 'A success has status 200 and a JSON object.' },
  ],
  'is-answered-a-number': [
    'The version is a number.',
    set('/version', 3.5),
    {
      breaks: 'VER-RES-VERSION',
      quote: 'Version of the server: numbers and points, and a suffix if any.',
    },
  ],
});
