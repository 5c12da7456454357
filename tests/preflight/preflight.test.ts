import { describe, expect, test } from 'vitest';
import { answeringServer } from '../wire/answering-server.ts';
import { good, meet, refusal, token } from './met-target.ts';

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

describe('A disguised preflight', () => {
  const disguise = { CONFORMANCE_DISGUISE: 'on' };

  test('has one client, and sends API keys only behind ordinary traffic.', async () => {
    const agents = new Set<string | undefined>();
    const seen: string[] = [];
    const { facts } = await meet(
      await answeringServer((asked) => {
        agents.add(asked.headers['user-agent']);
        seen.push(asked.headers.authorization === undefined ? 'api-key' : 'bearer');
        return good(asked);
      }),
      disguise,
      undefined,
      async ({ apiKeyForm, bearerWorks, users }) => {
        seen.push(JSON.stringify({ apiKeyForm, bearerWorks, users }));
      },
    );
    expect(facts.apiKeyForm).toBe('jwt.token.');
    expect(agents.size).toBe(1);
    const traffic = seen.indexOf(JSON.stringify({ apiKeyForm: null, bearerWorks: true, users: 5 }));
    expect(traffic).toBeGreaterThan(5);
    expect(seen.indexOf('api-key')).toBeGreaterThan(traffic);
  });

  test('has its traffic behind everything else where no bearer token is accepted.', async () => {
    const forms: unknown[] = [];
    await meet(
      await answeringServer((asked) => (asked.headers.authorization === undefined ? good(asked) : refusal)),
      disguise,
      undefined,
      async ({ apiKeyForm }) => {
        forms.push(apiKeyForm);
      },
    );
    expect(forms).toEqual(['jwt.token.']);
  });
});

test('What the target names itself in headers is known, each name once and not at any length.', async () => {
  const headers = { Server: 'x'.repeat(100), 'X-Powered-By': 'Express', 'X-Runtime': '0.004' };
  const named = await meet(await answeringServer((asked) => ({ status: 200, ...good(asked), headers })));
  expect(named.facts.software).toEqual(['x'.repeat(60), 'Express', 'Rack::Runtime']);
  expect((await meet(await answeringServer(good))).facts.software).toBeUndefined();
});

test('A page token of any length is in no id of a request.', async () => {
  const nextPageToken = 'x'.repeat(2_000);
  const { journal } = await meet(
    await answeringServer((asked) => {
      if (asked.query.has('pageToken'))
        return { status: 200, body: { users: [{ id: 'b' }], nextPageToken: '' } };
      const answer = good(asked);
      if (answer?.status !== 200) return answer;
      return { status: 200, body: { users: [{ id: 'a' }], nextPageToken } };
    }),
  );
  const ids = [...journal.exchanges.values()].map(({ id }) => id);
  expect(ids.some((id) => id.includes('xxx'))).toBe(true);
  expect(Math.max(...ids.map(({ length }) => length))).toBeLessThan(200);
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
