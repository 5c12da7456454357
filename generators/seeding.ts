import { createHash, hash } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';

export type SeedPart = string | number;

// JSON distinguishes ('ab', 'c') from ('a', 'bc'), and 1 from '1'.
const written = (parts: readonly SeedPart[]) => JSON.stringify(parts);

/**
 * The seed of all random content for these parts: an int32 from their SHA-256, so that the content of a case does not
 * depend on which other cases run.
 */
export function seedOf(...parts: SeedPart[]): number {
  return hash('sha256', written(parts), 'buffer').readInt32BE(0);
}

/** `count` values of an arbitrary; the same seed gives the same values, and a larger count only appends. */
export function draw<T>(arbitrary: Arbitrary<T>, seed: number, count: number): T[] {
  return fc.sample(arbitrary, { seed, numRuns: count });
}

/** `length` bytes derived from the parts (SHAKE256). */
export function bytesFrom(parts: readonly SeedPart[], length: number): Buffer {
  if (length === 0) return Buffer.alloc(0);
  return createHash('shake256', { outputLength: length }).update(written(parts)).digest();
}

/** Text of `length` characters from an alphabet of 1 to 256 characters, derived from the parts. */
export function textFrom(parts: readonly SeedPart[], alphabet: string, length: number): string {
  if (alphabet.length < 1 || alphabet.length > 256) {
    throw new Error(
      `textFrom expects an alphabet of 1 to 256 characters; give it fewer than ${alphabet.length}.`,
    );
  }
  let text = '';
  for (const byte of bytesFrom(parts, length)) text += alphabet.charAt(byte % alphabet.length);
  return text;
}

/** Text in the format of a random UUID (RFC 9562 section 5.4), derived from the parts. */
export function uuidFrom(parts: readonly SeedPart[], variantParts: readonly SeedPart[] = parts): string {
  return uuidOf(textFrom(parts, '0123456789abcdef', 30), textFrom(variantParts, '89ab', 1));
}

/** 16 bytes in that format, apart from the bits that are fixed in it. */
export function uuidOfBytes(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return uuidOf(hex.slice(0, 12) + hex.slice(13, 16) + hex.slice(17), variant);
}

/** A random UUID (RFC 9562 section 5.4) of 30 hex digits and one of the variants 8, 9, a and b. */
function uuidOf(digits: string, variant: string): string {
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(12, 15)}`,
    `${variant}${digits.slice(15, 18)}`,
    digits.slice(18, 30),
  ].join('-');
}
