import { exchangesPath, forged, inFirst, type Loose, runPath } from '../change-run.ts';
import type { Row } from '../forgery.ts';

/** Replaces a member of a line, named by its path. */
export const put =
  (path: string, value: unknown) =>
  (line: Loose): void => {
    const steps = path.split('/');
    const last = steps.pop() ?? '';
    const parent = steps.reduce((at: Loose, step) => at[step], line);
    if (value === undefined) delete parent[last];
    else parent[last] = value;
  };

const shown = (value: unknown): string => (value === undefined ? 'left out' : JSON.stringify(value));

/** For each type of line: members, and values that they must not have. */
const wrongMembers: Readonly<Record<string, readonly (readonly [path: string, ...values: unknown[]])[]>> = {
  run: [
    ['schemaVersion', 1, 3, '2'],
    ['suite', null, [], 'ledger-conformance'],
    ['document/sha256', 5, 'f00'],
    ['profile', null, {}],
    ['target', undefined, 'http://127.0.0.1'],
    ['target/kind', 'witness', []],
    ['run/effort', 5],
    ['run/shard', 'one', {}],
    ['startedAt', undefined, 0, 'today'],
  ],
  preflight: [
    ['facts', undefined, null, []],
    ['facts/operations', {}, [], { 'list-users': { state: 'answers', detail: '' } }],
    ['facts/operations/list-users', null, 'answers'],
    ['facts/firstTopology', [], {}, 'x'],
    ['facts/participantUids', null, [null], 'x'],
    ['facts/users', -1, '23', 1e300],
  ],
  case: [
    ['id', undefined, null, '', 7],
    ['requirement', 'GT-NOTHING', null, '__proto__'],
    ['operation', 'delete-users', 5],
    ['judge', '1', -1, 1.5],
    ['facts', null, [], { x: {} }],
    ['wrong', null, 'invalid', {}],
    ['attempts', null, {}, [null], [{}]],
    ['attempts/0/exchange', null, 5, ''],
    ['attempts/0/role', 'witness'],
    ['attempts/0/ordinal', '1', -1],
    ['circumstances', [], { weather: ['fair'] }, { client: 'curl' }],
  ],
  judgement: [
    ['case', undefined, null, 'GT-BODY@generate-topology/none'],
    ['judged', null, [], { 'GT-BODY': '1' }, { 'GT-BODY': -1 }],
    ['findings', null, {}, [null], [{}]],
    ['observations', 'x', [{}]],
    ['undecided', undefined, [[]]],
    ['recovered', null, '0'],
    ['control', 'perhaps', null],
  ],
  check: [
    ['requirement', null, 5],
    ['operation', 'delete-users'],
    ['state', 'excused', null],
    ['partition', -1, '1'],
  ],
  footer: [
    ['ended', 'nearly', true],
    ['exchanges', null, []],
    ['exchanges/count', -1, '0'],
    ['exchanges/sha256', 'x', null],
    ['stopped', [], { 'delete-users': [] }],
  ],
};

/** Members of the lines of the journal. */
export const ofMembers: readonly Row[] = Object.entries(wrongMembers).flatMap(([type, members]) =>
  members.flatMap(([path, ...values]) =>
    values.map(
      (value): Row => [
        `${type}: ${path} ${shown(value)}`,
        forged(inFirst(runPath, new RegExp(`^\\{"type":"${type}"`), put(path, value))),
        6,
        '',
      ],
    ),
  ),
);

const wrongExchanges: readonly (readonly [path: string, ...values: unknown[]])[] = [
  ['id', undefined, null, '', 5],
  ['request', undefined, null, []],
  ['request/method', null, 5],
  ['request/target', {}, undefined],
  ['request/headers', null, {}, [['one']], [['a', 'b', 'c']], [['a', 5]]],
  ['request/body', 5, null],
  ['response', null, [], 'x'],
  ['response/status', '200', -1, 1_000, 20.5, null],
  ['response/reason', undefined, 5],
  ['response/headers', 'x', undefined],
  ['ms', -1, '5', null],
  ['note', 'x'],
];

/** Members of exchanges. */
export const ofExchanges: readonly Row[] = wrongExchanges.flatMap(([path, ...values]) =>
  values.map(
    (value): Row => [
      `an exchange with ${path} ${shown(value)}`,
      forged(inFirst(exchangesPath, /^\{"id":"/, put(path, value))),
      6,
      'evidence/exchanges.ndjson, line',
    ],
  ),
);
