import { createPublicKey, type KeyObject } from 'node:crypto';
import type { TokenTrust } from './credentials/token-trust.ts';
import { createDirectory, type Directory } from './directory.ts';
import { type PublicKey, readPublicKey } from './keys/public-key.ts';
import { seededBytes, seededEd25519, seededP256 } from './keys/seeded-key.ts';
import { seededUsers } from './seeded-users.ts';

/** An external party whose private key this server has too, to create execute bodies that it accepts. */
export interface SigningParty {
  readonly partyId: string;
  readonly publicKey: PublicKey;
  readonly privateKey: KeyObject;
}

/** The state of one reference server; each server has its own. */
export interface Ledger {
  readonly participantName: string;
  readonly participantUid: string;
  readonly otherParticipantUids: readonly string[];
  readonly synchronizer: string;
  readonly synchronizerAlias: string;
  readonly userId: string;
  readonly parties: Map<string, PublicKey>;
  readonly ed25519Party: SigningParty;
  readonly p256Party: SigningParty;
  readonly directory: Directory;
  readonly trust: TokenTrust;
  /** Whether each prepared transaction is accepted only once (ruling 14). */
  readonly singleUse: boolean;
  readonly taken: Set<string>;
  /** How long a submission is in flight, if that is visible, in milliseconds. */
  readonly flight: number;
  /** The time by the clock of this server, in milliseconds since 1970. */
  readonly now: () => number;
}

interface LedgerSettings {
  readonly seed: string;
  readonly users: number;
  readonly singleUse: boolean;
  readonly trust: TokenTrust;
  readonly flight?: number;
  /** How far its clock is ahead of that of the machine, in seconds. */
  readonly clockAhead?: number;
}

/** A ledger whose names and keys depend only on the seed. */
export function createLedger({
  seed,
  users,
  singleUse,
  trust,
  flight = 250,
  clockAhead = 0,
}: LedgerSettings): Ledger {
  const uid = (name: string) => `${name}::1220${seededBytes(seed, name).toString('hex')}`;
  const ed25519Party = signingParty('alice', seededEd25519(seed, 'alice'));
  const p256Party = signingParty('bob', seededP256(seed, 'bob'));
  const userId = 'participant_admin';
  return {
    participantName: 'participant1',
    participantUid: uid('participant1'),
    otherParticipantUids: ['participant2', 'participant3', 'participant4'].map(uid),
    synchronizer: uid('synchronizer1'),
    synchronizerAlias: 'main-synchronizer',
    userId,
    parties: new Map([ed25519Party, p256Party].map((party) => [party.partyId, party.publicKey])),
    ed25519Party,
    p256Party,
    directory: createDirectory(seededUsers(users, userId, ed25519Party.partyId)),
    trust,
    singleUse,
    taken: new Set(),
    flight,
    now: () => Date.now() + clockAhead * 1_000,
  };
}

function signingParty(hint: string, privateKey: KeyObject): SigningParty {
  const publicKey = publicKeyOf(privateKey);
  return { partyId: `${hint}::${publicKey.fingerprint}`, publicKey, privateKey };
}

/** The public key of an Ed25519 or P-256 private key. */
function publicKeyOf(privateKey: KeyObject): PublicKey {
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const spec =
    privateKey.asymmetricKeyType === 'ed25519'
      ? 'SIGNING_KEY_SPEC_EC_CURVE25519'
      : 'SIGNING_KEY_SPEC_EC_P256';
  const key = readPublicKey(
    'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO',
    spki.toString('base64'),
    spec,
  );
  if (typeof key === 'string') throw new Error(`${key} Use an Ed25519 or P-256 private key.`);
  return key;
}
