import fc from 'fast-check';
import { draw, type SeedPart, seedOf } from './seeding.ts';

/** Every size up to here is tested: a page may be broken for any one of them. */
const everySizeUpTo = 25;

/**
 * Page sizes to test for a number of users (ruling 17): 1, 2, 3, 7, the default (undefined), one above the number of users,
 * 100; also every size up to 25, common ones, the number of users and its neighbours, and two derived from the parts. No
 * duplicates.
 */
export function pageSizes(users: number, ...parts: SeedPart[]): (number | undefined)[] {
  const between = fc.noBias(fc.integer({ min: 2, max: Math.max(2, users) }));
  const others = draw(between, seedOf('page-size', ...parts), 2);
  const small = Array.from(
    { length: Math.min(everySizeUpTo, Math.max(users + 1, 7)) },
    (_, index) => index + 1,
  );
  // Sizes that clients commonly use.
  const usual = [30, 32, 40, 50, 64, 75, 99, 128, 200, 250, 500];
  const aroundAll = [users - 1, users, users + 1].filter((size) => size > 0);
  return [...new Set([1, 2, 3, 7, undefined, users + 1, 100, ...small, ...usual, ...aroundAll, ...others])];
}

/** A query value and what is odd about it; the response is observed (ruling 16). */
export type OddValue = { name: string; value: string };

const named = (values: Record<string, string>): OddValue[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

/** Page sizes that are not a positive int32; not yet percent-encoded. */
export function oddPageSizes(): OddValue[] {
  return named({
    zero: '0',
    'minus one': '-1',
    'the least int32': '-2147483648',
    'one above int32': '2147483648',
    'one above int64': '9223372036854775808',
    'the greatest int32': '2147483647',
    'a fraction': '1.5',
    'a number with an exponent': '1e1',
    'a hexadecimal number': '0x10',
    'a number with a plus sign': '+5',
    'a number in spaces': ' 5 ',
    'digits outside ASCII': '\u0665',
    'a word': 'abc',
    null: 'null',
    true: 'true',
    NaN: 'NaN',
    'a list': '1,2',
    nothing: '',
  });
}

/** Page tokens that no page contained; not yet percent-encoded. `token`, from a page, adds altered ones. */
export function oddPageTokens(token?: string): OddValue[] {
  const made = named({
    'a word': 'not-a-page-token',
    'a UUID': '3b0f1f5e-6c0b-4d0a-9c57-0d5b0f3a9d11',
    'a number': '1',
    'a minus sign': '-',
    'a percent sign': '%',
    'a space': ' ',
    'a NUL': '\u0000',
    'letters outside ASCII': 'žřý',
    '1,000 letters': 'A'.repeat(1000),
  });
  if (token === undefined || token.length < 2) return made;
  const other = token.startsWith('A') ? 'B' : 'A';
  return [
    ...made,
    ...named({
      'a token with its first character changed': `${other}${token.slice(1)}`,
      'a token without its last character': token.slice(0, -1),
      'a token with a character behind it': `${token}A`,
      'a token twice': `${token}${token}`,
    }),
  ];
}
