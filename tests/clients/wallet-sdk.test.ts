import { LedgerProvider, SDK } from '@canton-network/wallet-sdk';
import { expect, test } from 'vitest';
import { profiles, served, servedAmongOthers, synchronizerOf, tokenOf } from './served.ts';
import { expectTopologyOf } from './what-was-generated.ts';

interface Signed {
  readonly preparedTransaction: string;
  readonly partySignatures: {
    readonly signatures: readonly [
      { readonly party: string; readonly signatures: readonly [{ readonly signature: string }] },
    ];
  };
}

const sdkAt = (ledgerClientUrl: string, token: string) =>
  SDK.create({ auth: { method: 'static', token }, ledgerClientUrl, logAdapter: 'console' });

test.each(profiles)('Under %s it lists the users.', async (profile) => {
  const { server, beside } = await servedAmongOthers(profile, { users: 7 });
  const sdk = await sdkAt(beside.baseUrl, tokenOf(server));
  const { users = [] } = await sdk.user.list();
  expect(users.map(({ id }) => id)).toContain(server.environment.TARGET_USER_ID);
  expect(users).toHaveLength(7);
});

test.each(profiles)(
  'Under %s it generates a topology and computes its fingerprint and hash alike.',
  async (profile) => {
    const { server, beside } = await servedAmongOthers(profile);
    const sdk = await sdkAt(beside.baseUrl, tokenOf(server));
    const { publicKey } = sdk.keys.generate();
    const topology = await sdk.party.external.create(publicKey, { partyHint: 'dora' }).topology();
    expectTopologyOf(topology, 'dora', publicKey);
    expect(topology.publicKeyFingerprint).toBe(await sdk.keys.fingerprint(publicKey));
    expect(topology.multiHash).toBe(await sdk.utils.hash.topologyTransaction(topology.topologyTransactions));
  },
);

test.each(profiles)('Under %s the body it signs and builds is executed.', async (profile) => {
  const { server, beside } = await servedAmongOthers(profile);
  const sdk = await sdkAt(beside.baseUrl, tokenOf(server));
  const { preparedTransaction, partySignatures } = server.executeRequest as Signed;
  const [{ party, signatures }] = partySignatures.signatures;
  const prepared = {
    preparedTransaction,
    preparedTransactionHash: '',
    hashingSchemeVersion: 'HASHING_SCHEME_VERSION_V2',
  } as const;
  const signed = sdk.ledger.fromSignature(prepared, signatures[0].signature);
  expect(await signed.execute({ partyId: party })).toEqual({ updateId: 'update-1', completionOffset: 1 });
});

test('Under canton-3.5 it walks from a new key to an executed submission, signing for itself.', async () => {
  const { server, beside } = await servedAmongOthers('canton-3.5');
  const sdk = await sdkAt(beside.baseUrl, tokenOf(server));
  const { publicKey, privateKey } = sdk.keys.generate();
  const { partyId } = await sdk.party.external
    .create(publicKey, { partyHint: 'emil' })
    .sign(privateKey)
    .execute({ grantUserRights: false });
  const executed = await sdk.ledger.prepare({ partyId, commands: [] }).sign(privateKey).execute({ partyId });
  expect(executed).toEqual({ updateId: 'update-1', completionOffset: 1 });
  expect(beside.seen.filter((each) => each.startsWith('POST'))).toEqual([
    'POST /v2/parties/external/generate-topology',
    'POST /v2/parties/external/allocate',
    'POST /v2/interactive-submission/prepare',
    'POST /v2/interactive-submission/executeAndWait',
  ]);
});

test.each(profiles)(
  'Under %s its LedgerProvider calls execute itself, without anything beside it.',
  async (profile) => {
    const server = await served(profile);
    const token = tokenOf(server);
    const provider = new LedgerProvider({
      baseUrl: server.baseUrl,
      accessTokenProvider: {
        getAccessToken: async () => token,
        getAuthContext: async () => ({ userId: 'participant_admin', accessToken: token }),
      },
    });
    const params = {
      requestMethod: 'post',
      resource: '/v2/interactive-submission/execute',
      body: server.executeRequest,
    };
    const call = { method: 'ledgerApi', params } as unknown as Parameters<typeof provider.request>[0];
    const answer: unknown = await provider.request(call);
    expect(answer).toEqual({});
  },
);

test('It loses users behind the first page, which its list has no way to ask for.', async () => {
  const { server, beside } = await servedAmongOthers('document', { users: 120 });
  const sdk = await sdkAt(beside.baseUrl, tokenOf(server));
  const { users = [], nextPageToken = '' } = await sdk.user.list();
  expect(users.length).toBeLessThan(120);
  expect(nextPageToken).not.toBe('');
  expect(sdk.user.list).toHaveLength(0);
});

test('It knows Ed25519 alone: a P-256 point is announced as such a key, and refused.', async () => {
  const { server, beside } = await servedAmongOthers('document');
  const sdk = await sdkAt(beside.baseUrl, tokenOf(server));
  const point = Buffer.alloc(65, 4).toString('base64');
  const refused = sdk.party.external.create(point, { synchronizerId: synchronizerOf(server) }).topology();
  await expect(refused).rejects.toMatchObject({ cause: expect.stringContaining('key') });
});

test.each(profiles)(
  'Under %s it cannot start without the rest of a ledger: it asks for the version, and who it is.',
  async (profile) => {
    const server = await served(profile);
    await expect(sdkAt(server.baseUrl, tokenOf(server))).rejects.toBeDefined();
  },
);
