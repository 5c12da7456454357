import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { readSettings } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { boundsFor } from '../../wire/bounds.ts';
import { connectorOf } from '../../wire/dispatcher.ts';

const made: Dispatcher[] = [];
afterEach(async () => {
  await Promise.all(made.splice(0).map((each) => each.destroy()));
});

function dispatcherFor(baseUrl: string, noProxy = '', more: Record<string, string> = {}): Dispatcher {
  const settings = readSettings({
    TARGET_BASE_URL: baseUrl,
    TARGET_TOKEN: 'a.b.c',
    HTTPS_PROXY: 'http://proxy.example:3128',
    NO_PROXY: noProxy,
    ...more,
  });
  if (settings.target === undefined) throw new Error('There is no target.');
  const dispatcher = connectorOf(settings, settings.target, boundsFor(1_000))(() => undefined);
  made.push(dispatcher);
  return dispatcher;
}

test.each([
  ['https://ledger.example', ''],
  ['https://ledger.example', 'other.example'],
  ['https://ledger.example', 'edger.example'],
  ['https://ledger.example', ','],
])('%s goes through the proxy where NO_PROXY is "%s".', (baseUrl, noProxy) => {
  expect(dispatcherFor(baseUrl, noProxy)).toBeInstanceOf(ProxyAgent);
});

test.each([
  ['https://ledger.example', 'ledger.example'],
  ['https://ledger.example', 'a, .example'],
  ['https://ledger.example', '*.example'],
  ['https://ledger.example', '*'],
  ['https://localhost:1', ''],
  ['https://127.0.0.2:1', ''],
  ['https://[::1]:1', ''],
  ['http://ledger.example', ''],
])('%s is reached directly where NO_PROXY is "%s".', (baseUrl, noProxy) => {
  expect(dispatcherFor(baseUrl, noProxy)).toBeInstanceOf(Agent);
});

test('Without a proxy, or with an empty one, connections are direct.', () => {
  expect(dispatcherFor('https://ledger.example', '', { HTTPS_PROXY: '' })).toBeInstanceOf(Agent);
});

test('A proxy that is no URL is a usage error that does not show it.', () => {
  const open = (): unknown =>
    dispatcherFor('https://ledger.example', '', { HTTPS_PROXY: 'user:hidden-word at proxy' });
  expect(open).toThrow(UsageError);
  expect(open).not.toThrow(/hidden-word/);
});

test.each(['TARGET_CA_FILE'])('%s that cannot be read is a usage error that names it.', (name) => {
  expect(() => dispatcherFor('https://ledger.example', '*', { [name]: '/nonexistent.pem' })).toThrow(
    `${name} names a file that cannot be read: /nonexistent.pem.`,
  );
});
