import { expect, test } from 'vitest';
import { circumstanceOf } from '../../engine/circumstance-of.ts';
import { clients } from '../../wire/clients.ts';
import { present } from '../../wire/credential.ts';
import type { OperationRequest } from '../../wire/plan-request.ts';
import { aPreflight } from '../reports/journal-fixture.ts';

const { facts } = aPreflight();
const key = {
  format: 'CRYPTO_KEY_FORMAT_RAW',
  keyData: 'AA==',
  keySpec: 'SIGNING_KEY_SPEC_EC_CURVE25519',
};
const body = (more: object = {}): Buffer =>
  Buffer.from(JSON.stringify({ synchronizer: 's', partyHint: 'h', publicKey: key, ...more }));
const topology = (request: OperationRequest, headers = present('bearer', 'a.b.c')) =>
  circumstanceOf({ operation: 'generate-topology', facts }, request, headers);
const [client = { id: '', source: '', headers: [], order: '*' }] = clients;

test('A request of the suite itself has its scheme, its connection, and what its body says.', () => {
  expect(topology({ body: body() })).toEqual({
    client: 'suite',
    scheme: 'bearer',
    connection: 'kept',
    framing: 'length',
    'key-type': 'SIGNING_KEY_SPEC_EC_CURVE25519 in CRYPTO_KEY_FORMAT_RAW',
    'optional-fields': 'none',
  });
});

test('A client that writes the whole head has a connection of its own, and its framing.', () => {
  const exact = { client, key: 'k', run: 'r', exact: { framing: 'chunked' as const } };
  expect(topology({ body: body(), style: exact })).toMatchObject({
    client: 'curl',
    connection: 'fresh',
    framing: 'chunked',
  });
  expect(topology({ body: body(), style: { client, key: 'k', run: 'r' } })).toMatchObject({
    client: 'curl',
    connection: 'kept',
    framing: 'length',
  });
});

test('Optional fields and parameters are named, whatever their values; a body that is not an object has none.', () => {
  const fields = { confirmationThreshold: 'x', observingParticipantUids: [] };
  expect(topology({ body: body(fields) })['optional-fields']).toBe(
    'confirmationThreshold, observingParticipantUids',
  );
  expect(topology({ body: Buffer.from('[1') })['optional-fields']).toBeUndefined();
  const listed = circumstanceOf(
    { operation: 'list-users', facts },
    { query: `other=1&${facts.pageTokenParameter}=x` },
    [],
  );
  expect(listed).toEqual({ client: 'suite', connection: 'kept', 'optional-fields': 'page token' });
});

test('Only the schemes of the document are named, and keys that the suite has.', () => {
  expect(topology({ body: body() }, present('api-key', 'a.b.c')).scheme).toBe('api-key');
  const both = [...present('bearer', 'a.b.c'), ...present('api-key', 'a.b.c')];
  expect(topology({ body: body() }, both).scheme).toBe('both');
  expect(topology({ body: body() }, [['Authorization', 'Basic YTpi']]).scheme).toBeUndefined();
  const strange = { ...key, keySpec: 'x'.repeat(9) };
  expect(topology({ body: body({ publicKey: strange }) })['key-type']).toBeUndefined();
});
