import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { NoVerdict } from '../../settings/run-errors.ts';
import type { Wire } from '../../wire/wire.ts';
import { webServer as startWebServer } from '../cli/wrong-servers.ts';
import { answeringServer } from '../wire/answering-server.ts';
import { good, meet, refusal } from './met-target.ts';

describe('where something else responds, there is no verdict', () => {
  const from = (status: number, type: string | undefined, text: string, headers = {}) =>
    startWebServer((_request, response) => {
      response.writeHead(status, { ...(type === undefined ? {} : { 'content-type': type }), ...headers });
      response.end(text);
    });
  const html = '<!DOCTYPE html><title> Sign\n in </title>';

  test.each([
    ['an HTML page', 200, 'text/html', html, '200 text/html "Sign in"'],
    ['an HTML page as an error', 502, 'text/html', html, '502 text/html "Sign in"'],
    ['a page without a media type', 500, undefined, html, '500 without Content-Type "Sign in"'],
    ['404 in JSON', 404, 'application/json', '{"detail":"Not Found"}', '404 application/json'],
    ['404 with nothing', 404, undefined, '', '404 without Content-Type'],
    ['405', 405, 'text/plain', 'no', '405 text/plain'],
    ['500 in plain text', 500, 'text/plain', 'Internal Server Error', '500 text/plain'],
    ['500 of a gateway', 500, 'application/json', '{"message":"no"}', '500 application/json'],
    ['plain text', 200, 'text/plain', 'It works!', '200 text/plain'],
    ['nothing', 204, undefined, '', '204 without Content-Type'],
    ['400 with nothing', 400, undefined, '', '400 without Content-Type'],
  ])('%s', async (_, status, type, text, said) => {
    const error = await meet(await from(status, type, text)).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(NoVerdict);
    expect((error as NoVerdict).message).toContain('Nothing at http://127.0.0.1');
    expect((error as NoVerdict).responses['list-users']).toBe(said);
  });

  test('A page of a gateway that does not reach the server is no login page.', async () => {
    const error = await meet(await from(503, 'text/html', html)).catch((each: unknown) => each);
    expect((error as NoVerdict).message).toContain('Every operation returned 503: the server is starting');
  });

  test('It says whose response it was.', async () => {
    const error = await meet(
      await from(302, undefined, '', { location: '/login', server: 'Apache', via: '1.1 proxy' }),
    ).catch((each: unknown) => each);
    expect((error as NoVerdict).responses).toEqual({
      'generate-topology': '302 without Content-Type, a redirect, from Apache',
      'execute-submission': '302 without Content-Type, a redirect, from Apache',
      'list-users': '302 without Content-Type, a redirect, from Apache',
    });
  });
});

describe('a target that breaks everything is tested as long as one operation answers as itself', () => {
  const error = '{"code":"X","cause":"x","context":{},"errorCategory":8}';
  test.each([
    ['{} to everything', 200, 'application/json', '{}'],
    ['a wrong media type', 200, 'text/html', ' {"users":[]}'],
    ['100 KiB of blanks in front', 200, 'application/json', `${' '.repeat(102_400)}{}`],
    ['UTF-16', 200, 'application/json', Buffer.from('\ufeff{}', 'utf16le')],
    ['a byte order mark', 200, 'application/json', '\ufeff{}'],
    ['no JSON at all behind a brace', 200, 'application/json', '{"users": NaN,'],
    ['a comment in front', 200, 'application/json', '/* x */ {}'],
    ['the error object with 500', 500, 'application/json', error],
    ['a framework\u2019s own error with 400', 400, 'application/json', '{"detail":"x"}'],
    ['the text of a 400', 400, 'text/plain', 'no'],
    ['"not now"', 503, 'text/plain', 'no healthy upstream'],
  ])('%s', async (_, status, type, text) => {
    const { facts } = await meet(
      await startWebServer((_request, response) => {
        response.writeHead(status, { 'content-type': type });
        response.end(text);
      }),
    );
    expect(facts.operations['generate-topology'].seen).toBeUndefined();
  });

  test('One operation is enough, and the others are described.', async () => {
    const { facts } = await meet(
      await answeringServer((asked) =>
        asked.operation === 'list-users' ? good(asked) : { status: 404, body: { detail: 'Not Found' } },
      ),
    );
    expect(facts.operations['execute-submission']).toEqual({
      state: 'answers',
      detail: '',
      seen: '404 application/json',
    });
    expect(facts.operations['list-users'].seen).toBeUndefined();
  });
});

describe('there is no verdict', () => {
  test('where nothing listens, and the sentence says what to check.', async () => {
    await expect(meet('http://127.0.0.1:1')).rejects.toThrow(NoVerdict);
    await expect(meet('http://127.0.0.1:1')).rejects.toThrow(
      /cannot be reached: .*ECONNREFUSED.*Check the port in TARGET_BASE_URL/,
    );
  });

  test('where no operation takes the token under either scheme.', async () => {
    const preflighted = meet(await answeringServer(() => refusal));
    await expect(preflighted).rejects.toThrow(NoVerdict);
    await expect(preflighted).rejects.toThrow(
      /rejects the token on every operation.*401.*Check TARGET_TOKEN/,
    );
  });

  test('where a firewall answers a page with 403 to everything, and the settings that it may want are named.', async () => {
    const preflighted = meet(
      await startWebServer((_request, response) => {
        response.writeHead(403, { 'content-type': 'text/html' });
        response.end('<!DOCTYPE HTML><html><title>403 Forbidden</title></html>');
      }),
    );
    await expect(preflighted).rejects.toThrow(
      /^Nothing at .* responds like this interface.*a firewall.*CONFORMANCE_USER_AGENT.*Accept \(TARGET_HEADERS_FILE\)/s,
    );
    await expect(preflighted).rejects.not.toThrow('rejects the token');
  });

  test.each([
    [401, 'text/html', '<html>Login</html>'],
    [403, 'text/plain', 'RBAC: access denied'],
  ])('where a %d with %s refuses the token, which it may do in any form.', async (status, type, text) => {
    const preflighted = meet(
      await startWebServer((_request, response) => {
        response.writeHead(status, { 'content-type': type });
        response.end(text);
      }),
    );
    await expect(preflighted).rejects.toThrow('rejects the token on every operation');
  });
});

test('On a busy machine, a request to a dead port may begin its wait in time and end it late: it cannot be reached.', async () => {
  let lateMs = 0;
  const now = performance.now.bind(performance);
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + lateMs);
  onTestFinished(() => spy.mockRestore());
  const late = (wire: Wire): Wire => ({
    ...wire,
    send(id, ...rest) {
      if (id.endsWith('.2')) lateMs = 60_000;
      return wire.send(id, ...rest);
    },
  });
  const error = await meet('http://127.0.0.1:9', {}, late).catch((each: unknown) => each);
  expect(error).toBeInstanceOf(NoVerdict);
  expect((error as NoVerdict).message).toContain('cannot be reached');
  expect(lateMs).toBeGreaterThan(0);
});
