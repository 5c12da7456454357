import { afterEach, expect, test, vi } from 'vitest';
import settingsSchema from '../../settings/settings.schema.json' with { type: 'json' };
import { readSettings } from '../../settings/settings.ts';
import {
  variableOf,
  type WorkerConfiguration,
  workerConfiguration,
} from '../../settings/worker-configuration.ts';
import { temporaryFolder } from '../journal/temporary-folder.ts';

afterEach(() => vi.unstubAllEnvs());

/** Values of the settings that do not take any text; those that exclude each other are read apart. */
const special: Readonly<Record<string, string>> = {
  TARGET_BASE_URL: 'http://127.0.0.1:1',
  TARGET_PARTICIPANT_UIDS: 'a::1,b::2',
  TARGET_TIMEOUT_MS: '700',
  TARGET_BODY_LIMIT_MIB: '64',
  CONFORMANCE_EFFORT: 'soak',
  CONFORMANCE_CASES: '500',
  CONFORMANCE_CONCURRENCY: '4',
  CONFORMANCE_RATE: '25',
  CONFORMANCE_DISGUISE: 'on',
  CONFORMANCE_SPREAD: '2h',
};
const alternatives = ['TARGET_TOKEN_FILE', 'TARGET_TOKENS_FILE', 'TARGET_TOKEN_COMMAND', 'TARGET_TOKEN_KEY'];

function configurationOf(environment: Readonly<Record<string, string>>): WorkerConfiguration {
  const { target, ...settings } = readSettings(environment);
  if (target === undefined) throw new Error('There is no target.');
  return {
    folder: '/results',
    stateFolder: temporaryFolder(),
    redactionKey: 'ab'.repeat(32),
    only: 'list-users',
    shard: { index: 2, total: 3 },
    resumed: true,
    crowded: false,
    specs: '/specs',
    settings: { ...settings, target },
  };
}

const everySetting = Object.fromEntries(
  Object.keys(settingsSchema.properties)
    .filter((name) => !alternatives.includes(name))
    .map((name) => [name, special[name] ?? 'secret-text']),
);

function handedOver(configuration: WorkerConfiguration): string {
  const [[name, text] = ['', '']] = Object.entries(variableOf(configuration));
  vi.stubEnv(name, text);
  return name;
}

test.each([
  ['every setting', { ...everySetting, HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY: '.example' }],
  ['a token file', { TARGET_BASE_URL: 'http://h', TARGET_TOKEN_FILE: 't', TARGET_TOKEN_KEY: 'k' }],
  ['a token command', { TARGET_BASE_URL: 'http://h', TARGET_TOKEN_COMMAND: 't' }],
])('A worker reads what the command hands over: %s.', (_, environment) => {
  const configuration = configurationOf(environment);
  handedOver(configuration);
  expect(workerConfiguration()).toEqual(configuration);
  expect(workerConfiguration()).toBe(workerConfiguration());
});

test('Without a prepared run there is no configuration.', () => {
  expect(workerConfiguration()).toBeUndefined();
});

test('A configuration that was changed or cut on the way is rejected without its content.', () => {
  const name = handedOver(configurationOf(everySetting));
  const text = process.env[name] ?? '';
  for (const other of [
    text.slice(0, -1),
    text.replace('secret-text', 'other-text'),
    '{"folder": secret-text',
  ]) {
    vi.stubEnv(name, other);
    expect(workerConfiguration).toThrow('not as it was handed over');
    expect(workerConfiguration).not.toThrow('secret-text');
  }
});

test('Settings too long for a variable are wrong usage.', () => {
  const TARGET_PARTICIPANT_UIDS = Array.from({ length: 3_000 }, (_, index) => `p${index}::${'0'.repeat(64)}`);
  const configuration = configurationOf({
    TARGET_BASE_URL: 'http://h',
    TARGET_TOKEN: 't',
    TARGET_PARTICIPANT_UIDS: TARGET_PARTICIPANT_UIDS.join(','),
  });
  expect(() => variableOf(configuration)).toThrow(/Shorten the longest one/);
});
