import { isJsCantonError, LedgerClient } from '@canton-network/core-ledger-client';
import pino from 'pino';
import { expect, test } from 'vitest';
import type { ReferenceServer } from '../../reference/start.ts';
import { profiles, served, servedAmongOthers, synchronizerOf, tokenOf } from './served.ts';
import { expectTopologyOf, publicKey } from './what-was-generated.ts';

type PostBody = Parameters<LedgerClient['post']>[1];

const generate = '/v2/parties/external/generate-topology';
const execute = '/v2/interactive-submission/execute';

function clientOf(baseUrl: string, token: string): LedgerClient {
  return new LedgerClient({
    baseUrl: new URL(baseUrl),
    logger: pino({ level: 'silent' }),
    accessTokenProvider: {
      getAccessToken: async () => token,
      getAuthContext: async () => ({ userId: 'participant_admin', accessToken: token }),
    },
  });
}

const clientAt = (server: ReferenceServer): LedgerClient => clientOf(server.baseUrl, tokenOf(server));

test.each(profiles)(
  'Under %s it generates the topology of a party, behind a path prefix too.',
  async (profile) => {
    const server = await served(profile, { prefix: '/ledger' });
    const body = {
      synchronizer: synchronizerOf(server),
      partyHint: 'anna',
      publicKey: {
        format: 'CRYPTO_KEY_FORMAT_RAW',
        keyData: publicKey,
        keySpec: 'SIGNING_KEY_SPEC_EC_CURVE25519',
      },
    } as const;
    expectTopologyOf(await clientAt(server).post(generate, body), 'anna', publicKey);
  },
);

test.each(profiles)(
  'Under %s its generateTopology is answered, beside a version to ask for.',
  async (profile) => {
    const { server, beside } = await servedAmongOthers(profile);
    const client = clientOf(beside.baseUrl, tokenOf(server));
    expectTopologyOf(
      await client.generateTopology(synchronizerOf(server), publicKey, 'bert'),
      'bert',
      publicKey,
    );
    expect(beside.seen).toEqual(['GET /v2/version', `POST ${generate}`]);
  },
);

test.each(profiles)(
  'Under %s it executes a submission, and takes the empty object for an answer.',
  async (profile) => {
    const server = await served(profile);
    const answer: unknown = await clientAt(server).post(execute, server.executeRequest as PostBody);
    expect(answer).toEqual({});
  },
);

test.each(profiles)(
  'Under %s it lists the users, and page by page where its caller follows the tokens.',
  async (profile) => {
    const { server, beside } = await servedAmongOthers(profile, { users: 5 });
    const client = clientOf(beside.baseUrl, tokenOf(server));
    const { users: all = [] } = await client.get('/v2/users');
    expect(all).toHaveLength(5);
    const ids: string[] = [];
    let pageToken: string | undefined;
    do {
      const query = { pageSize: '2', ...(pageToken === undefined ? {} : { pageToken }) };
      const { users = [], nextPageToken = '' } = await client.get('/v2/users', { query });
      ids.push(...users.map(({ id }) => id));
      pageToken = nextPageToken;
    } while (pageToken !== '');
    expect(ids).toEqual(all.map(({ id }) => id));
  },
);

test.each(profiles)('Under %s it reads the error object of a refused token.', async (profile) => {
  const server = await served(profile);
  const refusal = await clientOf(server.baseUrl, 'a.b.c')
    .post(execute, server.executeRequest as PostBody)
    .catch((error: unknown) => error);
  expect(isJsCantonError(refusal)).toBe(true);
});

test.each(profiles)('Under %s the text of a 400 reaches its caller as a bare string.', async (profile) => {
  const server = await served(profile);
  const refusal = await clientAt(server)
    .post(generate, { partyHint: 1 } as unknown as PostBody)
    .catch((error: unknown) => error);
  expect(refusal).toContain('Invalid value for: body');
});

test('It cannot list users, nor call generateTopology, where only the three operations are served.', async () => {
  const server = await served('document');
  const client = clientAt(server);
  await expect(client.get('/v2/users')).rejects.toThrow('Client version missing from response');
  const call = client.generateTopology(synchronizerOf(server), publicKey, 'carl');
  await expect(call).rejects.toThrow('Client version missing from response');
});

test('It does not repeat what it means to: a submission in flight comes back at the first refusal.', async () => {
  const { server, beside } = await servedAmongOthers('canton-3.5', { flight: 60_000 });
  const client = clientOf(beside.baseUrl, tokenOf(server));
  await client.postWithRetry(execute, server.executeRequest as PostBody);
  const again = { ...server.executeRequest, submissionId: 'submission-2' } as PostBody;
  await expect(client.postWithRetry(execute, again)).rejects.toMatchObject({
    code: 'SUBMISSION_ALREADY_IN_FLIGHT',
  });
  expect(beside.seen).toHaveLength(2);
});
