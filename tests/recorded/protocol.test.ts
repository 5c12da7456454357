import { describe, expect, it } from 'vitest';
import type { RecordedLine } from '../../judges/recorded/reading/read-recording.ts';
import { changed, judgedLines, recorded } from './made-recording.ts';

const good = recorded('gen.ok.minimal');
const users = recorded('users.ok.default');

/** No answer that any operation may give. */
const odd = { status: 418, reason: 'No', headers: [['Content-Type', 'text/html']], body: '<p>no</p>' } as const;

function withHeaders(line: RecordedLine, ...headers: (readonly [string, string])[]): Partial<RecordedLine['request']> {
  return { headers: [...line.request.headers, ...headers] };
}

/** How a request that the document does not describe is classified, and what is found about the oddest answer to it. */
function judged(name: string, request: Partial<RecordedLine['request']>): [string, string[]] {
  const made = changed(name, { request, response: odd }, 'made');
  const { judged: all } = judgedLines([good, users, made]);
  const one = all.find((each) => each.name === 'made');
  return [
    one?.classification.requirement ?? '',
    one?.judgement.findings.map(({ requirement }) => requirement) ?? [],
  ];
}

describe('what ruling 34 names is observed, status and form', () => {
  it.each([
    ['HTTP-OPEN-VERSION', { version: 'HTTP/1.0' }],
    ['HTTP-OPEN-VERSION', { version: 'HTTP/2.0' }],
    ['HTTP-OPEN-VERSION', { version: 'HTTP/3' }],
    ['HTTP-OPEN-EXPECT', withHeaders(users, ['Expect', '200-ok'])],
    ['HTTP-OPEN-EXPECT', withHeaders(users, ['Expect', '100-continue'])],
    ['HTTP-OPEN-UPGRADE', withHeaders(users, ['Upgrade', 'h2c'])],
    [
      'HTTP-OPEN-UPGRADE',
      withHeaders(users, ['Upgrade', 'websocket'], ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ==']),
    ],
    ['HTTP-OPEN-TRANSFER-CODING', withHeaders(users, ['Transfer-Encoding', 'gzip, chunked'])],
    ['HTTP-OPEN-TRANSFER-CODING', withHeaders(users, ['transfer-encoding', 'identity'])],
    ['HTTP-OPEN-ACCEPT', withHeaders(users, ['Accept-Charset', 'utf-8'])],
    ['HTTP-OPEN-ACCEPT', withHeaders(users, ['accept-charset', '*'])],
  ] as const)('%s: %j', (requirement, request) => {
    expect(judged('users.ok.default', request)).toEqual([requirement, []]);
  });

  it('also beside a fault of the body', () => {
    const request = { ...withHeaders(good, ['Expect', '200-ok']), body: '{' };
    expect(judged('gen.ok.minimal', request)).toEqual(['HTTP-OPEN-EXPECT', []]);
  });
});

describe('what ruling 34 does not name is judged', () => {
  it.each([
    ['a body that waits for 100', withHeaders(good, ['Expect', '100-Continue'])],
    ['HTTP/1.1', { version: 'HTTP/1.1' }],
    [
      'a chunked body',
      { headers: [...good.request.headers.filter(([name]) => name !== 'Content-Length'), ['Transfer-Encoding', 'chunked']] as const },
    ],
    ['a charset in Accept', withHeaders(good, ['Accept', 'application/json;charset=utf-8, text/plain'])],
  ] as const)('%s', (_, request) => {
    expect(judged('gen.ok.minimal', request)).toEqual(['GT-SUCCESS', ['GT-FAILURE-FORM', 'GT-SUCCESS']]);
  });
});
