/** Up to this size, a body is ordinary (ruling 35); some bytes are left for what a client may add. */
export const ordinarySize = 64 * 1024 - 512;

/** Where blanks are added: white space around and inside JSON is not part of its value (RFC 8259 §2). */
export type PaddedPlace = 'in-front' | 'inside' | 'behind';

/** The same JSON object with blanks, up to a size in bytes. */
export function padded(json: Buffer, size: number, place: PaddedPlace): Buffer {
  const blanks = Buffer.alloc(Math.max(0, size - json.length), ' ');
  const at = { 'in-front': 0, inside: json.indexOf('{') + 1, behind: json.length }[place];
  return Buffer.concat([json.subarray(0, at), blanks, json.subarray(at)]);
}

/** Sizes and places of padding that change nothing about a body. */
export const paddings: readonly (readonly [size: number, place: PaddedPlace])[] = [
  [20_000, 'behind'],
  [40_000, 'inside'],
  [ordinarySize, 'in-front'],
];
