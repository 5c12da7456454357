import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, type Mistake, token } from './mistake.ts';

const target = at('http://127.0.0.1:9');
const { TARGET_TOKEN: _token, ...withoutToken } = target;

/** A mistake in a setting besides those of a target that is never asked. */
function wrong(name: string, settings: Record<string, string>, cause: string, remedy: string): Mistake {
  return { name, made: () => settings, status: 2, cause, remedy };
}

/** A setting that names a file of this text, or a folder. */
function file(setting: string, text: string | undefined, cause: string, remedy: string): Mistake {
  return {
    name: `${setting} with ${text === undefined ? 'a folder' : JSON.stringify(text)}`,
    made: (folder) => {
      if (text === undefined) mkdirSync(join(folder, 'given'));
      else writeFileSync(join(folder, 'given'), text);
      const base = setting === 'TARGET_TOKEN_FILE' ? withoutToken : target;
      // Authorities are read only for https.
      return { ...base, TARGET_BASE_URL: 'https://127.0.0.1:9', [setting]: 'given' };
    },
    status: 2,
    cause,
    remedy,
  };
}

function option(args: readonly string[], cause: string, remedy: string): Mistake {
  return {
    name: `run ${args.join(' ')}`,
    args: ['run', ...args],
    made: () => target,
    status: 2,
    cause,
    remedy,
  };
}

/** Mistakes in names, values, files and options. */
export const usageMistakes: readonly Mistake[] = [
  wrong(
    'a misspelt TARGET_BASE_URL',
    { TARGET_BASEURL: 'http://127.0.0.1:9', TARGET_TOKEN: token },
    'TARGET_BASEURL is not a setting.',
    'Did you mean TARGET_BASE_URL?',
  ),
  wrong(
    'an empty token',
    { ...target, TARGET_TOKEN: '' },
    'TARGET_TOKEN is empty.',
    'Set a value or unset it',
  ),
  wrong('no token', withoutToken, 'No token:', 'set TARGET_TOKEN, TARGET_TOKEN_FILE or TARGET_TOKEN_COMMAND'),
  wrong(
    'two ways to get a token',
    { ...target, TARGET_TOKEN_FILE: 'x' },
    'TARGET_TOKEN and TARGET_TOKEN_FILE exclude each other.',
    'Keep one of them',
  ),
  wrong(
    'two keys for tokens',
    { ...target, TARGET_TOKEN_SECRET: 'hidden-word', TARGET_TOKEN_KEY: 'x' },
    'TARGET_TOKEN_SECRET and TARGET_TOKEN_KEY exclude each other.',
    'Keep the one that signs the token',
  ),
  wrong(
    'a client certificate without its key',
    { ...target, TARGET_CLIENT_CERT: 'x' },
    'must be set together',
    'Set both or neither',
  ),
  wrong(
    'a query in the base URL',
    { ...target, TARGET_BASE_URL: 'http://127.0.0.1:9/v2/users?limit=1' },
    'it contains a query.',
    'Set it to http://127.0.0.1:9.',
  ),
  wrong(
    'a quoted base URL',
    { ...target, TARGET_BASE_URL: "'http://127.0.0.1:9'" },
    'it is in quotation marks.',
    'Remove them',
  ),
  wrong(
    'a timeout in seconds',
    { ...target, TARGET_TIMEOUT_MS: '5s' },
    'TARGET_TIMEOUT_MS has an invalid value',
    'in milliseconds, 10 to 9999999',
  ),
  file('TARGET_TOKEN_FILE', undefined, 'TARGET_TOKEN_FILE', 'Correct the path'),
  file(
    'TARGET_EXECUTE_REQUEST',
    undefined,
    'TARGET_EXECUTE_REQUEST names a file that cannot be read',
    'given',
  ),
  file('TARGET_EXECUTE_REQUEST', '{', 'TARGET_EXECUTE_REQUEST names a file that is not JSON', 'given'),
  file('TARGET_HEADERS_FILE', '{', 'TARGET_HEADERS_FILE must be a JSON file', 'an object of header names'),
  file('TARGET_CA_FILE', undefined, 'TARGET_CA_FILE names a file that cannot be read', 'Correct the path'),
  file('TARGET_TOKEN_KEY', '{', 'TARGET_TOKEN_KEY', 'JWK'),
  file('CONFORMANCE_WAIVERS', undefined, 'CONFORMANCE_WAIVERS names a file', 'Correct the path'),
  file('TARGET_PROFILE', '{', 'The profile "given" is not JSON', 'TARGET_PROFILE takes document'),
  option(['--effort', 'slow'], '--effort must be quick, standard or soak.', '--effort must be'),
  option(['--seed', 'two words'], '--seed has an invalid value', '1 to 64 letters'),
  option(['--nonce', 'a_b'], '--nonce has an invalid value', '1 to 32 letters, digits and hyphens'),
  option(['--format', 'pdf'], '--format pdf is not a format.', 'Use one of junit'),
  option(['--shard', '9/2'], '--shard 9/2 is invalid.', 'Use the form i/n'),
  option(['--only', 'GT-REQ-SYNC,LU-NONE'], 'matches nothing.', 'Did you mean GT-REQ-SYNCHRONIZER?'),
  option(['--history', 'nowhere'], '--history nowhere does not exist.', 'Give a folder'),
  option(['--none-such'], "unknown option '--none-such'", 'See --help.'),
  option(['--challenge', 'nowhere'], '--challenge nowhere cannot be read.', 'Give the file'),
  { ...option(['--output', ''], '--output is empty.', 'leave it out'), isKept: true },
  { ...option(['--resume', '--seed', 'x'], '--resume keeps the --seed', 'Leave it out'), isKept: true },
  { ...option(['--resume'], 'there is nothing to resume', 'Start a new one'), isKept: true },
  {
    ...option(
      ['--output', 'file/x'],
      'cannot be written',
      'Set CONFORMANCE_OUTPUT or --output to a writable folder',
    ),
    made: (folder) => {
      writeFileSync(join(folder, 'file'), '');
      return target;
    },
    isKept: true,
  },
];
