import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { keptOfBroken } from '../../wire/bounds.ts';
import type { Answer, SentRequest } from '../../wire/exchange.ts';
import { createRedactor } from '../../wire/redact.ts';
import { markStart } from '../../wire/secrets.ts';
import type { Outcome } from '../../wire/send.ts';

const key = Buffer.alloc(32, 1);
const secret = 'a-secret-of-more-than-16';

function outcome(request: Partial<SentRequest>, answer?: Partial<Answer>): Outcome {
  const empty = Buffer.alloc(0);
  return {
    request: { method: 'GET', target: '/', headers: [], body: empty, ...request },
    ...(answer === undefined
      ? {}
      : { answer: { status: 200, reason: 'OK', headers: [], body: empty, ...answer } }),
    ms: 1,
  };
}

function redactorOf(...secrets: readonly string[]) {
  const redactor = createRedactor(key);
  for (const each of secrets) redactor.add(each, 'token');
  return redactor;
}

const everywhere: readonly (readonly [where: string, outcome: Outcome])[] = [
  ['a header we sent', outcome({ headers: [['Authorization', `Bearer ${secret}`]] })],
  ['the target', outcome({ target: `/v2/users?token=${secret}` })],
  ['the body we sent', outcome({ body: Buffer.from(`{"a":"${secret}"}`) })],
  ['a header of the answer', outcome({}, { headers: [['X-Echo', secret]] })],
  ['the name of a header of the answer', outcome({}, { headers: [[secret, 'x']] })],
  ['part of the name of a header', outcome({}, { headers: [[`X-${secret}-Seen`, 'x']] })],
  ['the reason of the answer', outcome({}, { reason: `Bad ${secret}` })],
  ['the body of the answer', outcome({}, { body: Buffer.from(`you sent ${secret}${secret}`) })],
  [
    'the decoded body of the answer',
    outcome({}, { body: gzipSync(secret), decoded: Buffer.from(`you sent ${secret}`) }),
  ],
];

test.each(everywhere)('A secret in %s is replaced by a mark.', (_where, before) => {
  const after = flat(redactorOf(secret).outcome(before));
  expect(after).not.toContain(secret);
  expect(after).toContain(markStart);
});

test.each([
  ['a JWT', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJh-${'Zq3x9RkVb72'.repeat(2)}`],
  ['a key in hex', '0123456789abcdef'.repeat(4)],
  ['a key of a gateway', 'Gateway_Key-4711-of-Ours'],
])('The name of a response header that is %s in any case is replaced.', (_what, value) => {
  for (const name of [value, value.toLowerCase(), value.toUpperCase(), `x-${value.toLowerCase()}`]) {
    const { answer } = redactorOf(value).outcome(outcome({}, { headers: [[name, 'x']] }));
    expect(flat({ ...outcome({}, answer) }).toLowerCase()).not.toContain(value.toLowerCase());
    expect(answer?.headers[0]?.[0]).toContain(markStart);
  }
});

test('Names of headers that contain no secret keep their case.', () => {
  const headers = [
    ['Content-Type', 'text/plain'],
    ['X-SHORT', 'a'],
  ] as const;
  const { answer } = redactorOf(secret, 'x-short').outcome(outcome({}, { headers }));
  expect(answer?.headers).toEqual(headers);
});

test('An encoded body goes when its content held a secret, since a reader could decode it again.', () => {
  const body = gzipSync(secret);
  const { answer } = redactorOf(secret).outcome(outcome({}, { body, decoded: Buffer.from(secret) }));
  expect(answer?.body.toString()).toBe(`${markStart}encoded-body:${body.length}]`);
});

test('Bytes around a secret stay as they are, also those that are no text.', () => {
  const around = [Buffer.from([0, 255, 128]), Buffer.from([195, 40])] as const;
  const { request } = redactorOf(secret).outcome(
    outcome({ body: Buffer.concat([around[0], Buffer.from(secret), around[1]]) }),
  );
  expect(request.body.subarray(0, 3)).toEqual(around[0]);
  expect(request.body.subarray(-2)).toEqual(around[1]);
});

test('Where there is no secret the outcome stays the same, byte for byte.', () => {
  const before = outcome(
    { target: '/v2/users', headers: [['A', 'b']], body: Buffer.from([0, 1, 255]) },
    { body: gzipSync('text'), decoded: Buffer.from('text') },
  );
  expect(redactorOf(secret).outcome(before)).toEqual(before);
});

test('A secret with letters outside ASCII is found in a body, where it stands as UTF-8.', () => {
  const foreign = 'ein-Geheimnis-für-drüben';
  const { answer } = redactorOf(foreign).outcome(outcome({}, { body: Buffer.from(`x ${foreign} y`) }));
  expect(answer?.body.toString()).toMatch(/^x \[redacted:[^\]]+\] y$/);
});

describe('a secret of less than 16 characters', () => {
  const short = 'swordfish';

  test('is replaced in headers that were sent.', () => {
    const { request } = redactorOf(short).outcome(outcome({ headers: [['X-Gateway', short]] }));
    expect(request.headers[0]?.[1]).toMatch(/^\[redacted:token:9:[0-9a-f]{12}\]$/);
  });

  test('stays everywhere else, where it may be an ordinary word.', () => {
    const before = outcome(
      { target: `/${short}`, body: Buffer.from(short) },
      { headers: [['X', short]], body: Buffer.from(`a ${short} in an ordinary sentence`) },
    );
    expect(redactorOf(short).outcome(before)).toEqual(before);
  });

  test('stays in a text.', () => {
    expect(redactorOf(short).text(`a ${short}`)).toBe(`a ${short}`);
  });
});

test('A mark says kind and length, and JSON and HTTP take it as it is.', () => {
  const mark = redactorOf(secret).text(secret);
  expect(mark).toMatch(/^\[redacted:token:24:[0-9a-f]{12}\]$/);
  expect(JSON.stringify(mark)).toBe(`"${mark}"`);
});

test('The same secret has the same mark under the same key, and another under another key.', () => {
  const other = createRedactor(Buffer.alloc(32, 2));
  other.add(secret, 'token');
  expect(redactorOf(secret).text(secret)).toBe(
    redactorOf('another-secret-of-some-length', secret).text(secret),
  );
  expect(other.text(secret)).not.toBe(redactorOf(secret).text(secret));
});

test('Of secrets that hold one another the longest is replaced first.', () => {
  const inner = 'the-inner-secret-text';
  const outer = `before-${inner}-behind`;
  const { text } = redactorOf(inner, outer);
  expect(text(outer)).toContain(`token:${outer.length}:`);
  expect(text(inner)).toContain(`token:${inner.length}:`);
});

test('Characters that patterns give a meaning are ordinary in a secret.', () => {
  const odd = '.*+?^|$(){}[]\\-and-more';
  const { text } = redactorOf(odd);
  expect(text(odd)).toMatch(/^\[redacted:/);
  expect(text('anything at all of some length')).toBe('anything at all of some length');
});

test('A secret keeps the kind that it was first added with; an empty text is not a secret.', () => {
  const redactor = createRedactor(key);
  redactor.add('', 'nothing');
  redactor.add(secret, 'first');
  redactor.add(secret, 'second');
  expect(redactor.text(`${secret} `)).toMatch(/^\[redacted:first:/);
  expect(redactor.text('abc')).toBe('abc');
});

function flat({ request, answer }: Outcome): string {
  return [
    request.target,
    ...request.headers.flat(),
    request.body.toString('latin1'),
    answer?.reason ?? '',
    ...(answer?.headers.flat() ?? []),
    answer?.body.toString('latin1') ?? '',
    answer?.decoded?.toString('latin1') ?? '',
  ].join('\n');
}

const long = 'Zq3-x_9RkVb72.LmTfWc8sYh0PdNgJ5uEaXo1iKw';
function secretsOf(secret: string) {
  const redactor = createRedactor(key);
  redactor.add(secret, 'token-secret');
  return redactor;
}

const written: readonly (readonly [how: string, text: string])[] = [
  ['base64', Buffer.from(long).toString('base64')],
  ['base64url', Buffer.from(long).toString('base64url')],
  ['base64 behind other text', Buffer.from(`Bearer ${long}, and more`).toString('base64')],
  ['base64 behind one character', Buffer.from(`x${long}`).toString('base64')],
  ['hexadecimal digits', Buffer.from(long).toString('hex')],
  ['percent encoding', encodeURIComponent(long.replace('.', '%2E')).replace('%252E', '%2E')],
  [
    'percent encoding of every character',
    Array.from(long, (c) => `%${c.charCodeAt(0).toString(16)}`).join(''),
  ],
  ['two fields', JSON.stringify([long.slice(0, 20), long.slice(20)].map((half) => `${half}`).join('","'))],
  ['a part', long.slice(7, 35)],
  ['plain text and base64 besides', `${long} ${Buffer.from(long).toString('base64')}`],
];

test.for(written)('A secret that is echoed as %s is replaced too.', ([, text]) => {
  const after = secretsOf(long).outcome(
    outcome({}, { body: Buffer.from(`{"a":"${text}"}`), headers: [['X', text]] }),
  );
  for (const shown of [after.answer?.body.toString() ?? '', after.answer?.headers[0]?.[1] ?? '']) {
    expect(shown).toContain(markStart);
    const undone = `${shown} ${Buffer.from(shown.replace(/[^A-Za-z0-9+/_-]/g, ''), 'base64').toString('latin1')}`;
    for (let at = 0; at + 16 <= long.length; at += 1) expect(undone).not.toContain(long.slice(at, at + 16));
  }
});

test('What only looks encoded stays as it is.', () => {
  const body = Buffer.from(
    JSON.stringify({ multiHash: Buffer.alloc(34, 9).toString('base64'), id: 'ab'.repeat(32), at: '100%25' }),
  );
  const { answer } = secretsOf(long).outcome(outcome({}, { body }));
  expect(answer?.body).toBe(body);
});

test('A page token that holds the name of the user stays as it is, though the claims hold it in the same code.', () => {
  const name = 'a-user-with-a-rather-long-name';
  const redactor = createRedactor(key);
  redactor.add(Buffer.from(JSON.stringify({ sub: name })).toString('base64url'), 'token-payload');
  const body = Buffer.from(
    JSON.stringify({ nextPageToken: Buffer.from(`{"sub":"${name}`).toString('base64url') }),
  );
  expect(redactor.outcome(outcome({}, { body })).answer?.body).toBe(body);
});

describe('an answer that did not arrive whole', () => {
  const failure = { kind: 'endless', message: 'The body is longer than the bound.' } as const;
  const brokenOff = (body: Buffer): Outcome =>
    secretsOf(long).outcome({ ...outcome({}, { body }), failure: { ...failure } });

  test('keeps a short body whole.', () => {
    const after = brokenOff(Buffer.from('a beginning'));
    expect(after.answer?.body.toString()).toBe('a beginning');
    expect(after.failure).toEqual(failure);
  });

  test('keeps the beginning of a long body, and says so.', () => {
    const after = brokenOff(Buffer.alloc(10_000_000, 'x'));
    expect(after.answer?.body.equals(Buffer.alloc(keptOfBroken, 'x'))).toBe(true);
    expect(after.failure?.message).toMatch(/^The body is longer than the bound\. Truncated: only its first /);
  });

  test('keeps no half of a secret that the cut went through, however it is spelled.', () => {
    const spelled = Array.from(long, (c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('');
    for (const secret of [long, Buffer.from(long).toString('base64'), spelled]) {
      for (let shift = 0; shift <= secret.length + 10; shift += 3) {
        for (const edge of [keptOfBroken, keptOfBroken + 6 * long.length]) {
          const filler = Buffer.alloc(edge - shift, ' ');
          const body = Buffer.concat([filler, Buffer.from(secret), Buffer.alloc(1_000, ' ')]);
          const kept = brokenOff(body).answer?.body.toString().trim() ?? '';
          expect(kept === '' || '[redacted:'.startsWith(kept.slice(0, 10)), kept).toBe(true);
        }
      }
    }
  });
});

test('A run of megabytes that could be base64 is searched like any other.', () => {
  const run = Buffer.alloc(12_000_000, 'x');
  const hidden = Buffer.from(Buffer.from(`xx${long}`).toString('base64'));
  const body = Buffer.concat([Buffer.from('{"a":"'), run, hidden, Buffer.from('"}')]);
  expect(secretsOf(long).outcome(outcome({}, { body })).answer?.body.toString()).toMatch(
    /^\{"a":"\[redacted:base64-of-token-secret:[^\]]+\]"\}$/,
  );
});

test('A signature of zeros is no secret: ordinary bodies contain zeros.', () => {
  const body = Buffer.from(`{"signature":"${'A'.repeat(86)}=="}`);
  expect(redactorOf('A'.repeat(43)).outcome(outcome({ body })).request.body).toEqual(body);
});
