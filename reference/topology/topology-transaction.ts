import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { keySpecs, type PublicKey } from '../keys/public-key.ts';

export interface Hosting {
  readonly participantUid: string;
  readonly permission: 'CONFIRMATION' | 'OBSERVATION';
}

interface PartyHosting {
  readonly partyId: string;
  readonly threshold: number;
  readonly hosting: readonly Hosting[];
  readonly key: PublicKey;
}

const varint = WireType.Varint;
const lengthDelimited = WireType.LengthDelimited;
const addOrReplace = 1;
const x509Spki = 4;
/** NAMESPACE, PROOF_OF_OWNERSHIP, PROTOCOL: "the same key serves as identity key and as signing key". */
const keyUsage = Uint8Array.of(1, 5, 4);
const permissionNumber = { CONFIRMATION: 2, OBSERVATION: 3 } as const;
/** The version of the serialized TopologyTransaction that this server's synchronizer supports. */
const serializationVersion = 30;

/** Reused between calls, because growing its buffer costs more than writing; `finish` empties it. */
const writer = new BinaryWriter();

/** UntypedVersionedMessage (1 data, 2 version) around one TopologyTransaction with a PartyToParticipant mapping. */
export function encodeTopologyTransaction(party: PartyHosting): Uint8Array {
  nested(1, () => {
    writer.tag(1, varint).int32(addOrReplace);
    writer.tag(2, varint).uint32(1);
    nested(3, () => nested(9, () => writePartyToParticipant(party)));
  });
  writer.tag(2, varint).int32(serializationVersion);
  return writer.finish();
}

function writePartyToParticipant(party: PartyHosting): void {
  writer.tag(1, lengthDelimited).string(party.partyId);
  writer.tag(2, varint).uint32(party.threshold);
  for (const host of party.hosting) {
    nested(3, () => {
      writer.tag(1, lengthDelimited).string(host.participantUid);
      writer.tag(2, varint).int32(permissionNumber[host.permission]);
    });
  }
  nested(6, () => {
    nested(1, () => writeSigningKey(party.key));
    writer.tag(2, varint).uint32(1);
  });
}

function writeSigningKey(key: PublicKey): void {
  writer.tag(2, varint).int32(x509Spki);
  writer.tag(3, lengthDelimited).bytes(key.spki);
  writer.tag(5, lengthDelimited).bytes(keyUsage);
  writer.tag(6, varint).int32(keySpecs[key.spec].number);
}

/** Writes a message as a field of the enclosing message. */
function nested(field: number, write: () => void): void {
  writer.tag(field, lengthDelimited).fork();
  write();
  writer.join();
}
