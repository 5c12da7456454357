import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { type ReferenceOptions, startReference } from '../../reference/start.ts';
import { command, emptyFolder } from './command.ts';
import { changedReference, notHttp, tlsServer, webServer } from './wrong-servers.ts';

/** A mistake that is easily made: what is set up for it, the status, and words that name the cause and the remedy. */
interface Mistake {
  readonly name: string;
  readonly args?: readonly string[];
  /** Settings; files may be written into the folder of the run. */
  readonly made: (folder: string) => Promise<Record<string, string>> | Record<string, string>;
  readonly status: number;
  readonly cause: string;
  readonly remedy: string;
}

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJub2JvZHkifQ.c2lnbmF0dXJlLW9mLW5vYm9keQ';
const at = (baseUrl: string): Record<string, string> => ({ TARGET_BASE_URL: baseUrl, TARGET_TOKEN: token });

async function reference(options: ReferenceOptions = {}) {
  const server = await startReference(options);
  onTestFinished(() => server.close());
  return server;
}

/** A token of the reference server's issuer. */
async function issued(secret: string | undefined, claims: Record<string, unknown>): Promise<string> {
  return new SignJWT({ sub: 'participant_admin', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.from(secret ?? ''));
}

async function withToken(claims: Record<string, unknown>): Promise<Record<string, string>> {
  const { baseUrl, environment } = await reference();
  return { TARGET_BASE_URL: baseUrl, TARGET_TOKEN: await issued(environment.TARGET_TOKEN_SECRET, claims) };
}

const seconds = (): number => Math.floor(Date.now() / 1_000);

const mistakes: readonly Mistake[] = [
  {
    name: 'the port is wrong',
    made: () => at('http://127.0.0.1:9'),
    status: 3,
    cause: 'Nothing listens there.',
    remedy: 'Check the port in TARGET_BASE_URL',
  },
  {
    name: 'the host name is wrong',
    made: () => at('http://no-such-host.invalid'),
    status: 3,
    cause: 'host name cannot be resolved',
    remedy: 'Check the host in TARGET_BASE_URL',
  },
  {
    name: 'http for https',
    made: async () => at(`http://127.0.0.1:${await tlsServer()}`),
    status: 3,
    cause: 'If the server speaks TLS',
    remedy: 'write https:// in TARGET_BASE_URL',
  },
  {
    name: 'https for http',
    made: async () =>
      at((await webServer((_request, response) => response.end())).replace('http:', 'https:')),
    status: 3,
    cause: 'No TLS connection comes about.',
    remedy: 'write http:// in TARGET_BASE_URL',
  },
  {
    name: 'an unknown certificate authority',
    made: async () => at(`https://localhost:${await tlsServer()}`),
    status: 3,
    cause: 'signed by an authority that is not known here',
    remedy: 'Set TARGET_CA_FILE',
  },
  {
    name: 'a certificate for another name',
    made: async () => ({
      ...at(`https://127.0.0.1:${await tlsServer()}`),
      TARGET_CA_FILE: new URL('certificates/localhost.pem', import.meta.url).pathname,
    }),
    status: 3,
    cause: 'certificate is for another host name',
    remedy: 'Write the name of the certificate into TARGET_BASE_URL',
  },
  {
    name: 'the port of gRPC',
    made: async () => at(await notHttp()),
    status: 3,
    cause: 'does not speak HTTP/1.1',
    remedy: 'is it the one of the JSON API, and not of gRPC?',
  },
  {
    name: 'a server that does not answer in time',
    made: async () => ({ ...at(await webServer(() => undefined)), TARGET_TIMEOUT_MS: '200' }),
    status: 3,
    cause: 'does not answer in time',
    remedy: 'give TARGET_TIMEOUT_MS more',
  },
  {
    name: 'a proxy in the way',
    made: async () => ({
      ...at('https://ledger.example'),
      HTTPS_PROXY: await webServer((_request, response) => response.writeHead(407).end()),
      NO_PROXY: '',
    }),
    status: 3,
    cause: 'HTTPS_PROXY is in the way',
    remedy: 'put the host into NO_PROXY',
  },
  {
    name: 'a path prefix forgotten',
    args: ['doctor'],
    made: async () => {
      const { environment, baseUrl } = await reference({ prefix: '/ledger' });
      return { ...environment, TARGET_BASE_URL: baseUrl.replace('/ledger', '') };
    },
    status: 0,
    cause: 'Every operation is answered 404',
    remedy: 'a path prefix is missing from TARGET_BASE_URL',
  },
  {
    name: '/v2 given twice',
    args: ['doctor'],
    made: async () => {
      const { environment, baseUrl } = await reference();
      return { ...environment, TARGET_BASE_URL: `${baseUrl}/v2` };
    },
    status: 0,
    cause: 'It ends in /v2, which the suite adds itself',
    remedy: 'leave that out',
  },
  {
    name: 'an HTML login page',
    args: ['doctor'],
    made: async () =>
      at(
        await webServer((_request, response) =>
          response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in</h1>'),
        ),
      ),
    status: 0,
    cause: 'answered by an HTML page: a login page',
    remedy: 'headers that a gateway wants go into TARGET_HEADERS_FILE',
  },
  {
    name: 'a redirect to another place',
    args: ['doctor'],
    made: async () =>
      at(
        await webServer((_request, response) =>
          response.writeHead(302, { location: 'https://login.example/sign-in?secret=1' }).end(),
        ),
      ),
    status: 0,
    cause: 'answered by a redirect to https://login.example, and redirects are not followed',
    remedy: 'Set TARGET_BASE_URL to where the API itself answers',
  },
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
    cause: 'It becomes valid only in 10 minutes',
    remedy: 'correct the clock',
  },
  {
    name: 'a token that is no JWT',
    made: async () => ({ TARGET_BASE_URL: (await reference()).baseUrl, TARGET_TOKEN: 'abcdef0123456789' }),
    status: 3,
    cause: 'It is no JWT',
    remedy: 'Check TARGET_TOKEN',
  },
  {
    name: 'a token in quotation marks',
    made: async () => {
      const { baseUrl, environment } = await reference();
      return { TARGET_BASE_URL: baseUrl, TARGET_TOKEN: `"${environment.TARGET_TOKEN}"` };
    },
    status: 3,
    cause: 'It stands in quotation marks',
    remedy: 'give it without them',
  },
  {
    name: 'a token with the word Bearer',
    made: () => ({ TARGET_BASE_URL: 'http://127.0.0.1:9', TARGET_TOKEN: `Bearer ${token}` }),
    status: 2,
    cause: 'TARGET_TOKEN has a value that is not allowed',
    remedy: 'without the word Bearer',
  },
  {
    name: 'the token of another server',
    made: async () => at((await reference()).baseUrl),
    status: 3,
    cause: 'takes the token on no operation',
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
    remedy: 'Set both by NTP',
  },
  {
    name: 'an unknown synchronizer',
    args: ['doctor'],
    made: async () => ({ ...(await reference()).environment, TARGET_SYNCHRONIZER: 'nowhere::1220ab' }),
    status: 0,
    cause: 'with the configured TARGET_SYNCHRONIZER is answered 4',
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
    cause: 'it looks like an alias',
    remedy: 'give the identifier',
  },
  {
    name: 'an execute body that was used already',
    args: ['run', '--effort', 'quick', '--only', 'EX-SUCCESS'],
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
    cause: 'it looks used already',
    remedy: 'Prepare and sign a new one',
  },
  {
    name: 'an execute body that is only a part of one',
    made: (folder) => {
      writeFileSync(join(folder, 'body.json'), '{"preparedTransaction":"abc"}');
      return { ...at('http://127.0.0.1:9'), TARGET_EXECUTE_REQUEST: 'body.json' };
    },
    status: 2,
    cause: 'TARGET_EXECUTE_REQUEST must hold a JSON object with preparedTransaction and partySignatures',
    remedy: 'or an array of them: body.json',
  },
  {
    name: 'too few users',
    args: ['doctor'],
    made: async () => (await reference({ users: 0 })).environment,
    status: 0,
    cause: 'pages need two at least',
    remedy: 'create some',
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
    cause: 'TARGET_BASE_URL has a value that is not allowed',
    remedy: 'e.g. http://127.0.0.1:7575',
  },
  {
    name: 'a token command that fails',
    made: () => ({ TARGET_BASE_URL: 'http://127.0.0.1:9', TARGET_TOKEN_COMMAND: 'exit 7' }),
    status: 2,
    cause: 'TARGET_TOKEN_COMMAND failed',
    remedy: 'Run it by hand to see why',
  },
  {
    name: 'a token command that prints more than the token',
    made: () => ({ TARGET_BASE_URL: 'http://127.0.0.1:9', TARGET_TOKEN_COMMAND: 'echo the token is abc' }),
    status: 2,
    cause: 'TARGET_TOKEN_COMMAND gave no single token',
    remedy: 'It must give one JWT and nothing else',
  },
  {
    name: 'gateway headers that are not an object',
    made: (folder) => {
      writeFileSync(join(folder, 'headers.json'), '["X-Api-Key: 1"]');
      return { ...at('http://127.0.0.1:9'), TARGET_HEADERS_FILE: 'headers.json' };
    },
    status: 2,
    cause: 'TARGET_HEADERS_FILE must name a JSON file',
    remedy: 'an object of header names and text values',
  },
  {
    name: 'a profile that does not exist',
    made: () => ({ ...at('http://127.0.0.1:9'), TARGET_PROFILE: 'canton' }),
    status: 2,
    cause: 'The profile "canton" cannot be read',
    remedy: 'TARGET_PROFILE takes document',
  },
];

test('At least twenty mistakes are tried.', () => {
  expect(mistakes.length).toBeGreaterThanOrEqual(20);
});

test.for(mistakes)(
  '$name: the status is $status, and a sentence names cause and remedy.',
  { timeout: 60_000 },
  async ({ args = ['run'], made, status, cause, remedy }) => {
    const cwd = emptyFolder();
    const settings = await made(cwd);
    const finished = await command(args, { cwd, settings });
    const said = `${finished.stdout}\n${finished.stderr}`.replace(/\s+/g, ' ');
    expect(said).toContain(cause);
    expect(said).toContain(remedy);
    for (const secret of [settings.TARGET_TOKEN, settings.TARGET_TOKEN_SECRET])
      if (secret !== undefined) expect(said).not.toContain(secret);
    expect(finished.status).toBe(status);
  },
);
