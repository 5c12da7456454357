import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { at, issued, type Mistake, reference, seconds, token, withToken } from './mistake.ts';
import { changedReference, webServer } from './wrong-servers.ts';

/** Without a key, nothing shows who signed a token. */
function withoutSecret({ TARGET_TOKEN_SECRET: _secret, ...settings }: Readonly<Record<string, string>>) {
  return settings;
}

/** Mistakes in what the target is asked with: tokens, bodies, users, settings. */
export const settingMistakes: readonly Mistake[] = [
  {
    name: 'an expired token',
    made: () => withToken({ exp: seconds() - 7_200 }),
    status: 3,
    cause: 'It expired 2 hours ago',
    remedy: 'get a new one',
  },
  {
    name: 'a token that is not valid yet',
    made: async () => {
      const { TARGET_TOKEN } = await withToken({ nbf: seconds() + 600, exp: seconds() + 9_000 });
      const baseUrl = await webServer((_request, response) => response.writeHead(401).end());
      return { TARGET_BASE_URL: baseUrl, TARGET_TOKEN: TARGET_TOKEN ?? '' };
    },
    status: 3,
    cause: 'It is not valid for another 10 minutes',
    remedy: 'correct the clock',
  },
  {
    name: 'a token that is no JWT',
    made: async () => ({ TARGET_BASE_URL: (await reference()).baseUrl, TARGET_TOKEN: 'abcdef0123456789' }),
    status: 3,
    cause: 'It is not a JWT',
    remedy: 'Check TARGET_TOKEN',
  },
  {
    name: 'a token in quotation marks',
    made: async () => {
      const { baseUrl, environment } = await reference();
      return { TARGET_BASE_URL: baseUrl, TARGET_TOKEN: `"${environment.TARGET_TOKEN}"` };
    },
    status: 3,
    cause: 'It is in quotation marks',
    remedy: 'remove them',
  },
  {
    name: 'a token with the word Bearer',
    made: () => ({ TARGET_BASE_URL: 'http://127.0.0.1:9', TARGET_TOKEN: `Bearer ${token}` }),
    status: 2,
    cause: 'TARGET_TOKEN has an invalid value',
    remedy: 'without the word Bearer',
  },
  {
    name: 'the token of another server',
    made: async () => at((await reference()).baseUrl),
    status: 3,
    cause: 'rejects the token on every operation',
    remedy: 'Is it for this server, complete, and not expired?',
  },
  {
    name: 'a clock that is wrong',
    args: ['doctor'],
    made: () =>
      changedReference((response) =>
        response.setHeader('date', new Date(Date.now() + 600_000).toUTCString()),
      ),
    status: 0,
    cause: 'The clock of this machine is 10 minutes behind that of the target',
    remedy: 'Synchronize both with NTP',
  },
  {
    name: 'a secret that did not sign the token',
    made: async () => ({ ...(await reference()).environment, TARGET_TOKEN_SECRET: 'the client secret' }),
    status: 2,
    cause: 'TARGET_TOKEN_SECRET did not sign TARGET_TOKEN',
    remedy: 'Set TARGET_TOKEN_SECRET to the key of the issuer, or unset it',
  },
  {
    name: 'an expired token that is none',
    made: async () => ({
      ...withoutSecret((await reference()).environment),
      TARGET_EXPIRED_TOKEN: 'garbage',
    }),
    status: 2,
    cause: 'TARGET_EXPIRED_TOKEN is not a JWT',
    remedy: 'It must be one that was valid before it expired',
  },
  {
    name: 'an expired token that has not expired',
    made: async () => {
      const settings = withoutSecret((await reference()).environment);
      return { ...settings, TARGET_EXPIRED_TOKEN: settings.TARGET_TOKEN ?? '' };
    },
    status: 2,
    cause: 'TARGET_EXPIRED_TOKEN has not expired',
    remedy: 'Give an older one',
  },
  {
    name: 'an expired token of somebody else',
    made: async () => {
      const { TARGET_TOKEN_SECRET, ...settings } = (await reference()).environment;
      const expired = await issued(TARGET_TOKEN_SECRET, { sub: 'somebody', exp: seconds() - 7_200 });
      return { ...settings, TARGET_EXPIRED_TOKEN: expired };
    },
    status: 2,
    cause: 'TARGET_EXPIRED_TOKEN has another "sub" than TARGET_TOKEN',
    remedy: 'Give one of the same issuer, key and subject',
  },
  {
    name: 'a token that ends during the run',
    args: ['doctor'],
    made: () => withToken({ exp: seconds() + 200 }),
    status: 0,
    cause: 'TARGET_TOKEN expires in 3 minutes',
    remedy: 'Use TARGET_TOKEN_COMMAND, TARGET_TOKEN_FILE or TARGET_TOKEN_SECRET to renew it',
  },
  ...(
    [
      [
        'of another user',
        { sub: 'somebody' },
        2,
        'has another "sub" than the first',
        'Give tokens of the same user',
      ],
      ['that expired', { exp: seconds() - 7_200 }, 2, 'expired 2 hours ago', 'Replace it with a valid one'],
      [
        'that the target rejects',
        { aud: 'other' },
        2,
        'rejects token 2 in TARGET_TOKENS_FILE',
        'Replace or remove it',
      ],
    ] as const
  ).map(
    ([name, claims, status, cause, remedy]): Mistake => ({
      name: `a listed token ${name}`,
      args: ['doctor'],
      made: async (folder) => {
        const { TARGET_TOKEN, TARGET_TOKEN_SECRET, ...settings } = (await reference()).environment;
        const { sub } = decodeJwt(TARGET_TOKEN ?? '');
        const secret = 'aud' in claims ? 'another secret' : TARGET_TOKEN_SECRET;
        const other = await issued(secret, { sub, exp: seconds() + 9_000, ...claims });
        writeFileSync(join(folder, 'tokens'), `${TARGET_TOKEN}\n${other}\n`);
        return { ...settings, TARGET_TOKENS_FILE: 'tokens' };
      },
      status,
      cause,
      remedy,
    }),
  ),
  {
    name: 'an unknown synchronizer',
    args: ['doctor'],
    made: async () => ({ ...(await reference()).environment, TARGET_SYNCHRONIZER: 'nowhere::1220ab' }),
    status: 0,
    cause: 'with the configured TARGET_SYNCHRONIZER returned 4',
    remedy: 'Is it the identifier of a synchronizer that this participant is connected to?',
  },
  {
    name: 'an alias for the synchronizer',
    args: ['doctor'],
    made: async () => {
      const { environment } = await reference();
      return { ...environment, TARGET_SYNCHRONIZER: environment.TARGET_SYNCHRONIZER_ALIAS ?? '' };
    },
    status: 0,
    cause: 'it is probably an alias',
    remedy: 'use the identifier',
  },
  {
    name: 'an execute body that was used already',
    args: ['run', '--effort', 'quick', '--only', 'EX-SUCCESS@execute-submission'],
    made: async (folder) => {
      const server = await reference({ singleUse: true });
      const body = JSON.stringify(server.executeRequest);
      writeFileSync(join(folder, 'body.json'), body);
      const headers = {
        authorization: `Bearer ${server.environment.TARGET_TOKEN}`,
        'content-type': 'application/json',
      };
      const used = await fetch(`${server.baseUrl}/v2/interactive-submission/execute`, {
        method: 'POST',
        headers,
        body,
      });
      expect(used.status).toBe(200);
      return { ...server.environment, TARGET_EXECUTE_REQUEST: 'body.json' };
    },
    status: 1,
    cause: 'it has probably been used already',
    remedy: 'Prepare and sign a new one',
  },
  {
    name: 'an execute body that is only a part of one',
    made: (folder) => {
      writeFileSync(join(folder, 'body.json'), '{"preparedTransaction":"abc"}');
      return { ...at('http://127.0.0.1:9'), TARGET_EXECUTE_REQUEST: 'body.json' };
    },
    status: 2,
    cause: 'TARGET_EXECUTE_REQUEST must contain a JSON object with preparedTransaction and partySignatures',
    remedy: 'or an array of them: body.json',
  },
  {
    name: 'too few users',
    args: ['doctor'],
    made: async () => (await reference({ users: 0 })).environment,
    status: 0,
    cause: 'pages need at least 3',
    remedy: 'create 3 more',
  },
  {
    name: 'no target where one is meant',
    args: ['run', '--require-target'],
    made: () => ({}),
    status: 2,
    cause: 'TARGET_BASE_URL is not set',
    remedy: 'the .env of this folder',
  },
  {
    name: 'an address without its scheme',
    made: () => at('127.0.0.1:7575'),
    status: 2,
    cause: 'TARGET_BASE_URL has an invalid value',
    remedy: 'e.g. http://127.0.0.1:7575',
  },
  {
    name: 'a token command that fails',
    made: () => ({ TARGET_BASE_URL: 'http://127.0.0.1:9', TARGET_TOKEN_COMMAND: 'exit 7' }),
    status: 2,
    cause: 'TARGET_TOKEN_COMMAND failed',
    remedy: 'Run it manually to see why',
  },
  {
    name: 'a token command that prints more than the token',
    made: () => ({ TARGET_BASE_URL: 'http://127.0.0.1:9', TARGET_TOKEN_COMMAND: 'echo the token is abc' }),
    status: 2,
    cause: 'TARGET_TOKEN_COMMAND did not yield a single token',
    remedy: 'It must yield one JWT and nothing else',
  },
  {
    name: 'gateway headers that are not an object',
    made: (folder) => {
      writeFileSync(join(folder, 'headers.json'), '["X-Api-Key: 1"]');
      return { ...at('http://127.0.0.1:9'), TARGET_HEADERS_FILE: 'headers.json' };
    },
    status: 2,
    cause: 'TARGET_HEADERS_FILE must be a JSON file',
    remedy: 'an object of header names and string values',
  },
  {
    name: 'a profile that does not exist',
    made: () => ({ ...at('http://127.0.0.1:9'), TARGET_PROFILE: 'canton' }),
    status: 2,
    cause: 'The profile "canton" cannot be read',
    remedy: 'TARGET_PROFILE takes document',
  },
];
