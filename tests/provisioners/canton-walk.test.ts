import { expect, test } from 'vitest';
import type { JsonObject } from '../../json/read-json.ts';
import { canton } from '../../provisioners/canton-3.5/provision.ts';
import type { ProvisioningAnswer, ProvisioningContext } from '../../provisioners/provisioner.ts';
import { bodiesOf } from './recording.ts';

/** A node in memory: users, rights and parties; what it says is what was recorded. */
function nodeInMemory(executeBodies = 3, notReadyFor = 0) {
  const users = new Set(['participant_admin', 'conformance-other-0', 'somebody']);
  const rights = new Set<string>(['alice::1220aa', 'conformance-other::1220bb']);
  const calls: string[] = [];
  let refusals = notReadyFor;
  const ok = (body: object): ProvisioningAnswer => ({ status: 200, body, shown: '200' });
  const answers: Record<string, (path: string, body: JsonObject) => ProvisioningAnswer> = {
    'GET /v2/state/connected-synchronizers': () => ok(bodiesOf('connected-synchronizers').received),
    'POST /v2/parties/external/generate-topology': (_, { partyHint }) =>
      ok({ ...bodiesOf('generate-topology').received, partyId: `${String(partyHint)}::1220cc` }),
    'POST /v2/parties/external/allocate': () => ok({}),
    'POST /v2/users': (_, body) => {
      const { id } = body.user as { id: string };
      if (users.has(id)) return { status: 409, body: {}, shown: '409 USER_ALREADY_EXISTS' };
      users.add(id);
      return ok({});
    },
    'GET /v2/users': () => ok({ users: [...users].map((id) => ({ id })), nextPageToken: '' }),
    'POST /v2/users/participant_admin/rights': (_, body) => {
      rights.add(partyIn(body));
      return ok({});
    },
    'PATCH /v2/users/participant_admin/rights': (_, body) => {
      rights.delete(partyIn(body));
      return ok({});
    },
    'GET /v2/users/participant_admin/rights': () =>
      ok({
        rights: [
          { kind: { ParticipantAdmin: { value: {} } } },
          ...[...rights].map((party) => ({ kind: { CanActAs: { value: { party } } } })),
        ],
      }),
    'POST /v2/interactive-submission/prepare': () => {
      refusals -= 1;
      return refusals >= 0 ? { status: 403, body: {}, shown: '403 NA' } : ok(bodiesOf('prepare').received);
    },
  };
  const context: ProvisioningContext = {
    seed: 'seed',
    nonce: 'n1',
    subject: 'participant_admin',
    executeBodies,
    async call(method, path, body = {}) {
      calls.push(`${method} ${path}`);
      const [, id] = /^\/v2\/users\/([^/]+)$/.exec(path) ?? [];
      if (method === 'DELETE' && id !== undefined) {
        return users.delete(id) ? ok({}) : { status: 404, body: {}, shown: '404 USER_NOT_FOUND' };
      }
      const answer = answers[`${method} ${path}`];
      if (answer === undefined) throw new Error(`${method} ${path} is not what was recorded.`);
      return answer(path, body);
    },
  };
  return { context, users, rights, calls };
}

function partyIn(body: JsonObject): string {
  const [right] = body.rights as [{ kind: { CanActAs: { value: { party: string } } } }];
  return right.kind.CanActAs.value.party;
}

test('A run gets settings, users and execute bodies, each under a submissionId of its own.', async () => {
  const { context, users, rights } = nodeInMemory(9);
  const { settings, executeBodies } = await canton.provision(context);
  expect(settings).toEqual({
    TARGET_SYNCHRONIZER: expect.stringMatching(/^synchronizer-1::1220/),
    TARGET_SYNCHRONIZER_ALIAS: 'synchronizer-1',
    TARGET_PARTICIPANT_UIDS: expect.stringMatching(/^conformance-n1-participant-0::1220[0-9a-f]{64},/),
    TARGET_USER_ID: 'participant_admin',
    TARGET_KNOWN_USERS: expect.stringMatching(/^conformance-n1-0,conformance-n1-1,/),
  });
  expect(executeBodies).toHaveLength(9);
  expect(new Set(executeBodies.map(({ submissionId }) => submissionId)).size).toBe(9);
  expect([...users].filter((id) => id.startsWith('conformance-n1-'))).toHaveLength(12);
  expect(rights).toContain('conformance-n1::1220cc');
});

test('Rights that take effect late are waited for.', { timeout: 900_000 }, async () => {
  const { context, calls } = nodeInMemory(1, 2);
  expect((await canton.provision(context)).executeBodies).toHaveLength(1);
  expect(calls.filter((call) => call.endsWith('/prepare'))).toHaveLength(3);
});

test('A repeated run with the same nonce finds its users there and goes on.', async () => {
  const { context } = nodeInMemory();
  await canton.provision(context);
  expect((await canton.provision(context)).executeBodies).toHaveLength(3);
});

test('Cleaning takes away what the run made, and nothing of anybody else.', async () => {
  const { context, users, rights } = nodeInMemory();
  await canton.provision(context);
  const removed = await canton.clean(context);
  expect(removed).toHaveLength(13);
  expect([...users].sort()).toEqual(['conformance-other-0', 'participant_admin', 'somebody']);
  expect([...rights].sort()).toEqual(['alice::1220aa', 'conformance-other::1220bb']);
  expect(await canton.clean(context)).toEqual([]);
});

test('A token that names no user is refused with a sentence.', async () => {
  const { context } = nodeInMemory();
  await expect(canton.provision({ ...context, subject: null })).rejects.toThrow('does not name a user');
});
