import { describe, expect, onTestFinished, test } from 'vitest';
import { memoryJournal } from '../../journal/memory-journal.ts';
import { preflightTarget } from '../../preflight/preflight-target.ts';
import { openAccess } from '../../session/open-session.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { NoVerdict } from '../../settings/no-verdict.ts';
import { readSettings } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
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
