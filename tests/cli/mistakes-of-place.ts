import { at, type Mistake, reference } from './mistake.ts';
import { notHttp, tlsServer, webServer } from './wrong-servers.ts';

/** Mistakes about where the target is, and what stands before it. */
export const placeMistakes: readonly Mistake[] = [
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
];
