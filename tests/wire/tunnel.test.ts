import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readSettings } from '../../settings/settings.ts';
import { boundsFor } from '../../wire/bounds.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import { createLimiter } from '../../wire/limiter.ts';
import { socketOpenerOf } from '../../wire/open-socket.ts';
import type { OperationRequest } from '../../wire/plan-request.ts';
import { createRedactor } from '../../wire/redact.ts';
import { createWire, type Wire } from '../../wire/wire.ts';
import { proxyServer } from './proxy-server.ts';
import { answer, answering, onlyRequest, rawServer } from './raw-server.ts';

const certificate = (name: string): string =>
  fileURLToPath(new URL(`../cli/certificates/${name}`, import.meta.url));

function wireTo(baseUrl: string, variables: Readonly<Record<string, string>>, timeoutMs = 2_000): Wire {
  const settings = readSettings({ TARGET_BASE_URL: baseUrl, TARGET_TOKEN: 'a.b.c', ...variables });
  if (settings.target === undefined) throw new Error('There is no target.');
  const bounds = boundsFor(timeoutMs);
  const wire = createWire({
    baseUrl,
    openSocket: socketOpenerOf(settings, settings.target, bounds),
    bounds,
    limiter: createLimiter(4),
    redactor: createRedactor(),
    gateway: [],
    userAgent: 'suite/1',
  });
  onTestFinished(() => wire.close());
  return wire;
}

const ok = answer('200 OK', ['Content-Type: application/json'], '{}');
const twoCredentials: readonly HeaderPair[] = [
  ['AUTHORIZATION', 'Bearer one'],
  ['authorization', 'Bearer two'],
];

/** What each sender writes with two credentials, which EnvHttpProxyAgent would make one. */
const senders: readonly (readonly [name: string, request: OperationRequest, head: readonly string[]])[] = [
  ['the HTTP client', {}, ['host: ledger.example:8080', 'connection: keep-alive', 'User-Agent: suite/1']],
  [
    'a connection of its own',
    { written: { version: '1.0' } },
    ['Host: ledger.example:8080', 'Connection: close', 'User-Agent: suite/1'],
  ],
];

test.each(senders)(
  'What %s writes arrives unchanged through the tunnel to an http: target.',
  async (_, request, head) => {
    const server = await rawServer(answering(ok));
    const proxy = await proxyServer({ port: Number(server.origin.port) });
    const wire = wireTo('http://ledger.example:8080', {
      HTTP_PROXY: `http://us%40er:p%3Ass@${proxy.authority}`,
    });
    const exchange = await wire.send('one', 'list-users', request, twoCredentials);
    expect(exchange.failure).toBeUndefined();
    expect(onlyRequest(server).head).toEqual([
      `GET /v2/users HTTP/${request.written?.version ?? '1.1'}`,
      ...head,
      'AUTHORIZATION: Bearer one',
      'authorization: Bearer two',
    ]);
    expect(proxy.forwarded).toEqual([]);
    expect(proxy.asked).toEqual([
      {
        authority: 'ledger.example:8080',
        authorization: `Basic ${Buffer.from('us@er:p:ss').toString('base64')}`,
      },
    ]);
    expect(JSON.stringify(exchange)).not.toContain('p%3Ass');
  },
);

const key = readFileSync(certificate('localhost.key'));
const cert = readFileSync(certificate('localhost.pem'));

/** A target with TLS and a certificate for localhost. */
async function secureTarget(): Promise<number> {
  const server = createTlsServer({ key, cert }, (_request, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test.each<[string, OperationRequest]>([
  ['the HTTP client', {}],
  ['a connection of its own', { written: {} }],
])('TLS is between %s and the target, whose certificate is checked.', async (_, request) => {
  const proxy = await proxyServer({ port: await secureTarget() });
  const variables = {
    HTTPS_PROXY: `http://${proxy.authority}`,
    TARGET_CA_FILE: certificate('localhost.pem'),
  };
  const send = (host: string) => wireTo(`https://${host}`, variables).send('one', 'list-users', request, []);
  // The certificate is for localhost. With a dot at its end, the name matches it without counting as a loopback address.
  expect((await send('localhost.')).answer?.status).toBe(200);
  expect((await send('ledger.example')).failure).toMatchObject({
    kind: 'closed',
    message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID'),
  });
  expect(proxy.asked.map(({ authority }) => authority)).toEqual(['localhost.:443', 'ledger.example:443']);
});

test.each<[string, OperationRequest]>([
  ['the HTTP client', {}],
  ['a connection of its own', { written: {} }],
])(
  'A proxy that refuses the tunnel is a failed connection of %s that gives its status.',
  async (_, request) => {
    const proxy = await proxyServer({ status: 407 });
    const wire = wireTo('https://[fd00::1]:8443', {
      HTTPS_PROXY: `http://user:hidden-word@${proxy.authority}`,
    });
    const { failure } = await wire.send('one', 'list-users', request, []);
    expect(failure).toEqual({
      kind: 'closed',
      message: 'The proxy responded 407 instead of opening a tunnel.',
    });
    expect(proxy.asked[0]?.authority).toBe('[fd00::1]:8443');
  },
);

test('A proxy that does not respond is given up.', async () => {
  const proxy = await proxyServer('never');
  const wire = wireTo('http://ledger.example', { HTTP_PROXY: `http://${proxy.authority}` }, 300);
  const { failure } = await wire.send('one', 'list-users', { written: {} }, []);
  expect(failure).toEqual({ kind: 'refused', message: 'No connection within 270 ms.' });
});

test('A proxy that closes the connection is asked once.', async () => {
  const proxy = await rawServer((socket) => socket.on('data', () => socket.end()));
  const wire = wireTo('http://ledger.example', { HTTP_PROXY: proxy.origin.href });
  const { failure } = await wire.send('one', 'list-users', {}, []);
  expect(failure).toMatchObject({ kind: 'refused', message: expect.stringContaining('ECONNRESET') });
  expect(proxy.received).toHaveLength(1);
});

test('A connection is kept, and used again, behind a proxy too.', async () => {
  const server = await rawServer(answering(ok));
  const proxy = await proxyServer({ port: Number(server.origin.port) });
  const wire = wireTo('http://ledger.example', { HTTP_PROXY: `http://${proxy.authority}` });
  for (const id of ['one', 'two']) {
    expect((await wire.send(id, 'list-users', {}, [])).answer?.status).toBe(200);
  }
  expect(proxy.asked).toHaveLength(1);
  expect(server.received).toHaveLength(1);
});
