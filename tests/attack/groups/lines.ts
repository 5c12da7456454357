import {
  type Change,
  edited,
  exchangesPath,
  forged,
  inFirst,
  inLines,
  replaced,
  runPath,
  withFooter,
} from '../change-run.ts';
import { type Forgery, forgeriesOf, type Row } from '../forgery.ts';
import { remade } from '../remake-bundle.ts';
import { ofExchanges, ofMembers, put } from './line-members.ts';

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
    'contradict their exchanges',
  ],
  [
    'a case of which a line says another size',
    remade(
      inFirst(runPath, /^\{"type":"case"/, ({ attempts }) => {
        attempts[0].bytes += 1;
      }),
    ),
    8,
    'contradict their exchanges',
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
