import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import createClient from 'openapi-fetch';
import { expect, test } from 'vitest';
import type { ReferenceServer } from '../../reference/start.ts';
import type { components, paths } from './generated/openapi.d.ts';
import { profiles, served, synchronizerOf, tokenOf } from './served.ts';
import { expectTopologyOf, publicKey } from './what-was-generated.ts';

type ExecuteBody = components['schemas']['execute-submission.request.schema'];

const clientAt = (server: ReferenceServer, token = tokenOf(server)) =>
  createClient<paths>({ baseUrl: server.baseUrl, headers: { Authorization: `Bearer ${token}` } });

const key = {
  format: 'CRYPTO_KEY_FORMAT_RAW',
  keyData: publicKey,
  keySpec: 'SIGNING_KEY_SPEC_EC_CURVE25519',
};

test('These calls have the types that are generated from schemas/openapi.json.', () => {
  const { stdout, status } = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-p', 'tests/clients'],
    {
      encoding: 'utf8',
    },
  );
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

test.each(profiles)('Under %s it generates the topology of a party.', async (profile) => {
  const server = await served(profile);
  const { data } = await clientAt(server).POST('/v2/parties/external/generate-topology', {
    body: { synchronizer: synchronizerOf(server), partyHint: 'frida', publicKey: key },
  });
  if (data === undefined) throw new Error('Nothing was generated.');
  expectTopologyOf(data, 'frida', publicKey);
});

test.each(profiles)('Under %s it executes a submission.', async (profile) => {
  const server = await served(profile);
  const { data, response } = await clientAt(server).POST('/v2/interactive-submission/execute', {
    body: server.executeRequest as ExecuteBody,
  });
  expect(response.status).toBe(200);
  expect(data).toEqual({});
});

test.each(profiles)('Under %s it lists the users page by page.', async (profile) => {
  const server = await served(profile, { users: 5 });
  const client = clientAt(server);
  const ids: unknown[] = [];
  let pageToken = '';
  do {
    const query = { pageSize: 2, ...(pageToken === '' ? {} : { pageToken }) };
    const { data } = await client.GET('/v2/users', { params: { query } });
    ids.push(...(data?.users ?? []).map(({ id }) => id));
    pageToken = data?.nextPageToken ?? '';
  } while (pageToken !== '');
  expect(new Set(ids).size).toBe(5);
  expect(ids).toHaveLength(5);
});

test.each(profiles)('Under %s it reads both forms of failure.', async (profile) => {
  const server = await served(profile);
  const body = { synchronizer: '', partyHint: 'gerd', publicKey: key };
  const text = await clientAt(server).POST('/v2/parties/external/generate-topology', {
    body: { ...body, partyHint: 1 as unknown as string },
  });
  expect(text.response.status).toBe(400);
  expect(text.error).toContain('Invalid value for: body');
  const refused = await clientAt(server, 'a.b.c').GET('/v2/users');
  expect(refused.response.status).toBe(401);
  expect(refused.error).toMatchObject({ cause: expect.any(String), errorCategory: expect.any(Number) });
});

test('Its types leave no room for the variants that the document only shows an example of.', () => {
  const shown: ExecuteBody['minLedgerTime'] = {
    // @ts-expect-error The variants are not closed by the document, and an open object generates as an empty one.
    time: { Empty: {} },
  };
  expect(shown).toBeDefined();
});

test('What is generated knows the three operations, and both forms of failure of the first.', () => {
  const generated = readFileSync('tests/clients/generated/openapi.d.ts', 'utf8');
  expect(generated.match(/^ {4}"\/v2\/[^"]+"/gm)).toHaveLength(3);
  expect(generated).toContain('"text/plain": string');
});
