import { connect, createServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { planAsClient } from '../../wire/as-sent.ts';
import { boundsFor } from '../../wire/bounds.ts';
import { channelOn } from '../../wire/channel.ts';
import { type Framing, withClientHeaders } from '../../wire/client-style.ts';
import { type Client, clients } from '../../wire/clients.ts';
import { decodeContent } from '../../wire/content-coding.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import { sendOnce } from '../../wire/send.ts';

const own: readonly HeaderPair[] = [
  ['Authorization', 'Bearer t'],
  ['Content-Type', 'application/json'],
];

function clientOf(id: string): Client {
  const found = clients.find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no client ${id}.`);
  return found;
}

test('A client adds its headers around those of the request, in its case.', () => {
  const pairs = withClientHeaders(own, { client: clientOf('node-fetch'), key: 'k', run: 'r' });
  expect(pairs.slice(0, 3)).toEqual([
    ['authorization', 'Bearer t'],
    ['content-type', 'application/json'],
    ['accept', '*/*'],
  ]);
});

test('A header that the request has itself is not added.', () => {
  const pairs = withClientHeaders([['accept', 'text/plain']], {
    client: clientOf('curl'),
    key: 'k',
    run: 'r',
  });
  expect(pairs.filter(([name]) => name.toLowerCase() === 'accept')).toEqual([['accept', 'text/plain']]);
});

test.each(clients.map((client) => [client.id, client] as const))(
  'The content codings that %s takes are decoded, but for compress, which no server has.',
  async (_, { headers }) => {
    const encode: Record<string, (bytes: Buffer) => Buffer> = {
      gzip: gzipSync,
      deflate: deflateSync,
      br: brotliCompressSync,
    };
    const value = headers.find(([name]) => name.toLowerCase() === 'accept-encoding')?.[1] ?? '';
    for (const coding of value.split(/, */).filter((each) => each !== '' && each !== 'compress')) {
      const body = encode[coding]?.(Buffer.from('{}')) ?? Buffer.from(coding);
      expect(await decodeContent(body, coding, 100)).toEqual(Buffer.from('{}'));
    }
  },
);

test('Drawn values depend on the key alone.', () => {
  const of = (key: string) => withClientHeaders(own, { client: clientOf('gateway'), key, run: 'r' });
  expect(of('a')).toEqual(of('a'));
  expect(of('a')).not.toEqual(of('b'));
  // Several requests of a client share a session, a trace, or the id of a request in front of them.
  const session = (key: string, run: string) =>
    withClientHeaders(own, { client: clientOf('java-url-connection'), key, run }).find(
      ([name]) => name === 'Cookie',
    );
  expect(session('a', 'r')).toEqual(session('b', 'r'));
  expect(session('a', 'r')).not.toEqual(session('a', 's'));
  const id = of('a').find(([name]) => name === 'x-request-id')?.[1];
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test.each(clients.map((client) => [client.id, client] as const))(
  'The headers of %s are ordinary: unique names, 8 KiB at most, and nothing that asks for another protocol.',
  (_, client) => {
    const pairs = withClientHeaders(own, { client, key: 'k', run: 'r' });
    const names = pairs.map(([name]) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
    expect(pairs.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)).toBeLessThan(8_000);
    for (const name of ['upgrade', 'expect', 'te', 'accept-charset', 'host', 'connection'])
      expect(names).not.toContain(name);
  },
);

/** The names that a client sends with a request of a body and a token, in their order. */
function namesIn(id: string, to: { readonly base: URL; readonly method: string }): string[] {
  return withClientHeaders(own, { client: clientOf(id), key: 'k', run: 'r' }, to).map(([name]) => name);
}

test('A browser says what it is only to servers that it trusts, and where it comes from only with a body.', () => {
  const local = new URL('http://localhost:8080');
  expect(namesIn('browser', { base: local, method: 'POST' })).toEqual(
    expect.arrayContaining(['sec-ch-ua', 'Sec-Fetch-Site', 'Origin', 'Referer']),
  );
  expect(namesIn('browser', { base: local, method: 'GET' })).not.toContain('Origin');
  const plain = namesIn('browser', { base: new URL('http://ledger.internal'), method: 'POST' });
  expect(plain.filter((name) => /^sec-/i.test(name))).toEqual([]);
  expect(namesIn('browser', { base: new URL('https://ledger.internal'), method: 'POST' })).toContain(
    'sec-ch-ua',
  );
});

test('A browser tells of one release in all of its headers, and its page is one of the target.', () => {
  for (const run of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const to = { base: new URL('https://ledger.internal/prefix'), method: 'POST' };
    const pairs = withClientHeaders(own, { client: clientOf('browser'), key: 'k', run }, to);
    const valueIn = (name: string) => pairs.find(([each]) => each.toLowerCase() === name)?.[1] ?? '';
    const [, release = 'none'] = /Chrome\/(\d+)\./.exec(valueIn('user-agent')) ?? [];
    expect(valueIn('sec-ch-ua')).toContain(`"Google Chrome";v="${release}"`);
    expect(valueIn('origin')).toBe('https://ledger.internal');
  }
});

test('No name or address is one that is reserved for documents.', () => {
  const sent = clients.map((client) =>
    JSON.stringify(withClientHeaders(own, { client, key: 'k', run: 'r' })),
  );
  expect(sent.join()).not.toMatch(/example\.|2001:db8|\$\w/);
});

/** What arrives at a server for one request, and in how many parts. */
async function arrived(client: Client, framing: Framing): Promise<{ text: string; parts: number }> {
  let text = '';
  let parts = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      parts += 1;
      text += chunk.toString('latin1');
      const isWhole = framing === 'chunked' ? text.endsWith('0\r\n\r\n') : text.endsWith('"end"}');
      if (isWhole) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const spec = {
    method: 'POST',
    target: '/x',
    headers: withClientHeaders(own, { client, key: 'k', run: 'r' }),
    body: Buffer.from('{"a":"text","b":"end"}'),
  };
  const { answer } = await sendOnce(
    async () => channelOn(connect(port, '127.0.0.1')),
    planAsClient(`127.0.0.1:${port}`, spec, client, { framing }),
    boundsFor(2_000),
  );
  expect(answer?.status).toBe(200);
  return { text, parts };
}

const namesOf = (text: string): string[] =>
  (text.split('\r\n\r\n')[0] ?? '')
    .split('\r\n')
    .slice(1)
    .map((line) => line.slice(0, line.indexOf(':')));

test('The head arrives in the order and case of the client, with no header that it does not send.', async () => {
  expect(namesOf((await arrived(clientOf('curl'), 'length')).text)).toEqual([
    'Host',
    'User-Agent',
    'Accept',
    'Authorization',
    'Content-Type',
    'Content-Length',
  ]);
  expect(namesOf((await arrived(clientOf('axios'), 'length')).text).slice(-2)).toEqual([
    'Host',
    'Connection',
  ]);
  expect(namesOf((await arrived(clientOf('old-proxy'), 'length')).text)[0]).toBe('HOST');
});

test('A body arrives chunked, or in several parts, and so may a head.', async () => {
  const chunked = await arrived(clientOf('curl'), 'chunked');
  expect(namesOf(chunked.text)).toContain('Transfer-Encoding');
  expect(namesOf(chunked.text)).not.toContain('Content-Length');
  expect((await arrived(clientOf('curl'), 'many-writes')).parts).toBeGreaterThan(4);
  const divided = await arrived(clientOf('curl'), 'head-in-parts');
  expect(divided.parts).toBeGreaterThan(4);
  expect(namesOf(divided.text)[0]).toBe('Host');
});

test('An answer that still arrives when the time is up is slow; one that never begins has timed out.', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (chunk) => {
      if (chunk.includes('/silent')) return;
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n');
      const timer = setInterval(() => socket.write('x'), 20);
      socket.once('close', () => clearInterval(timer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const kindFor = async (target: string) => {
    const spec = { method: 'GET', target, headers: [] };
    const planned = planAsClient('h', spec, clientOf('curl'), { framing: 'length' });
    const open = async () => channelOn(connect(port, '127.0.0.1'));
    const outcome = await sendOnce(open, planned, boundsFor(300));
    return outcome.failure?.kind;
  };
  expect(await kindFor('/dripping')).toBe('slow');
  expect(await kindFor('/silent')).toBe('timeout');
});
