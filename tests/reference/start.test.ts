import { expect, it } from 'vitest';
import { startReference } from '../../reference/start.ts';
import { executePath, generateBody, generatePath, send, usersPath } from './client.ts';

it('serving twice gives the same names, keys and execute body, another seed gives others', async () => {
  const servers = await Promise.all([startReference(), startReference(), startReference({ seed: 'other' })]);
  const [first, second, other] = servers;
  expect(second.executeRequest).toEqual(first.executeRequest);
  expect(second.environment.TARGET_SYNCHRONIZER).toBe(first.environment.TARGET_SYNCHRONIZER);
  expect(other.executeRequest).not.toEqual(first.executeRequest);
  expect((await send(second, executePath, { body: first.executeRequest })).status).toBe(200);
  expect((await send(other, executePath, { body: first.executeRequest })).status).toBe(400);
  await Promise.all(servers.map((server) => server.close()));
});

it('servers of one process share no state', async () => {
  const [one, two] = await Promise.all([
    startReference({ singleUse: true }),
    startReference({ singleUse: true }),
  ]);
  one.directory.remove('user-0001');
  expect((await send(one, executePath, { body: one.executeRequest })).status).toBe(200);
  expect((await send(two, executePath, { body: two.executeRequest })).status).toBe(200);
  expect(JSON.parse((await send(one, usersPath)).text).users).toHaveLength(22);
  expect(JSON.parse((await send(two, usersPath)).text).users).toHaveLength(23);
  await Promise.all([one.close(), two.close()]);
});

it('the environment names every setting of a run', async () => {
  const server = await startReference({ prefix: '/ledger/json' });
  expect(server.environment.TARGET_BASE_URL).toBe(server.baseUrl);
  expect(server.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/ledger\/json$/);
  expect(Object.keys(server.environment).sort()).toEqual([
    'TARGET_BASE_URL',
    'TARGET_PAGE_SIZE_PARAMETER',
    'TARGET_PAGE_TOKEN_PARAMETER',
    'TARGET_PARTICIPANT_UIDS',
    'TARGET_SYNCHRONIZER',
    'TARGET_SYNCHRONIZER_ALIAS',
    'TARGET_TOKEN',
    'TARGET_TOKEN_SECRET',
    'TARGET_USER_ID',
  ]);
  expect((await send(server, generatePath, { body: generateBody(server) })).status).toBe(200);
  await server.close();
});

it.each(['ledger', '/ledger/'])('the prefix %s is refused with a sentence', async (prefix) => {
  await expect(startReference({ prefix })).rejects.toThrow('Write the prefix');
});
