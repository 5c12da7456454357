import { bytesFrom, type SeedPart } from './seeding.ts';

const starts = [
  'b',
  'br',
  'c',
  'd',
  'f',
  'g',
  'gr',
  'h',
  'k',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  'st',
  't',
  'tr',
  'v',
  'w',
];
const middles = ['a', 'e', 'i', 'o', 'u', 'ia', 'ea', 'ou'];
const ends = ['', '', 'n', 'r', 'l', 's', 'x', 'nd'];

/** A word that no list has, from three bytes for each syllable. */
function wordFrom(bytes: Buffer): string {
  const of = (all: readonly string[], at: number): string => all[bytes.readUInt8(at) % all.length] ?? '';
  const starting = Array.from({ length: bytes.length / 3 }, (_, at) => at * 3);
  return starting.map((at) => of(starts, at) + of(middles, at + 1) + of(ends, at + 2)).join('');
}

/** A word of two syllables that sounds like a name, such as `stevan`: a target cannot know all of them in advance. */
export function drawnWord(...parts: readonly SeedPart[]): string {
  return wordFrom(bytesFrom(['word', ...parts], 6));
}

const ways = [
  (one: string, other: string) => `${one}${capitalised(other)}`,
  (one: string, other: string) => `${capitalised(one)}${capitalised(other)}`,
  (one: string, other: string, number: string) => `${one}${other}${number}`,
  (one: string, other: string, number: string) => `${capitalised(one)}${number}${other}`,
];

/** Of letters and digits alone, as any target accepts (ruling 11), such as `stevanMorea`; hardly ever the same for different parts. */
export function partyName(...parts: readonly SeedPart[]): string {
  const drawn = bytesFrom(['party-name', ...parts], 14);
  const way = ways[drawn.readUInt8(12) % ways.length] as (typeof ways)[number];
  return way(wordFrom(drawn.subarray(0, 6)), wordFrom(drawn.subarray(6, 12)), String(drawn.readUInt8(13)));
}

function capitalised(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
