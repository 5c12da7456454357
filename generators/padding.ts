import { type SeedPart, textFrom } from './seeding.ts';

const letters = 'abcdefghijkmnopqrstuvwxyz';

/** The size of each of many unknown members. */
const shortMember = 40;

/** Up to this size, a body is ordinary (ruling 35); some bytes are left for what a client may add. */
export const ordinarySize = 64 * 1024 - 512;

/** Where blanks are added: white space around and inside JSON is not part of its value (RFC 8259 §2). */
type PaddedPlace = 'in-front' | 'inside' | 'behind';

const places: readonly PaddedPlace[] = ['behind', 'inside', 'in-front'];

/** The same JSON object with blanks, up to a size in bytes. */
export function padded(json: Buffer, size: number, place: PaddedPlace): Buffer {
  const blanks = Buffer.alloc(Math.max(0, size - json.length), ' ');
  const at = { 'in-front': 0, inside: json.indexOf('{') + 1, behind: json.length }[place];
  return Buffer.concat([json.subarray(0, at), blanks, json.subarray(at)]);
}

/** Sizes at which buffers of a fixed size end. */
export const bufferSizes: readonly number[] = [4, 8, 16, 32, 63].map((kibibytes) => kibibytes * 1024);

/** Sizes and places of padding that change nothing about a body. */
export const paddings: readonly (readonly [size: number, place: PaddedPlace])[] = [
  ...bufferSizes.map((size, index) => [size, places[index % places.length] as PaddedPlace] as const),
  ...[1_024, 2_048, 8_193, 32_769, 65_536].map((size) => [size, 'behind'] as const),
  [ordinarySize, 'in-front'],
];

/** The same object with unknown members, up to a size in bytes: one with a long value, or many; drawn from the parts. */
export function withUnknownMembers(
  json: Buffer,
  [size, manner]: readonly [size: number, manner: 'one' | 'many'],
  ...parts: SeedPart[]
): Buffer {
  const end = json.lastIndexOf('}');
  const room = Math.max(0, size - json.length);
  const name = textFrom([...parts, 'unknown'], letters, 8);
  const member = (index: number, length: number): string => {
    const empty = `,"${name}${index}":""`;
    const value = textFrom([...parts, index], letters, Math.max(0, length - empty.length));
    return `${empty.slice(0, -1)}${value}"`;
  };
  const members =
    manner === 'one'
      ? member(0, room)
      : Array.from({ length: Math.floor(room / shortMember) }, (_, index) => member(index, shortMember)).join(
          '',
        );
  return Buffer.concat([json.subarray(0, end), Buffer.from(members), json.subarray(end)]);
}
