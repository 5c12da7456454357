import { describe, expect, test } from 'vitest';
import type { Environment } from '../../settings/run-environment.ts';
import settingsSchema from '../../settings/settings.schema.json' with { type: 'json' };
import { defaultSeed, readSettings, spreadMs, validSettings } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';

const target = { TARGET_BASE_URL: 'http://127.0.0.1:7575', TARGET_TOKEN: 'a.b.c' };

function problemsOf(environment: Environment): readonly string[] {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    if (error instanceof UsageError) return error.problems;
    throw error;
  }
}

test('Without any setting the reference server is checked, with defaults for the rest.', () => {
  const { nonce, ...settings } = readSettings({ PATH: '/bin' });
  expect(settings).toEqual({
    seed: defaultSeed,
    effort: 'standard',
    cases: 20_000,
    concurrency: expect.any(Number),
    disguise: false,
    output: 'conformance-results',
    proxies: { except: '' },
  });
  expect(nonce).toMatch(/^[0-9a-f]{8}$/);
});

test('The nonce is fresh in every run, and so is the seed "random".', () => {
  const [one, other] = [
    readSettings({ CONFORMANCE_SEED: 'random' }),
    readSettings({ CONFORMANCE_SEED: 'random' }),
  ];
  expect(one.nonce).not.toBe(other.nonce);
  expect(one.seed).not.toBe(other.seed);
  expect(one.seed).toMatch(/^[0-9a-f]{12}$/);
});

test('A disguised run without a seed draws one, because the default seed is public.', () => {
  const [one, other] = [
    readSettings({ CONFORMANCE_DISGUISE: 'on' }),
    readSettings({ CONFORMANCE_DISGUISE: 'on' }),
  ];
  expect(one.seed).not.toBe(other.seed);
  expect(one.seed).toMatch(/^[0-9a-f]{12}$/);
  expect(readSettings({ CONFORMANCE_DISGUISE: 'on', CONFORMANCE_SEED: 'given' }).seed).toBe('given');
});

test.for(['', ' leading', 'trailing ', 'two\r\nX-Injected: 1', 'tab\there', 'Zürich/1.0', 'x'.repeat(257)])(
  'The User-Agent %j is refused, as a header could not carry it unchanged.',
  (userAgent) => {
    const problems = problemsOf({ CONFORMANCE_USER_AGENT: userAgent });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('CONFORMANCE_USER_AGENT');
    if (userAgent !== '') expect(problems[0]).not.toContain(userAgent);
  },
);

test('Every setting arrives where it is used.', () => {
  const settings = readSettings({
    ...target,
    TARGET_BASE_URL: 'https://ledger.example/prefix/',
    TARGET_EXPIRED_TOKEN: 'd.e.f',
    TARGET_TOKEN_SECRET: 'secret',
    TARGET_SYNCHRONIZER: 'sync::1220',
    TARGET_SYNCHRONIZER_ALIAS: 'sync',
    TARGET_PARTICIPANT_UIDS: 'one::1220 , two::1220,one::1220',
    TARGET_EXECUTE_REQUEST: 'body.json',
    TARGET_USER_ID: 'user',
    TARGET_KNOWN_USERS: 'alice,bob',
    TARGET_PAGE_SIZE_PARAMETER: 'size',
    TARGET_PAGE_TOKEN_PARAMETER: 'token',
    TARGET_PROFILE: 'document',
    TARGET_HEADERS_FILE: 'headers.json',
    TARGET_CA_FILE: 'ca.pem',
    TARGET_CLIENT_CERT: 'cert.pem',
    TARGET_CLIENT_KEY: 'key.pem',
    TARGET_TIMEOUT_MS: '1500',
    TARGET_BODY_LIMIT_MIB: '64',
    CONFORMANCE_SEED: 'seed-1',
    CONFORMANCE_NONCE: 'nonce-1',
    CONFORMANCE_EFFORT: 'quick',
    CONFORMANCE_CASES: '640',
    CONFORMANCE_CONCURRENCY: '4',
    CONFORMANCE_RATE: '50',
    CONFORMANCE_DISGUISE: 'on',
    CONFORMANCE_USER_AGENT: 'probe/1.0 (of Example Ltd)',
    CONFORMANCE_OUTPUT: 'out',
    HTTPS_PROXY: 'http://proxy:3128',
  });
  expect(settings).toEqual({
    target: {
      baseUrl: 'https://ledger.example/prefix',
      token: 'a.b.c',
      expiredToken: 'd.e.f',
      tokenSecret: 'secret',
      synchronizer: 'sync::1220',
      synchronizerAlias: 'sync',
      participantUids: ['one::1220', 'two::1220'],
      executeRequest: 'body.json',
      userId: 'user',
      knownUsers: 'alice,bob',
      pageSizeParameter: 'size',
      pageTokenParameter: 'token',
      headersFile: 'headers.json',
      caFile: 'ca.pem',
      clientCert: 'cert.pem',
      clientKey: 'key.pem',
      timeoutMs: 1_500,
      bodyMebibytes: 64,
    },
    profile: 'document',
    seed: 'seed-1',
    nonce: 'nonce-1',
    effort: 'quick',
    cases: 640,
    concurrency: 4,
    rate: 50,
    disguise: true,
    userAgent: 'probe/1.0 (of Example Ltd)',
    output: 'out',
    proxies: { https: { url: 'http://proxy:3128', variable: 'HTTPS_PROXY' }, except: '' },
  });
});

test('The other ways to give a token arrive as well, and one answer may take five seconds by default.', () => {
  const { TARGET_TOKEN: _, ...bare } = target;
  expect(readSettings({ ...bare, TARGET_TOKEN_FILE: 'token', TARGET_TOKEN_KEY: 'key.jwk' }).target).toEqual({
    baseUrl: 'http://127.0.0.1:7575',
    tokenFile: 'token',
    tokenKey: 'key.jwk',
    participantUids: [],
    timeoutMs: 5_000,
    bodyMebibytes: 32,
  });
  expect(readSettings({ ...bare, TARGET_TOKEN_COMMAND: 'cat token' }).target?.tokenCommand).toBe('cat token');
});

const wrong: Readonly<Record<string, string>> = {
  TARGET_BASE_URL: 'ledger.example:7575',
  TARGET_TOKEN: 'Bearer the-token',
  TARGET_EXPIRED_TOKEN: 'čeština',
  TARGET_PARTICIPANT_UIDS: 'one,,two',
  TARGET_PAGE_SIZE_PARAMETER: 'page size',
  TARGET_PAGE_TOKEN_PARAMETER: 'a&b',
  TARGET_TIMEOUT_MS: '5',
  TARGET_BODY_LIMIT_MIB: '513',
  CONFORMANCE_SEED: 'seed with spaces',
  CONFORMANCE_NONCE: 'nonce_1',
  CONFORMANCE_EFFORT: 'thorough',
  CONFORMANCE_CASES: '0',
  CONFORMANCE_CONCURRENCY: '0',
  CONFORMANCE_RATE: '-1',
  CONFORMANCE_SPREAD: '2 hours',
};

test.each(Object.entries(wrong))(
  'A wrong %s is told with what belongs there, and its value is not shown.',
  (name, value) => {
    const problems = problemsOf({ ...target, [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} (?:has an invalid value: .+|must be .+ or .+)\\.$`));
    expect(problems[0]).not.toContain(value === '5' || value === '0' ? `"${value}"` : value);
  },
);

test('A time over which requests are spread is one of seconds, minutes or hours.', () => {
  expect([undefined, '90s', '30m', '2h'].map(spreadMs)).toEqual([0, 90_000, 1_800_000, 7_200_000]);
});

test.each(Object.keys(settingsSchema.properties))('An empty %s is told to be empty.', (name) => {
  const problems = problemsOf({ ...target, [name]: '' });
  expect(problems.some((problem) => problem.startsWith(`${name} is empty.`))).toBe(true);
});

test.each([
  [
    'a user and a password',
    'https://user:hidden-word@ledger.example/x',
    'it contains a user or password. Set it to https://ledger.example/x.',
  ],
  ['a port that is no port', 'http://127.0.0.1:99999', 'Base URL of the server'],
  ['an address that is none', 'http://[::1', 'Base URL of the server'],
  ['a query', 'HTTP://127.0.0.1/?token=hidden-word', 'it contains a query. Set it to http://127.0.0.1.'],
  [
    'a control character',
    'http://127.0.0.1/x\u0007',
    'it contains a blank, a backslash or a control character. Set it to http://127.0.0.1/x.',
  ],
  [
    'a backslash',
    'http://127.0.0.1\\x',
    'it contains a blank, a backslash or a control character. Set it to http://127.0.0.1/x.',
  ],
  [
    'a fragment',
    'http://127.0.0.1:80/x/v2/users#hidden-word',
    'it contains a fragment. Set it to http://127.0.0.1/x.',
  ],
  ['another scheme', 'ftp://127.0.0.1', 'Base URL of the server'],
  ['quotation marks', '"http://127.0.0.1"', 'it is in quotation marks. Remove them.'],
])('A base URL with %s is refused without what may be secret in it.', (_name, url, remedy) => {
  const problems = problemsOf({ ...target, TARGET_BASE_URL: url });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`TARGET_BASE_URL has an invalid value: ${remedy}`);
  expect(problems[0]).not.toContain('hidden-word');
});

test('A base URL has its scheme in lower case and no slash at its end, however it is written.', () => {
  const { target: read } = readSettings({ ...target, TARGET_BASE_URL: 'HtTpS://Host/Prefix//' });
  expect(read?.baseUrl).toBe('https://Host/Prefix');
});

test('Of wrong settings, those that are valid are told for a report; an unknown target is no self-check.', () => {
  const environment = {
    TARGET_TOKEN: 'a b',
    TARGET_SYNCRONIZER: 'x',
    CONFORMANCE_SEED: 'given',
    CONFORMANCE_OUTPUT: 'there',
  };
  const { seed, output, target: known } = validSettings(environment, false);
  expect({ seed, output, known }).toMatchObject({
    seed: 'given',
    output: 'there',
    known: { baseUrl: 'unknown' },
  });
  expect(known).not.toHaveProperty('token');
  expect(validSettings({}, false).target).toBeUndefined();
  expect(validSettings({}, true).target?.baseUrl).toBe('unknown');
});

test('A setting that is misspelt gets a hint, and one that is like none gets none.', () => {
  expect(problemsOf({ ...target, TARGET_TOKN_FILE: 'secret-value' })).toEqual([
    'TARGET_TOKN_FILE is not a setting. Did you mean TARGET_TOKEN_FILE?',
  ]);
  const [problem] = problemsOf({ CONFORMANCE_SOMETHING_ELSE: 'secret-value' });
  expect(problem).toContain('Remove it');
  expect(problem).not.toContain('secret-value');
});

describe('contradictions', () => {
  test('A target setting without the base URL is named.', () => {
    const [problem] = problemsOf({ TARGET_TOKEN: 'a.b.c', TARGET_USER_ID: 'user' });
    expect(problem).toMatch(/^TARGET_TOKEN, TARGET_USER_ID set without TARGET_BASE_URL\./);
  });

  test('An empty base URL is wrong, never a check of the reference server.', () => {
    expect(problemsOf({ TARGET_BASE_URL: '' }).length).toBeGreaterThan(0);
  });

  test('A profile alone needs no target.', () => {
    expect(readSettings({ TARGET_PROFILE: 'document' }).target).toBeUndefined();
  });

  test('A target needs a token.', () => {
    expect(problemsOf({ TARGET_BASE_URL: target.TARGET_BASE_URL })).toEqual([
      'No token: set TARGET_TOKEN, TARGET_TOKEN_FILE or TARGET_TOKEN_COMMAND to a valid JWT for the target.',
    ]);
  });

  test.each([
    ['TARGET_TOKEN', 'TARGET_TOKEN_FILE'],
    ['TARGET_TOKEN', 'TARGET_TOKEN_COMMAND'],
  ])('%s and %s together are one too many.', (one, other) => {
    const [problem] = problemsOf({ ...target, [other]: 'x' });
    expect(problem).toBe(`${one} and ${other} exclude each other. Keep one of them.`);
  });

  test('Secret and key together are one too many.', () => {
    const [problem] = problemsOf({ ...target, TARGET_TOKEN_SECRET: 's', TARGET_TOKEN_KEY: 'k' });
    expect(problem).toMatch(/^TARGET_TOKEN_SECRET and TARGET_TOKEN_KEY exclude each other\./);
  });

  test.each(['TARGET_CLIENT_CERT', 'TARGET_CLIENT_KEY'])('%s alone lacks its other half.', (name) => {
    const [problem] = problemsOf({ ...target, [name]: 'x.pem' });
    expect(problem).toBe(
      'TARGET_CLIENT_CERT and TARGET_CLIENT_KEY must be set together. Set both or neither.',
    );
  });
});

test('Several problems are told at once.', () => {
  expect(
    problemsOf({ TARGET_BASE_URL: 'nowhere', TARGET_TIMEOUT_MS: 'soon', CONFORMANCE_CASE: '1' }),
  ).toHaveLength(4);
});
