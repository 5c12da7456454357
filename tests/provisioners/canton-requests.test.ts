import { expect, test } from 'vitest';
import { keyFromSecret } from '../../generators/keys.ts';
import type { JsonObject } from '../../json/read-json.ts';
import {
  allocateRequest,
  createUserRequest,
  executeRequest,
  generateTopologyRequest,
  prepareRequest,
  rightsRequest,
} from '../../provisioners/canton-3.5/requests.ts';
import { bodiesOf } from './recording.ts';

/** The key of the recorded walk: its private seed is 00 01 … 1f. */
const key = keyFromSecret(
  'SIGNING_KEY_SPEC_EC_CURVE25519',
  Buffer.from(Array.from({ length: 32 }, (_, i) => i)),
);
const topology = bodiesOf<JsonObject, Parameters<typeof allocateRequest>[1] & { partyId: string }>(
  'generate-topology',
);
const synchronizer = String(topology.sent.synchronizer);
const { partyId: party, publicKeyFingerprint: fingerprint } = topology.received;
const userId = 'participant_admin';

interface Prepared {
  readonly commandId: string;
  readonly commands: readonly [{ CreateCommand: { createArguments: { id: string } } }];
}

test('The topology of the party is asked for as it was recorded.', () => {
  expect(generateTopologyRequest(synchronizer, 'conformance', key)).toEqual(topology.sent);
});

test('The party is allocated as it was recorded, with the same signature over the 34 bytes of multiHash.', () => {
  expect(allocateRequest(synchronizer, topology.received, key)).toEqual(bodiesOf('allocate').sent);
});

test('Rights are granted and revoked, and users created, as it was recorded.', () => {
  expect(rightsRequest(userId, party)).toEqual(bodiesOf('grant-rights').sent);
  expect(rightsRequest(userId, party)).toEqual(bodiesOf('revoke-rights').sent);
  expect(createUserRequest('provision-0')).toEqual(bodiesOf('create-user-0').sent);
});

test('A transaction is prepared as it was recorded.', () => {
  const { sent } = bodiesOf<Prepared>('prepare');
  const { commandId, commands } = sent;
  const contractId = commands[0].CreateCommand.createArguments.id;
  expect(prepareRequest({ userId, party, synchronizer, commandId, contractId })).toEqual(sent);
});

test.for(['', '.v3'])(
  'A prepared transaction is executed as it was recorded%s, with the same signature.',
  (which) => {
    const { received } = bodiesOf(`prepare${which}`);
    const { sent } = bodiesOf(`execute${which}`);
    const { submissionId } = sent as { submissionId: string };
    expect(executeRequest(received as never, { userId, party, fingerprint, submissionId }, key)).toEqual(
      sent,
    );
  },
);
