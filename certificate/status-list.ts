import { BundleRefused } from './bundle-refused.ts';
import { checkSchema } from './check-schema.ts';
import { longestValidity } from './check-times.ts';
import { type Envelope, envelopeOf, payloadOf, payloadTypes, signersOf, signPayload } from './dsse.ts';
import type { NamedKey } from './keys.ts';
import { parseStrictly } from './parse-strictly.ts';
import statusListSchema from './status-list.schema.json' with { type: 'json' };

/**
 * A revoked certificate, by the SHA-256 of its manifest, which every signature of it covers; or a challenge, by that of its
 * payload, and with it every certificate that answers it.
 */
export interface Revocation {
  readonly sha256: string;
  readonly revokedAt: string;
  readonly reason: string;
}

/** The payload of a status list. Times are ISO 8601. */
export interface StatusList {
  readonly schemaVersion: 1;
  readonly issuedAt: string;
  /** After this time, the list says nothing any more. */
  readonly nextUpdate: string;
  readonly revoked: readonly Revocation[];
}

/** A status list whose signature was verified. */
export interface OpenedStatusList extends StatusList {
  readonly name: string;
  readonly issuer: string;
}

/** The bytes of a status list, and what to call it. */
export interface StatusFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const hour = 60 * 60 * 1_000;
const day = 24 * hour;

/** A status list, signed by the key that revokes. */
export function issueStatusList(
  key: NamedKey,
  { now, validDays, revoked }: { now: Date; validDays: number; revoked: readonly Revocation[] },
): Envelope {
  const list: StatusList = {
    schemaVersion: 1,
    issuedAt: now.toISOString(),
    nextUpdate: new Date(now.getTime() + validDays * day).toISOString(),
    revoked,
  };
  return signPayload(payloadTypes.statusList, payloadOf(list), [key]);
}

/**
 * Opens a status list. It is parsed only after the signature of one of these keys has been verified.
 * @param keys of those who may revoke
 * @throws BundleRefused if none of them signed it, or it is malformed
 */
export function openStatusList({ name, bytes }: StatusFile, keys: readonly NamedKey[]): OpenedStatusList {
  const envelope = envelopeOf(name, bytes, payloadTypes.statusList);
  const { body, signers, others } = signersOf(name, envelope, keys);
  const [issuer] = signers;
  if (issuer === undefined)
    throw new BundleRefused(
      'signature',
      `${name} is signed by ${others.join(', ')}, who may not revoke this certificate: only a key that signed it may (--key), or a certifier's (--certifier-key).`,
    );
  const value = parseStrictly('schema', name, body);
  checkSchema(statusListSchema, name, value);
  const list = value as StatusList;
  if (!payloadOf(list).equals(body))
    throw new BundleRefused(
      'schema',
      `${name} is not written as the suite writes it: it has a member twice, or blanks, or text in another form.`,
    );
  return { ...list, name, issuer };
}

/**
 * Checks that a status list is neither from the future nor out of date.
 * @throws BundleRefused if it says nothing about the present
 */
export function checkCurrent({ name, issuedAt, nextUpdate }: OpenedStatusList, now: Date): void {
  const [issued, next] = [Date.parse(issuedAt), Date.parse(nextUpdate)];
  if (Number.isNaN(issued) || Number.isNaN(next) || next <= issued || next - issued > longestValidity * day)
    refuse(
      'schema',
      `${name} is valid from ${issuedAt} to ${nextUpdate}, which is no span of time of at most ${longestValidity} days.`,
    );
  if (issued > now.getTime() + hour)
    refuse(
      'expired-or-secret',
      `${name} was issued at ${issuedAt}, which is in the future: it is ${now.toISOString()} here. Correct the clock, if it is wrong.`,
    );
  if (next < now.getTime())
    refuse(
      'expired-or-secret',
      `${name} is out of date: its next update was due at ${nextUpdate}. Get the current list from its publisher.`,
    );
}

/**
 * Checks that something is not revoked.
 * @param what begins the sentence
 * @param sha256 of the manifest of a certificate, or of the payload of a challenge, in hex
 * @throws BundleRefused if it is
 */
export function refuseRevoked({ issuer, revoked }: OpenedStatusList, what: string, sha256: string): void {
  const found = revoked.find((each) => each.sha256 === sha256);
  if (found !== undefined)
    refuse('revoked', `${what} was revoked at ${found.revokedAt} by the key ${issuer}: ${found.reason}`);
}

function refuse(kind: BundleRefused['kind'], sentence: string): never {
  throw new BundleRefused(kind, sentence);
}
