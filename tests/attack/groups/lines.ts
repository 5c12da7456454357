import {
  type Change,
  edited,
  exchangesPath,
  forged,
  inFirst,
  inLines,
  type Loose,
  replaced,
  runPath,
  withFooter,
} from '../change-run.ts';
import { type Forgery, forgeriesOf, type Row } from '../forgery.ts';
import { remade } from '../remake-bundle.ts';

/** Replaces a member of a line, named by its path. */
const put =
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

const ofMembers: readonly Row[] = Object.entries(wrongMembers).flatMap(([type, members]) =>
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

const ofExchanges: readonly Row[] = wrongExchanges.flatMap(([path, ...values]) =>
  values.map(
    (value): Row => [
      `an exchange with ${path} ${shown(value)}`,
      forged(inFirst(exchangesPath, /^\{"id":"/, put(path, value))),
      6,
      'evidence/exchanges.ndjson, line',
    ],
  ),
);

const firstLine = (path: string, edit: (line: string) => string): Change =>
  inLines(path, ([first = '', ...rest]) => [edit(first), ...rest]);

/** The form of whole lines, which is the same in both files. */
const ofForm = (path: string): readonly Row[] => {
  const says = `${path}, line 1,`;
  const line = (edit: (line: string) => string): Forgery['forge'] => forged(firstLine(path, edit));
  return [
    ['a NUL', line((text) => `${text}\0`), 6, says],
    ['a blank at the end', line((text) => `${text} `), 6, 'not written as the suite writes it'],
    ['a blank in front', line((text) => ` ${text}`), 6, 'not written as the suite writes it'],
    ['a carriage return', line((text) => `${text}\r`), 6, 'not written as the suite writes it'],
    ['a byte order mark', line((text) => `\ufeff${text}`), 6, says],
    ['an empty line', line((text) => `\n${text}`), 6, says],
    ['null', line((text) => `null\n${text}`), 6, says],
    ['a list', line((text) => `[${text}]`), 6, says],
    ['two values', line((text) => `${text}${text}`), 6, says],
    ['a cut line', line((text) => text.slice(0, text.length >> 1)), 6, says],
    ['a text', line((text) => JSON.stringify(text)), 6, says],
    ['a member twice', line((text) => text.replace('{', '{"ms":1,"ms":2,')), 6, says],
    ['__proto__', line((text) => text.replace('{', '{"__proto__":{},')), 6, says],
    ['an escape that is not needed', line((text) => text.replace('"', '"\\u0061').replace('a', '')), 6, says],
    ['a huge number', line((text) => text.replace('{', '{"ms":1e999,')), 6, says],
    ['a private key as a line', line((text) => `-----BEGIN PRIVATE KEY-----\n${text}`), 6, says],
    ['nesting', line((text) => `${'['.repeat(100)}${']'.repeat(100)}\n${text}`), 6, 'nested more than'],
    [
      'a million levels of nesting',
      line((text) => `${'{"a":'.repeat(1_000_000)}\n${text}`),
      6,
      'nested more than',
    ],
    [
      'invalid UTF-8',
      forged((files) => {
        const bytes = files.get(path) ?? Buffer.alloc(0);
        files.set(path, Buffer.concat([Buffer.from([0xff]), bytes]));
      }),
      6,
      says,
    ],
    ['no line end at the end', forged(edited(path, (text) => text.slice(0, -1))), 6, 'it has no line end'],
  ];
};

const others: readonly Row[] = [
  ['an empty journal', forged(replaced(runPath, '')), 6, 'does not identify its run'],
  ['a journal of blanks', forged(replaced(runPath, ' \n')), 6, `${runPath}, line 1,`],
  [
    'a journal without its end',
    forged(inLines(runPath, (lines) => lines.filter((line) => !line.startsWith('{"type":"footer"')))),
    5,
    'The journal is incomplete',
  ],
  [
    'an interrupted run',
    forged(inFirst(runPath, /^\{"type":"footer"/, put('ended', 'interrupted'))),
    5,
    'The run was interrupted',
  ],
  [
    'a judgement that counts more answers',
    remade(
      inFirst(runPath, /^\{"type":"judgement"/, ({ judged }) => {
        for (const id of Object.keys(judged)) judged[id] += 7;
      }),
    ),
    8,
    'judged differently',
  ],
  [
    'a case for an earlier judge',
    remade(
      inFirst(runPath, /^\{"type":"case"/, (line) => {
        line.judge = 999;
      }),
    ),
    8,
    'cases cannot be judged again',
  ],
  [
    'a case of which a line says another status',
    remade(
      inFirst(runPath, /^\{"type":"case"/, ({ attempts }) => {
        attempts[0].cameBack = { status: 299 };
      }),
    ),
    8,
    'say of their exchanges what these do not show',
  ],
  [
    'a case of which a line says another size',
    remade(
      inFirst(runPath, /^\{"type":"case"/, ({ attempts }) => {
        attempts[0].bytes += 1;
      }),
    ),
    8,
    'say of their exchanges what these do not show',
  ],
];

const ofAnswers: readonly Row[] = [
  [
    'an exchange less',
    forged(inLines(exchangesPath, (lines) => lines.slice(1))),
    5,
    'but its run ended with',
  ],
  [
    'an exchange with another status',
    forged(edited(exchangesPath, (text) => text.replace('"status":400', '"status":200'))),
    5,
    'The exchanges have changed',
  ],
  [
    'exchanges in which rejections became successes',
    remade(
      edited(exchangesPath, (text) => text.replaceAll('"status":400', '"status":200')),
      withFooter,
    ),
    8,
    'judged differently',
  ],
  [
    'exchanges sent to another host',
    remade(
      edited(exchangesPath, (text) =>
        text.replace(/\["host","127\.0\.0\.1:\d+"\]/, '["host","ledger.example"]'),
      ),
      withFooter,
    ),
    7,
    'was sent to ledger.example',
  ],
  [
    'exchanges without a host',
    remade(
      edited(exchangesPath, (text) => text.replace(/\["host","127\.0\.0\.1:\d+"\],/, '')),
      withFooter,
    ),
    7,
    'was sent to no host',
  ],
  [
    'a body in base64 that is text',
    remade(
      inFirst(exchangesPath, /^\{"id":"GT-.*"response":\{.*"body":/, ({ response }) => {
        response.bodyBase64 = Buffer.from(response.body).toString('base64');
        delete response.body;
      }),
      withFooter,
    ),
    6,
    'not written as the suite writes it',
  ],
  [
    'a body twice',
    remade(
      inFirst(exchangesPath, /^\{"id":"GT-.*"response":\{.*"body":/, ({ response }) => {
        response.bodyBase64 = 'AAAA';
      }),
      withFooter,
    ),
    6,
    'not written as the suite writes it',
  ],
];

const named = (rows: readonly Row[], name: string): readonly Row[] =>
  rows.map(([what, ...rest]) => [`${what} in ${name}`, ...rest] as const);

export const journalForgeries = forgeriesOf('journal', [
  ...ofMembers,
  ...named(ofForm(runPath), runPath),
  ...others,
]);

export const exchangeForgeries = forgeriesOf('exchanges', [
  ...ofExchanges,
  ...named(ofForm(exchangesPath), exchangesPath),
  ...ofAnswers,
]);
