import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';

/**
 * What this server prepares: a message of its own format, because interface.md treats the value as opaque. Fields: 1 acting
 * party, 2 user id, 3 command id.
 */
export interface PreparedTransaction {
  readonly actAs: string;
  readonly userId: string;
  readonly commandId: string;
}

export function writePreparedTransaction(prepared: PreparedTransaction): Uint8Array {
  const writer = new BinaryWriter();
  writer.tag(1, 2).string(prepared.actAs);
  writer.tag(2, 2).string(prepared.userId);
  writer.tag(3, 2).string(prepared.commandId);
  return writer.finish();
}

/** The message in the bytes, or undefined if it is not one with all its fields. */
export function readPreparedTransaction(bytes: Uint8Array): PreparedTransaction | undefined {
  const fields = new Map<number, string>();
  try {
    const reader = new BinaryReader(bytes);
    while (reader.pos < reader.len) {
      const [field, wireType] = reader.tag();
      if (wireType === 2) fields.set(field, reader.string());
      else reader.skip(wireType, field);
    }
  } catch {
    return undefined;
  }
  const [actAs, userId, commandId] = [fields.get(1), fields.get(2), fields.get(3)];
  if (actAs === undefined || userId === undefined || commandId === undefined) return undefined;
  return { actAs, userId, commandId };
}
