import { createHash } from 'node:crypto';
import { keyFromSecret, type SigningKey } from '../../generators/keys.ts';
import { bytesFrom } from '../../generators/seeding.ts';
import type { ProvisioningContext } from '../provisioner.ts';

type ProvisionedNames = Pick<ProvisioningContext, 'seed' | 'nonce'>;

/** The prefix of every name of a run; nothing without it is ever changed. */
export function prefixOf({ nonce }: Pick<ProvisionedNames, 'nonce'>): string {
  return `conformance-${nonce}`;
}

/** The key of the signing party, derived from seed and nonce. */
export function partyKey({ seed, nonce }: ProvisionedNames): SigningKey {
  return keyFromSecret(
    'SIGNING_KEY_SPEC_EC_CURVE25519',
    bytesFrom(['provisioner', 'canton-3.5', seed, nonce], 32),
  );
}

/** A UUID (in the form of version 4) derived from the parts. */
export function uuidFrom(...parts: (string | number)[]): string {
  const bytes = bytesFrom(['uuid', ...parts], 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Ids of users to create, so that the listing has several pages. */
export function userIds(run: Pick<ProvisionedNames, 'nonce'>, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefixOf(run)}-${index}`);
}

/** Well-formed ids of participants that do not exist: the node does not look them up. */
export function otherParticipants(run: ProvisionedNames, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const namespace = createHash('sha256').update(`${run.seed}/${run.nonce}/${index}`).digest('hex');
    return `${prefixOf(run)}-participant-${index}::1220${namespace}`;
  });
}
