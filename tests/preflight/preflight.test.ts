import { describe, expect, onTestFinished, test } from 'vitest';
import { memoryJournal } from '../../journal/memory-journal.ts';
import { findPageParameters } from '../../preflight/page-parameters.ts';
import { preflightTarget } from '../../preflight/preflight-target.ts';
import { seededRandom } from '../../reference/seeded-random.ts';
import { openAccess } from '../../session/open-session.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { NoVerdict } from '../../settings/no-verdict.ts';
import { readSettings } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { webServer as startWebServer } from '../cli/wrong-servers.ts';
import { type Asked, answeringServer, type Reply } from '../wire/answering-server.ts';

const token = 'e30.eyJzdWIiOiJzb21lYm9keSJ9.a-signature-of-some-length';

async function meet(baseUrl: string, more: Record<string, string> = {}) {
  const settings = readSettings({
    TARGET_BASE_URL: baseUrl,
    TARGET_TOKEN: token,
    TARGET_TIMEOUT_MS: '500',
    ...more,
  });
  if (settings.target === undefined) throw new Error('There is no target.');
  const access = openAccess(settings, settings.target);
  onTestFinished(() => access.wire.close());
  const journal = memoryJournal();
  const facts = await preflightTarget({
    kind: 'target',
    access,
    settings,
    profile: loadProfile('document'),
    journal,
  });
  return { facts, journal };
}

const users = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
const refusal = { status: 401, body: { code: 'UNAUTHENTICATED' } };

/** A target that does everything: pages of two by default, either scheme. */
function good({ operation, query, headers }: Asked, names = { size: 'pageSize', token: 'pageToken' }): Reply {
  const { authorization, 'sec-websocket-protocol': protocol } = headers;
  if (authorization !== `Bearer ${token}` && protocol !== `jwt.token.${token}`) return refusal;
  if (operation !== 'list-users') return { status: 400, body: { code: 'INVALID_ARGUMENT' } };
  const size = Number(query.get(names.size) ?? 2);
  const from = Number(query.get(names.token) ?? 0);
  const next = from + size < users.length ? String(from + size) : '';
  return { status: 200, body: { users: users.slice(from, from + size), nextPageToken: next } };
}

test('A target that does everything is met with its users, its schemes and its page size.', async () => {
  const { facts, journal } = await meet(await answeringServer(good));
  expect(facts).toMatchObject({
    users: 5,
    pageSizeWorks: true,
    bearerWorks: true,
    apiKeyForm: 'jwt.token.',
    pageSizeParameter: 'pageSize',
    synchronizer: null,
    executeBodies: 0,
    canExpire: false,
  });
  expect(Object.values(facts.operations).map(({ state }) => state)).toEqual([
    'answers',
    'answers',
    'answers',
  ]);
  expect(journal.exchanges.size).toBeGreaterThan(6);
  expect(JSON.stringify([...journal.exchanges.values()])).not.toContain(token);
});

test('An operation that drops every connection is silent, and the others are met all the same.', async () => {
  const { facts } = await meet(
    await answeringServer((asked) => (asked.operation === 'execute-submission' ? undefined : good(asked))),
  );
  expect(facts.operations['execute-submission'].state).toBe('silent');
  expect(facts.operations['list-users'].state).toBe('answers');
});

test('An operation that says "not now" again and again is busy.', async () => {
  const { facts } = await meet(
    await answeringServer((asked) => (asked.operation === 'list-users' ? { status: 503 } : good(asked))),
  );
  expect(facts.operations['list-users']).toEqual({
    state: 'busy',
    detail: 'Answered 503 on every attempt.',
  });
  expect(facts.users).toBeNull();
});

test('A token that one operation refuses under both schemes may lack a right there.', async () => {
  const { facts } = await meet(
    await answeringServer((asked) =>
      asked.operation === 'generate-topology' ? { status: 403, body: {} } : good(asked),
    ),
  );
  expect(facts.operations['generate-topology'].state).toBe('refuses-token');
  expect(facts.operations['generate-topology'].detail).toContain('403');
});

test('A token that one operation refuses under one scheme only is no reason not to judge it.', async () => {
  const { facts } = await meet(
    await answeringServer((asked) =>
      asked.operation === 'list-users' && asked.headers.authorization !== undefined ? refusal : good(asked),
    ),
  );
  expect(facts.operations['list-users'].state).toBe('answers');
});

describe('the form of the API key', () => {
  test.each([
    ['jwt', token],
    ['jwt.token.', `jwt.token.${token}`],
    ['jwt.token.,daml.ws.auth', `jwt.token.${token},daml.ws.auth`],
  ])('is found to be %s.', async (form, wanted) => {
    const { facts } = await meet(
      await answeringServer((asked) => {
        const { authorization, 'sec-websocket-protocol': protocol } = asked.headers;
        return authorization === undefined && protocol !== wanted
          ? refusal
          : good({ ...asked, headers: { authorization: `Bearer ${token}` } });
      }),
    );
    expect(facts.apiKeyForm).toBe(form);
  });

  test('is not one that is answered by another refusal than 401 or 403.', async () => {
    const { facts } = await meet(
      await answeringServer((asked) =>
        asked.headers['sec-websocket-protocol'] === token ? { status: 400, body: {} } : good(asked),
      ),
    );
    expect(facts.apiKeyForm).toBe('jwt.token.');
  });

  test('is none where no form works.', async () => {
    const { facts } = await meet(
      await answeringServer((asked) => (asked.headers.authorization === undefined ? refusal : good(asked))),
    );
    expect(facts).toMatchObject({ apiKeyForm: null, bearerWorks: true });
  });

  test('is used for the pages where the bearer scheme does not work.', async () => {
    const { facts } = await meet(
      await answeringServer((asked) => (asked.headers.authorization === undefined ? good(asked) : refusal)),
    );
    expect(facts).toMatchObject({ apiKeyForm: 'jwt.token.', bearerWorks: false, users: 5 });
  });
});

describe('page parameters', () => {
  test('A size that has an effect under another name is a wrong configuration, which is named.', async () => {
    const server = await answeringServer((asked) => good(asked, { size: 'limit', token: 'pageToken' }));
    await expect(meet(server)).rejects.toThrow(UsageError);
    await expect(meet(server)).rejects.toThrow(
      'The page size parameter of this target is limit, not pageSize: set TARGET_PAGE_SIZE_PARAMETER=limit.',
    );
    const { facts } = await meet(server, { TARGET_PAGE_SIZE_PARAMETER: 'limit' });
    expect(facts).toMatchObject({ pageSizeWorks: true, users: 5 });
  });

  test('A size that has an effect under no name does not work.', async () => {
    const { facts } = await meet(
      await answeringServer((asked) => good(asked, { size: 'none-of-these', token: 'pageToken' })),
    );
    expect(facts).toMatchObject({ pageSizeWorks: false, users: 5 });
  });

  test('With one user nothing can be seen of it.', async () => {
    const { facts } = await meet(
      await answeringServer((asked) =>
        asked.operation === 'list-users' ? { status: 200, body: { users: [{ id: 'a' }] } } : good(asked),
      ),
    );
    expect(facts).toMatchObject({ pageSizeWorks: null, users: 1 });
  });

  test('A page token under another name is a wrong configuration, which is named.', async () => {
    const server = await answeringServer((asked) => good(asked, { size: 'pageSize', token: 'cursor' }));
    await expect(meet(server)).rejects.toThrow('TARGET_PAGE_TOKEN_PARAMETER=cursor');
  });
});

/** Changes the users of every listing by the number of the request. */
function shifting(change: (list: readonly unknown[], nth: number) => readonly unknown[], size = 'pageSize') {
  let nth = 0;
  return (asked: Asked): Reply => {
    const reply = good(asked, { size, token: 'pageToken' });
    if (asked.operation !== 'list-users' || reply?.status !== 200) return reply;
    nth += 1;
    const body = reply.body as { users: readonly unknown[] };
    return { ...reply, body: { ...body, users: change(body.users, nth) } };
  };
}

const rotated = (list: readonly unknown[], nth: number): readonly unknown[] => {
  const at = nth % Math.max(1, list.length);
  return [...list.slice(at), ...list.slice(0, at)];
};

describe('a listing that changes from request to request is the fault of the target, not of the configuration', () => {
  const everyOther = (list: readonly unknown[], nth: number) => (nth % 2 === 0 ? list : list.slice(1));
  const rows: readonly (readonly [what: string, reply: (asked: Asked) => Reply])[] = [
    ['users in another order', shifting(rotated)],
    ['users in another order, with no page size', shifting(rotated, 'none-of-these')],
    ['a user more or less', shifting(everyOther)],
    ['a user more or less, with no page size', shifting(everyOther, 'none-of-these')],
    [
      'two pages in turn, whatever the token',
      (() => {
        let nth = 0;
        return (asked: Asked): Reply => {
          nth += asked.operation === 'list-users' ? 1 : 0;
          const query = new URLSearchParams({ pageToken: nth % 3 === 0 ? '2' : '0' });
          return good(asked.operation === 'list-users' ? { ...asked, query } : asked);
        };
      })(),
    ],
    [
      'a page size that is ignored now and then',
      (() => {
        let nth = 0;
        return (asked: Asked): Reply => {
          nth += asked.query.has('pageSize') ? 1 : 0;
          return good(asked, { size: nth % 2 === 1 ? 'none-of-these' : 'pageSize', token: 'pageToken' });
        };
      })(),
    ],
  ];

  test.each(rows)('%s', async (_, reply) => {
    const { facts } = await meet(await answeringServer(reply));
    expect(facts.operations['list-users'].state).toBe('answers');
  });

  test('An order that changes does not hide a wrong name of the page size.', async () => {
    await expect(meet(await answeringServer(shifting(rotated, 'limit')))).rejects.toThrow(
      'TARGET_PAGE_SIZE_PARAMETER=limit',
    );
  });
});

describe('a listing in another order at each request is not taken for a wrong configuration (ruling 36)', () => {
  /** Pages of a listing that is shuffled at each request, by random numbers of its own. */
  function shuffledListing(seed: number, count: number, size: number) {
    const random = seededRandom(`order ${seed}`);
    return async (query: string): Promise<Exchange> => {
      const order = Array.from({ length: count }, (_, index) => ({ id: `u${index}`, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ id }) => ({ id }));
      const given = new URLSearchParams(query);
      const from = Number(given.get('pageToken') ?? 0);
      const asked = Number(given.get('pageSize') ?? size);
      const next = from + asked < count ? String(from + asked) : '';
      const body = Buffer.from(
        JSON.stringify({ users: order.slice(from, from + asked), nextPageToken: next }),
      );
      const request = { method: 'GET', target: `/v2/users?${query}`, headers: [], body: Buffer.alloc(0) };
      return { id: 'listing', request, ms: 1, answer: { status: 200, reason: '', headers: [], body } };
    };
  }

  const names = { pageSizeParameter: 'pageSize', pageTokenParameter: 'pageToken' };

  test.each([
    [2, 1],
    [3, 1],
    [3, 2],
    [5, 2],
    [23, 10],
    [4, 100],
  ])('%i users, %i on a page', async (count, size) => {
    for (let seed = 0; seed < 1_500; seed += 1)
      await findPageParameters(names, shuffledListing(seed, count, size));
  });
});

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
});
