import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlLines, leftOut } from '../../reports/formats/curl.ts';
import { shellQuoted } from '../../reports/formats/shell-quote.ts';
import { findingLines } from '../../reports/terminal/finding-lines.ts';
import { joined } from '../../reports/terminal/lines.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import { curlCommand } from './curl-command.ts';
import { anExchange } from './journal-fixture.ts';
import { aMixedReport } from './mixed-report.ts';
import { viewOf } from './view.ts';

const base = 'http://127.0.0.1:8080/ledger';

function sent(
  body: string | Buffer,
  headers: readonly HeaderPair[] = [['Content-Type', 'application/json']],
): string {
  return curlCommand(
    anExchange('a', {
      request: { method: 'POST', target: '/ledger/v2/x', headers, body: Buffer.from(body) },
    }),
    base,
  );
}

/** Runs a command in a shell with a curl that shows its arguments and what is piped into it. */
function runIn(
  shell: readonly [string, ...string[]],
  command: string,
): { arguments: string[]; input: Buffer } {
  const script = `curl() { printf '%s\\0' "$@"; printf 'INPUT\\0'; case " $* " in *' @- '*) cat;; esac; }\n${command}`;
  const [program, ...options] = shell;
  const output = execFileSync(program, [...options, '-c', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH ?? '', ...variables },
  });
  const end = output.indexOf('INPUT\0');
  return {
    arguments: output.subarray(0, end).toString('utf8').split('\0').slice(0, -1),
    input: output.subarray(end + 6),
  };
}

const variables = {
  TARGET_TOKEN: 'the-token',
  GATEWAY_HEADER_X_KEY: 'first',
  GATEWAY_HEADER_X_TENANT: 'second',
  GATEWAY_HEADER_X_TENANT_2: 'third',
};

/** Runs a command in bash and in sh, which is dash on Debian and Ubuntu; they must do the same. */
function run(command: string) {
  const [inBash, inSh] = [runIn(['bash', '--norc'], command), runIn(['sh'], command)];
  expect(inSh).toEqual(inBash);
  return inBash;
}

const bodyArgument = (command: string): string | undefined => {
  const { arguments: given } = run(command);
  return given[given.indexOf('--data-binary') + 1];
};

test('A request is one command, with the token as a variable.', () => {
  expect(curlCommand(anExchange('a'), base)).toBe(
    'curl -sS -i http://127.0.0.1:8080/ledger/v2/parties/external/generate-topology ' +
      `-H "Authorization: Bearer $TARGET_TOKEN" -H 'Content-Type: application/json' --data-binary '{"partyHint":"alice"}'`,
  );
});

test('The shell hands the body over byte for byte.', () => {
  const bodies = [
    '{"a":"it\'s"}',
    '{"a":"$HOME `id` \\n !x"}',
    '{\n  "a": "\t"\r\n}',
    '{"a":"ünï 日本 😀"}',
    '{"a":"\u202e\u0085\u001b[31m\u2028"}',
    '\ufeff{}',
    '-d',
    "'\\''\n",
    '\n',
    '\n\n{}\r\n\n',
    '-\u0001%s\\n%d!x\u000012345678'.replace('\0', '\u0007'),
  ];
  for (const body of bodies) expect(bodyArgument(sent(body)), JSON.stringify(body)).toBe(body);
});

test('A body that cannot be an argument is piped in.', () => {
  const bodies = [
    Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
    Buffer.from('{"a":"\0"}'),
    Buffer.from('@/etc/passwd'),
  ];
  for (const body of bodies) {
    const { arguments: given, input } = run(sent(body));
    expect(given.at(-1)).toBe('@-');
    expect(input).toEqual(body);
  }
});

test('What stands in a command can be seen: no control and no direction characters.', () => {
  const command = sent('{"a":"\u202e\u001b[31m\n"}', [['X-A', 'a\u0085b']]);
  expect(command).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

const ofClient = anExchange('a', {
  request: {
    method: 'GET',
    target: '/ledger/v2/users',
    headers: [
      ['Host', 'x'],
      ['Authorization', 'Bearer [redacted:token:1:abc]'],
      ['traceparent', '00-1-2-01'],
      ['Accept', '*/*'],
      ['X-Gateway', '[redacted:gateway-header:1:def]'],
    ],
    body: Buffer.alloc(0),
  },
});

test('The plainest command leaves out what a client adds, and keeps the credential and what a gateway wants.', () => {
  const text = curlLines([ofClient], base, true)?.join('\n') ?? '';
  expect(text).not.toMatch(/traceparent|Accept/);
  expect(text).toMatch(/Authorization: Bearer[\s\S]*X-Gateway/);
  expect(leftOut(ofClient)).toBe(2);
});

test('A finding that every request of its kind shows has the plainest command, others the whole one.', () => {
  const evidence = { exchange: () => ofClient, caseOf: () => undefined, ids: () => ['a'] };
  const shown = (affected: number, kind: string): string => {
    const input = { requirement: 'X', kind, pointer: '', credential: 'valid', text: kind };
    const finding = {
      message: '',
      pointer: '',
      expected: '',
      actual: '',
      exchanges: ['a'],
      rate: '',
      replay: '',
    };
    const all = { ...finding, input, affected, attempts: 9, facts: [], hint: undefined, command: undefined };
    return joined(findingLines(all, viewOf(aMixedReport(), evidence)), { columns: 80, colour: false });
  };
  expect(shown(9, 'missing')).toContain(
    'without 2 headers of the client: all 9 requests of this kind show it',
  );
  expect(shown(9, 'missing')).not.toContain('traceparent');
  expect(shown(8, 'missing')).toContain('traceparent');
  expect(shown(9, 'header')).toContain('traceparent');
});

test('Several lines are the same command.', () => {
  const exchange = anExchange('a');
  const lines = curlLines([exchange], base) ?? [];
  expect(lines.length).toBeGreaterThan(2);
  expect(run(lines.join('\n'))).toEqual(run(curlCommand(exchange, base)));
});

test('Headers are sent as they were: empty, repeated, without a type, in Latin-1.', () => {
  const headers: readonly HeaderPair[] = [
    ['Authorization', ''],
    ['X-A', '1'],
    ['X-A', '$HOME "2"'],
    ['Host', 'x'],
  ];
  const { arguments: given } = run(sent('{}', headers));
  expect(given.filter((_, index) => given[index - 1] === '-H')).toEqual([
    'Authorization;',
    'X-A: 1',
    'X-A: $HOME "2"',
    'Content-Type:',
  ]);
  expect(sent('{}', [['X-A', 'ü']])).toContain(`"$(printf 'X-A: \\374')"`);
  const latin = run(sent('{}', [['X-A', 'ü%']]));
  expect(latin.arguments.some((each) => each.startsWith('X-A: ') && each.endsWith('%'))).toBe(true);
});

test('Secrets become variables whatever stands around them.', () => {
  const values: readonly (readonly [string, string])[] = [
    ['Bearer [redacted:token:20:abc]', 'Bearer the-token'],
    ['jwt.token.[redacted:token:20:abc],daml.ws.auth', 'jwt.token.the-token,daml.ws.auth'],
    ['[redacted:token:20:abc]x', 'the-tokenx'],
    ['"$HOME" [redacted:token:20:abc] `id`!', '"$HOME" the-token `id`!'],
    ['[redacted:token-payload:8:abc]', ''],
  ];
  for (const [value, expected] of values) {
    expect(
      run(
        sent('{}', [
          ['A', value],
          ['Content-Type', 'a/b'],
        ]),
      ).arguments,
    ).toContain(`A: ${expected}`);
  }
});

test('Each header of a gateway has a variable of its own, the same in all requests of a command.', () => {
  const headers: readonly HeaderPair[] = [
    ['X-Key', '[redacted:gateway-header:8:0a1b]'],
    ['X-Tenant', 'a [redacted:gateway-header:8:2c3d]'],
    ['x-tenant', '[redacted:gateway-header:9:4e5f]'],
    ['X-Key', '"[redacted:gateway-header:8:0a1b]"'],
  ];
  const expected = ['X-Key: first', 'X-Tenant: a second', 'x-tenant: third', 'X-Key: "first"'];
  const headersOf = (given: readonly string[]) => given.filter((_, at) => given[at - 1] === '-H');
  const request = { method: 'GET', target: '/', headers, body: Buffer.alloc(0) };
  expect(headersOf(run(curlCommand(anExchange('a', { request }), base)).arguments)).toEqual(expected);
  const [first, second] = [anExchange('a', { request }), anExchange('b', { request })];
  const both = run((curlLines([first, second], base) ?? []).join('\n')).arguments;
  expect(headersOf(both)).toEqual([...expected, ...expected]);
});

test('Another method, a body on GET and an unusual target are passed to curl.', () => {
  const get = anExchange('a', {
    request: { method: 'GET', target: '/v2/users', headers: [], body: Buffer.alloc(0) },
  });
  expect(curlCommand(get, base)).toBe('curl -sS -i http://127.0.0.1:8080/v2/users');
  const odd = anExchange('a', {
    request: { method: 'GET', target: "/v2/../users?a=[1]&b='", headers: [], body: Buffer.from('{}') },
  });
  expect(run(curlCommand(odd, base)).arguments).toEqual([
    '-sS',
    '-i',
    '-X',
    'GET',
    '--globoff',
    '--path-as-is',
    "http://127.0.0.1:8080/v2/../users?a=[1]&b='",
    '-H',
    'Content-Type:',
    '--data-binary',
    '{}',
  ]);
});

test('The host of the embedded server is the one that was sent.', () => {
  expect(curlCommand(anExchange('a'), 'embedded reference server')).toContain(
    ' http://127.0.0.1:8080/ledger/v2/',
  );
});

test('A word that needs no quotes has none.', () => {
  expect(shellQuoted('a-b_c/d:1,2=3')).toBe('a-b_c/d:1,2=3');
  expect(shellQuoted('')).toBe("''");
});

test('Requests that follow each other on one connection are one command.', () => {
  const exchanges = ['a', 'b'].map((id) => anExchange(id));
  const lines = curlLines(exchanges, base) ?? [];
  const each = run(curlCommand(anExchange('a'), base)).arguments;
  expect(run(lines.join('\n')).arguments).toEqual([...each, '--next', ...each]);
});

test('A body that no argument can hold has no such command.', () => {
  const request = { method: 'POST', target: '/', headers: [], body: Buffer.from([0xff]) };
  expect(curlLines([anExchange('a'), anExchange('b', { request })], base)).toBeUndefined();
});
