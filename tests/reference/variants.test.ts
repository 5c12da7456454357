import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { type ReferenceServer, startReference } from '../../reference/start.ts';
import { variants } from '../../reference/variants/catalogue.ts';
import { hasFloat, hasLoneSurrogate, namesMemberTwice } from '../../reference/variants/json-scan.ts';
import {
  bearer,
  changed,
  executePath,
  generateBody,
  generatePath,
  type Reply,
  type Sent,
  send,
  usersPath,
} from './client.ts';

let server: ReferenceServer;
afterEach(() => server?.close());

async function start(id: string): Promise<ReferenceServer> {
  const variant = variants.find((each) => each.id === id);
  if (variant === undefined) throw new Error(`There is no variant ${id}; correct the id.`);
  server = await startReference({ variant });
  return server;
}

const generate = (sent: Sent = {}): Promise<Reply> =>
  send(server, generatePath, { body: generateBody(server), ...sent });
const execute = (sent: Sent = {}): Promise<Reply> =>
  send(server, executePath, { body: server.executeRequest, ...sent });
const list = (query = ''): Promise<Reply> => send(server, usersPath + query);

interface Listed {
  readonly users?: readonly { readonly id: string }[] | null;
  readonly nextPageToken?: string | null;
}

/** Follows the pages of a size to their end. */
async function walk(query: string): Promise<{ pages: Listed[]; ids: string[] }> {
  const pages: Listed[] = [];
  let token: string | null | undefined = '';
  do {
    const reply = await list(`?${query}&pageToken=${encodeURIComponent(token)}`);
    const page = JSON.parse(reply.text) as Listed;
    pages.push(page);
    token = page.nextPageToken;
  } while (typeof token === 'string' && token !== '' && pages.length < 200);
  return { pages, ids: pages.flatMap(({ users }) => (users ?? []).map(({ id }) => id)) };
}

describe('answers', () => {
  it('json-is-escaped writes escapes alone and keeps the value', async () => {
    await start('json-is-escaped');
    const { text } = await list();
    expect(text).toMatch(/^\{"(\\u[0-9a-f]{4})+":\[/);
    expect(JSON.parse(text).users).toHaveLength(23);
  });

  it('error-integers-with-exponent writes integers as 80e-1, which are integers still', async () => {
    await start('error-integers-with-exponent');
    const { text } = await generate({ headers: {} });
    expect(text).toContain('"errorCategory":60e-1');
    expect(JSON.parse(text).errorCategory).toBe(6);
  });

  it('text-is-latin-1 sends one byte for each letter, and says so', async () => {
    await start('text-is-latin-1');
    const response = await request(server.baseUrl + generatePath, {
      method: 'POST',
      headers: bearer(server),
      body: '',
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    expect(response.headers['content-type']).toBe('text/plain; charset=ISO-8859-1');
    expect(bytes.toString('latin1')).toContain('Ungültig');
    expect(bytes.includes(0xfc)).toBe(true);
  });

  it('topology transactions in any order keep one multi-hash', async () => {
    await start('topology-transactions-in-any-order');
    const replies = await Promise.all(Array.from({ length: 20 }, () => generate()));
    const bodies = replies.map(({ text }) => JSON.parse(text));
    expect(new Set(bodies.map(({ multiHash }) => multiHash)).size).toBe(1);
    expect(new Set(bodies.map(({ topologyTransactions }) => topologyTransactions[0])).size).toBe(2);
  });

  it('a short fingerprint stands in the party id', async () => {
    await start('fingerprint-is-short');
    const { partyId, publicKeyFingerprint } = JSON.parse((await generate()).text);
    expect(publicKeyFingerprint).toHaveLength(10);
    expect(partyId).toBe(`carol::${publicKeyFingerprint}`);
  });
});

describe('failures', () => {
  it('generate-topology-semantic-failures-are-text leaves credentials to the error object', async () => {
    await start('generate-topology-semantic-failures-are-text');
    const body = { ...generateBody(server), synchronizer: 'nowhere' };
    expect(await generate({ body })).toMatchObject({ status: 400, mediaType: 'text/plain' });
    expect(await generate({ headers: {} })).toMatchObject({ status: 401, mediaType: 'application/json' });
  });

  it('credential-failures-redirect carry the error object all the same', async () => {
    await start('credential-failures-redirect');
    const reply = await generate({ headers: {} });
    expect(reply).toMatchObject({ status: 303, mediaType: 'application/json' });
    expect(JSON.parse(reply.text).code).toBe('UNAUTHENTICATED');
  });
});

describe('requests', () => {
  it('takes-nulls-in-optional-fields refuses null in required ones', async () => {
    await start('takes-nulls-in-optional-fields');
    const body = generateBody(server);
    expect((await generate({ body: { ...body, confirmationThreshold: null } })).status).toBe(200);
    expect((await generate({ body: { ...body, partyHint: null } })).status).toBe(400);
  });

  it('takes-incomplete-signatures fills in what was left out', async () => {
    await start('takes-incomplete-signatures');
    const at = ['partySignatures', 'signatures', 0, 'signatures', 0];
    expect((await execute({ body: changed(server.executeRequest, [...at, 'format'], undefined) })).text).toBe(
      '{}',
    );
    expect((await execute({ body: changed(server.executeRequest, [...at, 'format'], 7) })).status).toBe(400);
  });

  it('refuses-duplicate-members answers text on one operation and the error object on the other', async () => {
    await start('refuses-duplicate-members');
    const twice = (body: unknown) => JSON.stringify(body).replace('{', '{"userId":"x","userId":"x",');
    expect((await generate()).status).toBe(200);
    expect(await generate({ body: twice(generateBody(server)) })).toMatchObject({
      status: 400,
      mediaType: 'text/plain',
    });
    expect((await execute({ body: twice(server.executeRequest) })).mediaType).toBe('application/json');
  });

  it('looks for repeated names in one object at a time', () => {
    expect(namesMemberTwice('{"a":{"b":1},"b":[{"a":1},{"a":"a"}]}')).toBe(false);
    expect(namesMemberTwice('{"a":{"b":1,"\\u0062":2}}')).toBe(true);
    expect(namesMemberTwice('{"a\\"":"{\\"a\\":1,","c":"a"}')).toBe(false);
  });

  it('looks for floats and lone surrogates outside of what only looks like them', () => {
    expect(hasFloat('{"a":"1.0","b":[10,-2]}')).toBe(false);
    expect(hasFloat('{"a":1e1}')).toBe(true);
    expect(hasLoneSurrogate({ a: ['😀'] })).toBe(false);
    expect(hasLoneSurrogate({ a: [{ b: 'x\udc00' }] })).toBe(true);
  });

  it('in-flight-for-a-moment takes a transaction again after a while', async () => {
    await start('in-flight-for-a-moment');
    expect((await execute()).text).toBe('{}');
    expect((await execute()).status).toBe(409);
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect((await execute()).text).toBe('{}');
  });

  it('takes-a-submission-id-once takes another submissionId with the same transaction', async () => {
    await start('takes-a-submission-id-once');
    const other = changed(server.executeRequest, ['submissionId'], 'another');
    const statuses = [await execute(), await execute(), await execute({ body: other })].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([200, 409, 200]);
  });

  it('an API key has one form, whichever it is', async () => {
    const token = (): string => String(server.environment.TARGET_TOKEN);
    const statusOf = async (value: string): Promise<number> =>
      (await generate({ headers: { 'sec-websocket-protocol': value } })).status;
    await start('api-key-is-the-bare-token');
    expect([await statusOf(token()), await statusOf(`jwt.token.${token()}`)]).toEqual([200, 401]);
    await server.close();
    await start('api-key-with-protocol-and-others-are-426');
    expect(await statusOf(`jwt.token.${token()},daml.ws.auth`)).toBe(200);
    expect(await statusOf(token())).toBe(426);
    expect((await generate({ headers: {} })).status).toBe(401);
  });
});

describe('pages', () => {
  it.each([
    'users-in-reverse',
    'users-in-no-order',
    'pages-of-one',
    'pages-of-uneven-size',
    'empty-pages-without-users',
    'thirty-empty-pages-first',
    'last-page-is-an-empty-object',
    'last-page-of-nulls',
    'last-token-null',
    'tokens-begin-at-zero',
    'tokens-need-percent-encoding',
    'tokens-hold-letters-outside-ascii',
    'tokens-are-urls',
    'tokens-differ-each-time',
    'tokens-are-used-once',
  ])('%s: the chain holds each user once, and no page too many', async (id) => {
    await start(id);
    const { pages, ids } = await walk('pageSize=4');
    expect(Math.max(...pages.map(({ users }) => (users ?? []).length))).toBeLessThanOrEqual(4);
    expect(ids).toHaveLength(23);
    expect(new Set(ids).size).toBe(23);
  });

  it('parameters-of-odata says in its environment what the parameters are called', async () => {
    await start('parameters-of-odata');
    expect(server.environment.TARGET_PAGE_SIZE_PARAMETER).toBe('$top');
    expect(JSON.parse((await list('?$top=3')).text).users).toHaveLength(3);
    expect(JSON.parse((await list('?pageSize=3')).text).users).toHaveLength(23);
  });

  it('a bad token of sealed ones is refused', async () => {
    await start('tokens-differ-each-time');
    const { nextPageToken } = JSON.parse((await list('?pageSize=2')).text);
    const other = nextPageToken.startsWith('A') ? 'B' : 'A';
    expect((await list(`?pageToken=${other}${nextPageToken.slice(1)}`)).status).toBe(400);
  });
});

describe('HTTP', () => {
  it.each([
    'answers-in-small-chunks',
    'answers-with-trailers',
    'answers-until-the-end-of-the-connection',
    'answers-in-http-1.0',
    'answers-without-reason',
    'header-names-in-odd-case',
    'headers-are-many',
    'early-hints',
    'bodies-after-their-headers',
  ])('%s: an answer arrives whole', async (id) => {
    await start(id);
    const replies = await Promise.all(Array.from({ length: 5 }, () => list()));
    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 200, mediaType: 'application/json' });
      expect(JSON.parse(reply.text).users).toHaveLength(23);
    }
  });

  it('rate-limit-without-retry-after takes requests again after a while', async () => {
    await start('rate-limit-without-retry-after');
    for (let sent = 0; sent < 300; sent += 1) expect((await list('?pageSize=1')).status).toBe(200);
    expect((await list()).status).toBe(429);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect((await list()).status).toBe(200);
  });

  it('a mixture differs in all its ways at once', async () => {
    await start('like-a-java-service');
    const refused = await generate({ body: { ...generateBody(server), partyHint: 'a b' } });
    expect(refused.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'TEXT/PLAIN; CHARSET=UTF-8',
    });
    expect((await generate({ headers: {} })).headers['content-type']).toBe('application/problem+json');
  });
});
