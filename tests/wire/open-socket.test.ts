import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { readSettings } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { boundsFor } from '../../wire/bounds.ts';
import { socketOpenerOf } from '../../wire/open-socket.ts';

function open(more: Record<string, string>): void {
  const settings = readSettings({
    TARGET_BASE_URL: 'https://ledger.example',
    TARGET_TOKEN: 'a.b.c',
    ...more,
  });
  if (settings.target === undefined) throw new Error('There is no target.');
  socketOpenerOf(settings, settings.target, boundsFor(1_000));
}

test.each([
  'user:hidden-word at proxy',
  'hidden-word:3128',
  'http://user:hidden-word%zz@proxy.example:3128',
  'http://hidden-word%zz@proxy.example:3128',
  'socks5://user:hidden-word@proxy.example',
])('The proxy %s is a usage error that names the variable, and does not show it.', (url) => {
  expect(() => open({ https_proxy: url })).toThrow(UsageError);
  expect(() => open({ https_proxy: url })).toThrow(/^https_proxy is not /);
  expect(() => open({ https_proxy: url })).not.toThrow(/hidden-word/);
  expect(() => open({ https_proxy: url, NO_PROXY: '.example' })).not.toThrow();
});

test.each(['TARGET_CA_FILE'])('%s that cannot be read is a usage error that names it.', (name) => {
  expect(() => open({ [name]: '/nonexistent.pem' })).toThrow(
    `${name} names a file that cannot be read: /nonexistent.pem.`,
  );
});

const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
const certificate = new URL('../cli/certificates/localhost.pem', import.meta.url);
const servers = {
  http: () => createServer(),
  https: () =>
    createTlsServer({
      cert: readFileSync(certificate),
      key: readFileSync(new URL('localhost.key', certificate)),
    }) as unknown as Server,
};

test.each(
  (['http', 'https'] as const).flatMap((scheme) =>
    ['127.0.0.1', '::1'].flatMap((address) =>
      [{}, { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' }].map(
        (proxies) => [scheme, address, proxies] as const,
      ),
    ),
  ),
)(
  'localhost is reached over %s where a server listens on %s alone, with %j.',
  async (scheme, host, proxies) => {
    // Some containers have no IPv6.
    if (!addresses.some(({ address }) => address === host)) return;
    const server = servers[scheme]();
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    onTestFinished(() => void server.close());
    const settings = readSettings({
      TARGET_BASE_URL: `${scheme}://localhost:${(server.address() as AddressInfo).port}`,
      TARGET_TOKEN: 'a.b.c',
      ...(scheme === 'https' ? { TARGET_CA_FILE: certificate.pathname } : {}),
      ...proxies,
    });
    if (settings.target === undefined) throw new Error('There is no target.');
    const socket = await socketOpenerOf(settings, settings.target, boundsFor(1_000))();
    expect(socket.remoteAddress).toBe(host);
    socket.destroy();
  },
);
