import fc from 'fast-check';
import { EnvHttpProxyAgent } from 'undici';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { proxyFor, readProxies } from '../../settings/proxies.ts';

type Variables = Readonly<Record<string, string>>;
const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'no_proxy', 'NO_PROXY'];

afterEach(() => vi.unstubAllEnvs());

/** The origin of the proxy that undici's EnvHttpProxyAgent would ask for a tunnel; it opens no connection here. */
async function proxyOfUndici(address: string, variables: Variables): Promise<string | undefined> {
  for (const name of names) vi.stubEnv(name, variables[name]);
  let proxy: string | undefined;
  const stop = async (): Promise<void> => undefined;
  const agent = new EnvHttpProxyAgent({
    connect: (_options, callback) => callback(new Error('Connected directly.'), null),
    clientFactory: (origin) =>
      ({
        connect: () => {
          proxy = origin.origin;
          throw new Error('Asked the proxy.');
        },
        close: stop,
        destroy: stop,
      }) as never,
  });
  const { origin } = new URL(address);
  await expect(agent.request({ origin, path: '/', method: 'GET' })).rejects.toThrow(
    /^(Connected directly|Asked the proxy)\.$/,
  );
  await agent.destroy();
  return proxy;
}

function ours(address: string, variables: Variables): string | undefined {
  const proxy = proxyFor(address, readProxies(variables));
  return proxy === undefined ? undefined : new URL(proxy.url).origin;
}

const one = 'http://one.example:3128';
const two = 'http://two.example:3128';
const both = { HTTP_PROXY: one, HTTPS_PROXY: two };
const secure = 'https://ledger.example';
const plain = 'http://ledger.example';

const sameAsUndici: readonly (readonly [address: string, variables: Variables, proxy: string | undefined])[] =
  [
    [secure, {}, undefined],
    [plain, {}, undefined],
    [secure, both, two],
    [plain, both, one],
    [plain, { HTTPS_PROXY: two }, undefined],
    [secure, { HTTP_PROXY: one }, one],
    [secure, { https_proxy: one, HTTPS_PROXY: two }, one],
    [plain, { http_proxy: two, HTTP_PROXY: one }, two],
    [plain, { http_proxy: '', HTTP_PROXY: one }, undefined],
    [secure, { https_proxy: '', HTTPS_PROXY: two }, undefined],
    [secure, { HTTPS_PROXY: '', HTTP_PROXY: one }, one],
    [secure, { ...both, NO_PROXY: '*' }, undefined],
    [secure, { ...both, NO_PROXY: 'other.example, *' }, two],
    [secure, { ...both, NO_PROXY: '' }, two],
    [secure, { ...both, NO_PROXY: ',' }, two],
    [secure, { ...both, NO_PROXY: 'ledger.example' }, undefined],
    [plain, { ...both, NO_PROXY: 'ledger.example' }, undefined],
    [secure, { ...both, NO_PROXY: 'LEDGER.example' }, undefined],
    [secure, { ...both, NO_PROXY: 'edger.example' }, two],
    [secure, { ...both, NO_PROXY: 'a.ledger.example' }, two],
    [secure, { ...both, NO_PROXY: 'a, .example' }, undefined],
    [secure, { ...both, NO_PROXY: 'a\t*.example' }, undefined],
    [secure, { ...both, NO_PROXY: 'ledger.example:443' }, undefined],
    [secure, { ...both, NO_PROXY: 'ledger.example:8443' }, two],
    [`${secure}:8443`, { ...both, NO_PROXY: 'ledger.example:8443' }, undefined],
    [plain, { ...both, NO_PROXY: 'ledger.example:80' }, undefined],
    [secure, { ...both, no_proxy: 'ledger.example', NO_PROXY: '' }, undefined],
    [secure, { ...both, no_proxy: '', NO_PROXY: '*' }, two],
    ['https://10.0.0.7', { ...both, NO_PROXY: '10.0.0.7' }, undefined],
    ['https://10.0.0.7', { ...both, NO_PROXY: '10.0.0.0/8' }, two],
    ['https://[fd00::1]:8443', { ...both, NO_PROXY: '[fd00::1]' }, undefined],
    ['https://[fd00::1]:8443', { ...both, NO_PROXY: '[fd00::1]:8443' }, undefined],
    ['https://[fd00::1]', { ...both, NO_PROXY: '[fd00::1]:8443' }, two],
  ];

test.each(sameAsUndici)('%s with %o: as EnvHttpProxyAgent.', async (address, variables, proxy) => {
  expect(ours(address, variables)).toBe(proxy);
  expect(await proxyOfUndici(address, variables)).toBe(proxy);
});

test('Whatever the variables contain, the choice is that of EnvHttpProxyAgent.', async () => {
  const host = fc.constantFrom(
    'ledger.example',
    'b.ledger.example',
    'example',
    '10.0.0.7',
    '[fd00::1]',
    'L.Example',
  );
  const port = fc.constantFrom('', ':80', ':443', ':8443', ':0');
  const entry = fc.tuple(fc.constantFrom('', '.', '*.', '*'), host, port).map((parts) => parts.join(''));
  const except = fc
    .array(fc.oneof(entry, fc.constantFrom('', '*', '.', ':443', 'a/8')), { maxLength: 3 })
    .chain((entries) => fc.constantFrom(',', ' ', ', ', '\n').map((separator) => entries.join(separator)));
  const proxy = fc.constantFrom('', one, two);
  const variables = fc.record(
    {
      http_proxy: proxy,
      HTTP_PROXY: proxy,
      https_proxy: proxy,
      HTTPS_PROXY: proxy,
      no_proxy: except,
      NO_PROXY: except,
    },
    { requiredKeys: [] },
  );
  const address = fc
    .tuple(fc.constantFrom('http', 'https'), host, fc.constantFrom('', ':80', ':443', ':8443'))
    .map(([scheme, name, number]) => `${scheme}://${name}${number}`);
  await fc.assert(
    fc.asyncProperty(address, variables, async (to, given) => {
      expect(ours(to, given)).toBe(await proxyOfUndici(to, given));
    }),
    { numRuns: 1_000 },
  );
});

describe('what differs from EnvHttpProxyAgent', () => {
  test.each(['http://localhost:1', 'http://127.0.0.2:1', 'https://[::1]:1', 'https://localhost'])(
    'The loopback address %s never uses a proxy.',
    async (address) => {
      expect(ours(address, both)).toBeUndefined();
      expect(await proxyOfUndici(address, both)).toBeDefined();
    },
  );

  test.each(['fd00::1', 'a,FD00:0::1', '2001:db8::, fd00::1'])(
    'The IPv6 address is found without brackets, and however it is written, in NO_PROXY "%s".',
    async (except) => {
      const variables = { ...both, NO_PROXY: except };
      expect(ours('https://[fd00::1]:8443', variables)).toBeUndefined();
      expect(await proxyOfUndici('https://[fd00::1]:8443', variables)).toBeDefined();
      expect(ours('https://[fd00::2]:8443', variables)).toBe(two);
    },
  );
});

test('Messages can name the variable that the proxy is from.', () => {
  expect(proxyFor(secure, readProxies({ https_proxy: one }))?.variable).toBe('https_proxy');
  expect(proxyFor(secure, readProxies({ HTTP_PROXY: one }))?.variable).toBe('HTTP_PROXY');
});
