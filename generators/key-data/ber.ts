/** One value of BER (ITU-T X.690), of which DER is the strict form. */
export interface BerValue {
  /** The identifier octets: class, constructed bit and number. */
  readonly tag: Buffer;
  readonly content: Buffer;
  /** Whether tag and length are encoded as DER demands; says nothing about the content. */
  readonly isDer: boolean;
}

/** Values can be nested; those of a key never are as deep as this. */
const deepest = 32;

/** The values that the bytes consist of; undefined if they are not a sequence of whole BER values. */
export function readBer(bytes: Buffer): BerValue[] | undefined {
  const values: BerValue[] = [];
  let at = 0;
  while (at < bytes.length) {
    const read = readOne(bytes, at, deepest);
    if (read === undefined) return undefined;
    values.push(read.value);
    at = read.end;
  }
  return values;
}

/** The first value of the bytes and where it ends; undefined if they do not begin with one. */
export function readFirst(bytes: Buffer): { readonly value: BerValue; readonly end: number } | undefined {
  return readOne(bytes, 0, deepest);
}

interface Read {
  readonly value: BerValue;
  readonly end: number;
}

function readOne(bytes: Buffer, at: number, depth: number): Read | undefined {
  const tagEnd = endOfTag(bytes, at);
  const first = tagEnd === undefined ? undefined : bytes[tagEnd];
  if (tagEnd === undefined || first === undefined || depth === 0) return undefined;
  const tag = bytes.subarray(at, tagEnd);
  if (first === 0x80) return readIndefinite(bytes, { tag, start: tagEnd + 1 }, depth);
  const octets = first < 0x80 ? 0 : first & 0x7f;
  const start = tagEnd + 1 + octets;
  if (first === 0xff || start > bytes.length) return undefined;
  const length = octets === 0 ? first : lengthOf(bytes.subarray(tagEnd + 1, start));
  if (start + length > bytes.length) return undefined;
  const isDer = octets === 0 || (length >= 0x80 && bytes[tagEnd + 1] !== 0);
  return { value: { tag, content: bytes.subarray(start, start + length), isDer }, end: start + length };
}

/** X.690 section 8.1.2.4: a number above 30 follows in base 128. */
function endOfTag(bytes: Buffer, at: number): number | undefined {
  const first = bytes[at];
  if (first === undefined) return undefined;
  let end = at + 1;
  if ((first & 0x1f) !== 0x1f) return end;
  while (((bytes[end] ?? 0) & 0x80) !== 0) end += 1;
  return end < bytes.length ? end + 1 : undefined;
}

/** A number of any size; above 2^53 it is not exact, but then it is longer than any bytes. */
function lengthOf(octets: Buffer): number {
  return octets.reduce((length, octet) => length * 256 + octet, 0);
}

/** X.690 section 8.1.3.6: values up to an end-of-contents octet pair; only constructed values may have it. */
function readIndefinite(
  bytes: Buffer,
  { tag, start }: { readonly tag: Buffer; readonly start: number },
  depth: number,
): Read | undefined {
  if (((tag[0] ?? 0) & 0x20) === 0) return undefined;
  let at = start;
  while (bytes[at] !== 0 || bytes[at + 1] !== 0) {
    const read = readOne(bytes, at, depth - 1);
    if (read === undefined) return undefined;
    at = read.end;
  }
  return { value: { tag, content: bytes.subarray(start, at), isDer: false }, end: at + 2 };
}

/** A DER value. */
export function derValue(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), derLength(content.length), content]);
}

/** The shortest encoding of a length below 65,536. */
export function derLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  return Buffer.from(length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]);
}
