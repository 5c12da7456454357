import { bytesFrom, type SeedPart } from './seeding.ts';

/** Enough for many words of people to be made of them: who takes them for names of a test takes users for one. */
const starts =
  'b bl br c ch cl cr d dr f fl fr g gl gr h j k kl kn l m n p pl pr qu r s sh sl st str t th tr tw v w z'.split(
    ' ',
  );
const middles = 'a e i o u y ai ay au ea ee ei ia ie io oa oi oo ou'.split(' ');
const ends = ['', '', '', ...'b ck d g l ld ll m n nd ng nk nt p r rd rk rn rt s ss st t x'.split(' ')];

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
