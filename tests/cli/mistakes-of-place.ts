import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { at, type Mistake, reference } from './mistake.ts';
import { notHttp, tlsServer, webServer } from './wrong-servers.ts';

/** How the message begins if something else responds. */
const nothing = 'responds like this interface';

const loginPage: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in</h1>');
};

/** Mistakes about where the target is, and what stands before it. */
export const placeMistakes: readonly Mistake[] = [
  {
    name: 'the port is wrong',
    made: () => at('http://127.0.0.1:9'),
    status: 3,
    cause: 'Connection refused.',
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
    cause: 'If it uses TLS',
    remedy: 'write https:// in TARGET_BASE_URL',
  },
  {
    name: 'https for http',
    made: async () =>
      at((await webServer((_request, response) => response.end())).replace('http:', 'https:')),
    status: 3,
    cause: 'does not use TLS on this port',
    remedy: 'Write http:// in TARGET_BASE_URL',
  },
  {
    name: 'an unknown certificate authority',
    made: async () => at(`https://localhost:${await tlsServer()}`),
    status: 3,
    cause: 'signed by an unknown authority',
    remedy: 'Set TARGET_CA_FILE',
  },
  {
    name: 'a certificate for another name',
    made: async () => ({
      ...at(`https://127.0.0.1:${await tlsServer()}`),
      TARGET_CA_FILE: fileURLToPath(new URL('certificates/localhost.pem', import.meta.url)),
    }),
    status: 3,
    cause: 'certificate is for another host name',
    remedy: 'Use the name in the certificate in TARGET_BASE_URL',
  },
  {
    name: 'the port of gRPC',
    made: async () => at(await notHttp()),
    status: 3,
    cause: 'does not use HTTP/1.1',
    remedy: 'is it that of the JSON API, not of gRPC?',
  },
  {
    name: 'a server that does not respond in time',
    made: async () => ({ ...at(await webServer(() => undefined)), TARGET_TIMEOUT_MS: '200' }),
    status: 3,
    cause: 'does not respond in time',
    remedy: 'increase TARGET_TIMEOUT_MS',
  },
  {
    name: 'a proxy in the way',
    made: async () => ({
      ...at('https://ledger.example'),
      HTTPS_PROXY: await webServer((_request, response) => response.writeHead(407).end()),
      NO_PROXY: '',
    }),
    status: 3,
    cause: 'goes through HTTPS_PROXY',
    remedy: 'add the host to NO_PROXY',
  },
  {
    name: 'a path prefix forgotten',
    first: nothing,
    made: async () => {
      const { environment, baseUrl } = await reference({ prefix: '/ledger' });
      return { ...environment, TARGET_BASE_URL: baseUrl.replace('/ledger', '') };
    },
    status: 3,
    cause: 'Every operation returned 404',
    remedy: 'the path prefix in TARGET_BASE_URL is missing or wrong',
  },
  {
    name: '/v2 given twice',
    first: nothing,
    made: async () => {
      const { environment, baseUrl } = await reference();
      return { ...environment, TARGET_BASE_URL: `${baseUrl}/v2` };
    },
    status: 3,
    cause: 'TARGET_BASE_URL contains /v2, which the suite adds itself',
    remedy: 'set it to http://127.0.0.1:',
  },
  {
    name: 'the path of an operation, on a server with a page for everything',
    args: ['doctor'],
    made: async () => at(`${await webServer(loginPage)}/prefix/v2/users`),
    status: 3,
    cause: 'TARGET_BASE_URL contains /v2, which the suite adds itself',
    remedy: '/prefix.',
  },
  {
    name: 'a scheme in capitals, and a wrong port',
    made: () => at('HTTP://127.0.0.1:9'),
    status: 3,
    cause: 'The target at http://127.0.0.1:9 cannot be reached',
    remedy: 'Check the port in TARGET_BASE_URL',
  },
  {
    name: 'a wrong port of localhost',
    made: () => at('http://localhost:9'),
    status: 3,
    cause: 'Connection refused.',
    remedy: 'Check the port in TARGET_BASE_URL',
  },
  {
    name: 'an HTML login page',
    first: nothing,
    made: async () => at(await webServer(loginPage)),
    status: 3,
    cause: 'returned an HTML page, probably from a login page',
    remedy: 'headers that a gateway requires go in TARGET_HEADERS_FILE',
  },
  {
    name: 'a plain web server',
    first: nothing,
    made: async () =>
      at(
        await webServer((_request, response) =>
          response
            .writeHead(404, { 'content-type': 'text/html', server: 'nginx/1.27.3' })
            .end('<html><head><title>404 Not Found</title></head></html>'),
        ),
      ),
    status: 3,
    cause: 'list-users 404 text/html "404 Not Found", from nginx/1.27.3',
    remedy: 'Check host, port and path of TARGET_BASE_URL',
  },
  {
    name: 'a server with another interface',
    made: async () => at(await webServer((_request, response) => response.writeHead(200).end('It works!'))),
    status: 3,
    cause: 'no operation returned a JSON object',
    remedy: 'Check host, port and path of TARGET_BASE_URL',
  },
  {
    name: 'a redirect to another place',
    first: nothing,
    made: async () =>
      at(
        await webServer((_request, response) =>
          response.writeHead(302, { location: 'https://login.example/sign-in?secret=1' }).end(),
        ),
      ),
    status: 3,
    cause: 'returned a redirect to https://login.example, and redirects are not followed',
    remedy: 'Set TARGET_BASE_URL to the API itself',
  },
];
