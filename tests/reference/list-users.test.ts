import { afterEach, describe, expect, it } from 'vitest';
import type { User } from '../../reference/directory.ts';
import { type ReferenceOptions, type ReferenceServer, startReference } from '../../reference/start.ts';
import { send, usersPath } from './client.ts';

let server: ReferenceServer;
afterEach(() => server.close());

interface Page {
  readonly users: readonly User[];
  readonly nextPageToken: string;
}

async function start(options: ReferenceOptions): Promise<void> {
  server = await startReference(options);
}

async function page(query: Record<string, string>): Promise<Page> {
  const reply = await send(server, `${usersPath}?${new URLSearchParams(query)}`);
  expect(reply).toMatchObject({ status: 200, mediaType: 'application/json' });
  return JSON.parse(reply.text) as Page;
}

/** The ids of each page from the first to the last; `between` runs after each page. */
async function walk(pageSize: number, between: (page: Page) => void = () => undefined): Promise<string[][]> {
  const pages: string[][] = [];
  let pageToken = '';
  do {
    const current = await page({ pageSize: String(pageSize), pageToken });
    pages.push(current.users.map((user) => user.id));
    between(current);
    pageToken = current.nextPageToken;
  } while (pageToken !== '');
  return pages;
}

function userNamed(id: string): User {
  const metadata = { resourceVersion: '0', annotations: {} };
  return { id, primaryParty: '', isDeactivated: false, metadata, identityProviderId: '' };
}

describe('a walk over the pages', () => {
  it.each([1, 2, 3, 7, 22, 23, 24, 100])('holds each of 23 users once with pages of %i', async (pageSize) => {
    await start({ users: 23 });
    const pages = await walk(pageSize);
    expect(pages).toHaveLength(Math.ceil(23 / pageSize));
    expect(pages.every((ids) => ids.length <= pageSize)).toBe(true);
    expect(new Set(pages.flat()).size).toBe(23);
    expect(pages.flat()).toEqual(pages.flat().sort());
  });

  it('holds 2,500 users with the default and the largest page', async () => {
    await start({ users: 2500 });
    const byDefault = await walk(0);
    expect(byDefault[0]).toHaveLength(100);
    expect(new Set(byDefault.flat()).size).toBe(2500);
    expect((await walk(2_147_483_647)).map((ids) => ids.length)).toEqual([1000, 1000, 500]);
  });

  it('is one empty page where there are no users', async () => {
    await start({ users: 0 });
    expect(await page({})).toEqual({ users: [], nextPageToken: '' });
  });

  it('stays right while users come and go', async () => {
    await start({ users: 23 });
    const before = (await walk(100)).flat();
    let step = 0;
    const seen = await walk(4, ({ users }) => {
      step += 1;
      server.directory.insert(userNamed(`aaa-${step}`));
      server.directory.remove(users.at(-1)?.id ?? '');
      server.directory.insert(userNamed(`zzz-${step}`));
    });
    const ids = seen.flat();
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(before));
    expect(ids.some((id) => id.startsWith('aaa-'))).toBe(false);
  });

  it('goes on behind a user that was removed, and may change the page size', async () => {
    await start({ users: 23 });
    const first = await page({ pageSize: '5' });
    for (const user of first.users) server.directory.remove(user.id);
    const rest = await page({ pageSize: '100', pageToken: first.nextPageToken });
    expect(rest.users).toHaveLength(18);
    expect(rest.nextPageToken).toBe('');
  });
});

it('the empty page token starts from the beginning', async () => {
  await start({});
  expect(await page({ pageToken: '' })).toEqual(await page({}));
});

it.each([
  'pageSize=-1',
  'pageSize=abc',
  'pageSize=',
  'pageSize=1.5',
  'pageSize=2147483648',
  'pageSize=1&pageSize=2',
  'pageToken=a&pageToken=b',
  'pageToken=garbage',
  'pageToken=%00',
  'pageToken=%zz',
  'pageToken=CgA%3D',
  'pageToken=CgVhbGljZQ%3D%3DAA',
  'pageToken=5c1f8a52-66a4-4ad4-b18a-5f8f5b6b8a8c',
])('the query %s is refused with the error object', async (query) => {
  await start({});
  const reply = await send(server, `${usersPath}?${query}`);
  expect(reply).toMatchObject({ status: 400, mediaType: 'application/json' });
  expect(JSON.parse(reply.text)).toMatchObject({ code: 'INVALID_ARGUMENT' });
});

it('unknown query parameters are ignored', async () => {
  await start({});
  expect((await page({ filter: 'x', __proto__x: 'y' })).users).toHaveLength(23);
});
