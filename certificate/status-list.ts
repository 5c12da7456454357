import type { NamedKey } from './keys.ts';
import { refuse } from './refusal.ts';
import {
  contentOf,
  type Envelope,
  payloadOf,
  payloadTypes,
  readDocument,
  signaturesOf,
  signPayload,
} from './signed-document.ts';
import statusListSchema from './status-list.schema.json' with { type: 'json' };
import { day, longestValidity, tolerance } from './validity.ts';

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
interface StatusList {
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
  const document = readDocument(payloadTypes.statusList, name, bytes);
  const { signers, others } = signaturesOf(document, keys);
  const [issuer] = signers;
  if (issuer === undefined)
    return refuse(
      'signature',
      `${name} is signed by ${others.join(', ')}, who may not revoke this certificate: only a key that signed it may (--key), or a certifier's (--certifier-key).`,
    );
  const list = contentOf<StatusList>(document, statusListSchema);
  const span = Date.parse(list.nextUpdate) - Date.parse(list.issuedAt);
  if (!(span > 0 && span <= longestValidity * day))
    refuse(
      'schema',
      `${name} is valid from ${list.issuedAt} to ${list.nextUpdate}, which is not a period of at most ${longestValidity} days.`,
    );
  return { ...list, name, issuer };
}

/** Why one of the lists says nothing about the present: it is from the future, or out of date. */
export function currentProblem(lists: readonly OpenedStatusList[], now: Date): string | undefined {
  for (const { name, issuedAt, nextUpdate } of lists) {
    if (Date.parse(issuedAt) > now.getTime() + tolerance)
      return `${name} was issued at ${issuedAt}, which is in the future: it is ${now.toISOString()} here. Correct the clock, if it is wrong.`;
    if (Date.parse(nextUpdate) < now.getTime())
      return `${name} is out of date: its next update was due at ${nextUpdate}. Get the current list from its publisher.`;
  }
  return undefined;
}

/**
 * Says if one of the lists revokes something.
 * @param what begins the sentence
 * @param sha256 of the manifest of a certificate, or of the payload of a challenge, in hex
 */
export function revokedProblem(
  lists: readonly OpenedStatusList[],
  what: string,
  sha256: string,
): string | undefined {
  for (const { issuer, revoked } of lists) {
    const found = revoked.find((each) => each.sha256 === sha256);
    if (found !== undefined)
      return `${what} was revoked at ${found.revokedAt} by the key ${issuer}: ${found.reason}`;
  }
  return undefined;
}
