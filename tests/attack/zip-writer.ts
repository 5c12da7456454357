import { crc32, deflateRawSync } from 'node:zlib';
import { deflateSync } from 'fflate';

/** An entry of an archive, with what a forger may write differently from what it is. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer;
  /** The name in front of the content, if it differs from the one in the directory. */
  readonly localName?: string;
  readonly crc?: number;
  readonly localCrc?: number;
  readonly isStored?: boolean;
  /** Compressed by another library. */
  readonly isOtherwisePacked?: boolean;
  readonly flags?: number;
  readonly externalAttributes?: number;
  readonly madeBy?: number;
  readonly time?: number;
  readonly date?: number;
  readonly extra?: Buffer;
  readonly localExtra?: Buffer;
  readonly comment?: string;
  readonly declaredSize?: number;
  /** Bytes between this entry and the next. */
  readonly behind?: Buffer;
  /** The entry is not in the directory. */
  readonly isHidden?: boolean;
}

/** Bytes around the entries. */
export interface ZipFrame {
  readonly front?: Buffer;
  readonly beforeDirectory?: Buffer;
  readonly behind?: Buffer;
  readonly comment?: Buffer;
  readonly count?: number;
}

/** Writes an archive (APPNOTE 4.3) that may be wrong in any of these ways. */
export function zipOf(entries: readonly ZipEntry[], frame: ZipFrame = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  const add = (bytes: Buffer | undefined): void => {
    if (bytes === undefined) return;
    parts.push(bytes);
    offset += bytes.length;
  };
  add(frame.front);
  for (const entry of entries) {
    if (entry.isHidden !== true) directory.push(directoryEntry(entry, offset));
    add(localEntry(entry));
    add(entry.behind);
  }
  add(frame.beforeDirectory);
  const start = offset;
  for (const each of directory) add(each);
  const size = offset - start;
  add(endOf(frame.count ?? directory.length, size, start, frame.comment ?? Buffer.alloc(0)));
  add(frame.behind);
  return Buffer.concat(parts);
}

function packed({ content, isStored, isOtherwisePacked }: ZipEntry): Buffer {
  if (isStored === true) return content;
  return isOtherwisePacked === true
    ? deflateRawSync(content, { level: 9 })
    : Buffer.from(deflateSync(content, { level: 6 }));
}

/** The members that both kinds of header have, in their order. */
function shared(entry: ZipEntry, crc: number, nameLength: number, extraLength: number): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(20, 0);
  bytes.writeUInt16LE(entry.flags ?? 0, 2);
  bytes.writeUInt16LE(entry.isStored === true ? 0 : 8, 4);
  bytes.writeUInt16LE(entry.time ?? 0, 6);
  bytes.writeUInt16LE(entry.date ?? 0x21, 8);
  bytes.writeUInt32LE(crc, 10);
  bytes.writeUInt32LE(packed(entry).length, 14);
  bytes.writeUInt32LE(entry.declaredSize ?? entry.content.length, 18);
  bytes.writeUInt16LE(nameLength, 22);
  bytes.writeUInt16LE(extraLength, 24);
  return bytes;
}

function localEntry(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.localName ?? entry.name);
  const extra = entry.localExtra ?? Buffer.alloc(0);
  const crc = entry.localCrc ?? entry.crc ?? crc32(entry.content);
  const header = shared(entry, crc, name.length, extra.length);
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), header, name, extra, packed(entry)]);
}

function directoryEntry(entry: ZipEntry, offset: number): Buffer {
  const name = Buffer.from(entry.name);
  const extra = entry.extra ?? Buffer.alloc(0);
  const comment = Buffer.from(entry.comment ?? '');
  const start = Buffer.from('PK\x01\x02\x14\x00', 'latin1');
  start.writeUInt16LE(entry.madeBy ?? 20, 4);
  const rest = Buffer.alloc(14);
  rest.writeUInt16LE(comment.length, 0);
  rest.writeUInt32LE(entry.externalAttributes ?? 0, 6);
  rest.writeUInt32LE(offset, 10);
  const crc = entry.crc ?? crc32(entry.content);
  return Buffer.concat([start, shared(entry, crc, name.length, extra.length), rest, name, extra, comment]);
}

function endOf(count: number, size: number, start: number, comment: Buffer): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(start, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([end, comment]);
}
