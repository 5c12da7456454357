import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

/** What an entry of topologyTransactions contains (ruling 10). */
type EntryReading =
  | { readonly kind: 'wrapper'; readonly encoding: string; readonly version: number; readonly data: Buffer }
  | { readonly kind: 'no-wrapper'; readonly encodings: readonly string[] }
  | { readonly kind: 'undecoded' };

/** An encoding, and a character that does not occur in it: a pattern that repeats overflows on entries of megabytes. */
interface Encoding {
  readonly name: 'base64' | 'base64url' | 'hex';
  readonly foreign: RegExp;
}

const encodings: readonly Encoding[] = [
  { name: 'base64', foreign: /[^A-Za-z0-9+/]/ },
  { name: 'base64url', foreign: /[^A-Za-z0-9_-]/ },
  { name: 'hex', foreign: /[^0-9A-Fa-f]/ },
];

/** Reads an entry, in any encoding of ruling 10, as an UntypedVersionedMessage: 1 `data` bytes, 2 `version` int32. */
export function readEntry(entry: string): EntryReading {
  const decoded = encodings
    .filter((encoding) => isIn(encoding, entry))
    .map(({ name }) => ({ name, bytes: Buffer.from(entry, name) }));
  for (const { name, bytes } of decoded) {
    const wrapper = readWrapper(bytes);
    if (wrapper !== undefined) return { kind: 'wrapper', encoding: name, ...wrapper };
  }
  return decoded.length === 0
    ? { kind: 'undecoded' }
    : { kind: 'no-wrapper', encodings: decoded.map(({ name }) => name) };
}

/**
 * Unpadded base64 never has a single character after the last group of four; padding completes the group (RFC 4648 §4).
 * Hex has two characters for each byte, and no padding.
 */
function isIn({ name, foreign }: Encoding, entry: string): boolean {
  const digits = name === 'hex' ? entry : entry.replace(/={1,2}$/, '');
  if (digits === '' || foreign.test(digits)) return false;
  if (name === 'hex') return entry.length % 2 === 0;
  return entry.endsWith('=') ? entry.length % 4 === 0 : entry.length % 4 !== 1;
}

function readWrapper(bytes: Buffer): { version: number; data: Buffer } | undefined {
  let data: Buffer | undefined;
  let version: number | undefined;
  try {
    const reader = new BinaryReader(bytes);
    while (reader.pos < reader.len) {
      const [field, wireType] = reader.tag();
      if (field === 1 && wireType === WireType.LengthDelimited) data = Buffer.from(reader.bytes());
      else if (field === 2 && wireType === WireType.Varint) version = reader.int32();
      else if (field <= 2) return undefined;
      else reader.skip(wireType);
    }
  } catch {
    return undefined;
  }
  return data === undefined || data.length === 0 || version === undefined ? undefined : { version, data };
}
