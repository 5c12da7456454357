import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { isObject, shown } from '../../json/read-json.ts';
import { type ReadKey, readPublicKey } from './read-key.ts';
import type { Mismatch, PinnedRule } from './view.ts';

/** Permissions of a participant that hosts a party. */
const confirmation = 2;
const observation = 3;
/** Namespace, protocol and proof of ownership, in every order: they are a set. */
const usages = [
  [1, 5, 4],
  [1, 4, 5],
  [4, 1, 5],
  [4, 5, 1],
  [5, 1, 4],
  [5, 4, 1],
];

interface ExpectedHosting {
  readonly party: string;
  readonly threshold: number;
  readonly hosts: readonly (readonly [uid: string, permission: number])[];
  readonly key: ReadKey;
}

/**
 * There is exactly one transaction, and it has what the request asked for: the party with its key, hosted by the target
 * and then by the others in the order of the request. Only the target's own uid is read from the answer. Parameter:
 * `version` of the wrapper.
 */
export const judgeTopologyTransactions: PinnedRule = ({ request, answer }, { version }) => {
  if (!isObject(request.body) || !isObject(answer.body)) return 'silent';
  const { topologyTransactions: entries, partyId } = answer.body;
  if (!Array.isArray(entries) || typeof partyId !== 'string') return 'silent';
  const [entry] = entries;
  type Kind = Exclude<Mismatch['kind'], 'pinned-request' | 'pinned-answer'>;
  const told = (kind: Kind, actual: unknown = entry): Mismatch => ({
    kind,
    pointer: '/topologyTransactions',
    actual: shown(actual),
  });
  if (entries.length !== 1) return told('transaction-count', entries.length);
  const bytes = Buffer.from(typeof entry === 'string' ? entry : '', 'base64');
  if (bytes.toString('base64') !== entry) return told('transaction-encoding');
  const key = readPublicKey(request.body.publicKey);
  if (key === undefined) return 'silent';
  const local = localParticipant(bytes);
  if (local === undefined) return told('transaction-hosts-nobody');
  const hosting = hostingOf(request.body, partyId, local, key);
  if (hosting === undefined) return 'silent';
  return usages.some((order) => bytes.equals(write(hosting, order, Number(version))))
    ? undefined
    : told('transaction-wrong');
};

/** The threshold must not exceed the number of confirming participants. */
export const judgeThreshold: PinnedRule = ({ request }) => {
  if (!isObject(request.body)) return 'silent';
  const { localParticipantObservationOnly, otherConfirmingParticipantUids, confirmationThreshold } =
    request.body;
  const confirmers =
    listOf(otherConfirmingParticipantUids).length + (localParticipantObservationOnly === true ? 0 : 1);
  const asked = numberIn(confirmationThreshold ?? 0);
  if (!Number.isInteger(asked) || asked <= confirmers) return undefined;
  return { kind: 'threshold-too-high', actual: `${asked} of ${confirmers}` };
};

function hostingOf(
  body: Readonly<Record<string, unknown>>,
  party: string,
  local: string,
  key: ReadKey,
): ExpectedHosting | undefined {
  const confirming = listOf(body.otherConfirmingParticipantUids);
  const observing = listOf(body.observingParticipantUids);
  const isObserver = body.localParticipantObservationOnly === true;
  const asked = numberIn(body.confirmationThreshold ?? 0);
  if (!Number.isInteger(asked) || asked < 0 || asked > 2 ** 31 - 1) return undefined;
  return {
    party,
    key,
    threshold: asked === 0 ? confirming.length + (isObserver ? 0 : 1) : asked,
    hosts: [
      [local, isObserver ? observation : confirmation],
      ...confirming.map((uid) => [uid, confirmation] as const),
      ...observing.map((uid) => [uid, observation] as const),
    ],
  };
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map((each) => (typeof each === 'string' ? each : shown(each))) : [];
}

/** A number, also in a string; converting an object could run into members that are called like methods. */
function numberIn(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
}

/** The uid of the first participant: wrapper, transaction, mapping, party to participant, participant, uid. */
function localParticipant(bytes: Uint8Array): string | undefined {
  let inner: Uint8Array | undefined = bytes;
  for (const field of [1, 3, 9, 3, 1]) inner = inner === undefined ? undefined : firstOf(inner, field);
  return inner === undefined ? undefined : Buffer.from(inner).toString('utf8');
}

function firstOf(bytes: Uint8Array, wanted: number): Uint8Array | undefined {
  try {
    const reader = new BinaryReader(bytes);
    while (reader.pos < reader.len) {
      const [field, type] = reader.tag();
      if (field === wanted && type === WireType.LengthDelimited) return reader.bytes();
      reader.skip(type);
    }
  } catch {
    return undefined;
  }
  return undefined;
}

/** The transaction in field order: added at serial 1, in its wrapper. */
function write(
  { party, threshold, hosts, key }: ExpectedHosting,
  usage: readonly number[],
  version: number,
): Uint8Array {
  const signingKey = new BinaryWriter().tag(2, 0).uint32(4).tag(3, 2).bytes(key.spki);
  signingKey.tag(5, 2).bytes(Uint8Array.from(usage)).tag(6, 0).uint32(key.spec);
  const keys = new BinaryWriter().tag(1, 2).bytes(signingKey.finish()).tag(2, 0).uint32(1);
  const mapping = new BinaryWriter().tag(1, 2).string(party).tag(2, 0).uint32(threshold);
  for (const [uid, permission] of hosts) {
    mapping.tag(3, 2).bytes(new BinaryWriter().tag(1, 2).string(uid).tag(2, 0).uint32(permission).finish());
  }
  mapping.tag(6, 2).bytes(keys.finish());
  const transaction = new BinaryWriter().tag(1, 0).uint32(1).tag(2, 0).uint32(1);
  transaction.tag(3, 2).bytes(new BinaryWriter().tag(9, 2).bytes(mapping.finish()).finish());
  return new BinaryWriter().tag(1, 2).bytes(transaction.finish()).tag(2, 0).uint32(version).finish();
}
