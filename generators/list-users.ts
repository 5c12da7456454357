import fc from 'fast-check';
import { signsOfTemplates } from './extreme-strings.ts';
import { bytesFrom, draw, type SeedPart, seedOf, textFrom } from './seeding.ts';
import { inOtherCase } from './written-otherwise.ts';

/** Every size up to here is tested: a page may be broken for any one of them. */
const everySizeUpTo = 25;

/** Sizes that clients commonly use, and those beside a power of two. */
const usualSizes = [30, 32, 40, 50, 63, 64, 65, 75, 99, 127, 128, 129, 200, 250, 255, 256, 257, 500];

/** Sizes of which a target that accepts any at all accepts one, the commonest first (ruling 37). */
export const everyUsualSize: readonly number[] = [
  ...new Set([10, 20, 25, 50, 100, 5, 1, 2, 3, 7, 15, 16, ...usualSizes, 1_000, 300, 400, 150, 60, 12, 24]),
];

/** Sizes that list this many users on two to nine pages, drawn from the parts, and behind them the usual ones. */
export function sizesOfShortChains(users: number, ...parts: SeedPart[]): number[] {
  const part = (from: number, to: number): number => {
    const [min, max] = [Math.ceil(users / from), Math.ceil(users / to)];
    const drawn = fc.noBias(fc.integer({ min: Math.max(1, min), max: Math.max(1, max) }));
    return draw(drawn, seedOf('short-chain', from, ...parts), 1)[0] ?? 1;
  };
  return [...new Set([part(8, 6), part(4, 3), part(2, 1.5), ...everyUsualSize])];
}

/** The greatest int32, which some clients take for all: together with a place in the list, it may be more. */
export const greatestPageSize = 2_147_483_647;

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
  // Clients that want all users ask for more than there are.
  const aroundAll = [users - 1, users, users + 1, 10_000, 1_000_000, greatestPageSize].filter(
    (size) => size > 0,
  );
  return [
    ...new Set([1, 2, 3, 7, undefined, users + 1, 100, ...small, ...usualSizes, ...aroundAll, ...others]),
  ];
}

/** A query value and what is odd about it; requirements claim it by its kind (ruling 16). */
export type OddValue = { kind: 'odd-page-size' | 'odd-page-token'; detail: string; value: string };

const odd = (kind: OddValue['kind'], values: Record<string, string>): OddValue[] =>
  Object.entries(values).map(([detail, value]) => ({ kind, detail, value }));

/** Page sizes that are not a positive int32; not yet percent-encoded. */
export function oddPageSizes(): OddValue[] {
  return odd('odd-page-size', {
    zero: '0',
    'minus-one': '-1',
    'least-int32': '-2147483648',
    'one-above-int32': '2147483648',
    'one-above-int64': '9223372036854775808',
    'greatest-uint64': '18446744073709551615',
    'one-above-uint64': '18446744073709551616',
    'greatest-int32': '2147483647',
    'number-of-1001-digits': '7'.repeat(1_001),
    'number-of-any-exponent': '1e536870000',
    fraction: '1.5',
    'number-with-an-exponent': '1e1',
    'hexadecimal-number': '0x10',
    'number-with-a-plus-sign': '+5',
    'number-in-spaces': ' 5 ',
    'digits-outside-ascii': '\u0665',
    word: 'abc',
    null: 'null',
    true: 'true',
    nan: 'NaN',
    list: '1,2',
    'leading-zero': '08',
    'integral-float': '5.0',
    'signs-of-templates': signsOfTemplates,
    nothing: '',
  });
}

/** Tokens that look like those of some server, drawn from the parts. */
export function unissuedTokens(parts: readonly SeedPart[]): Record<string, string> {
  const text = (name: string, alphabet: string, length: number): string =>
    textFrom([...parts, name], alphabet, length);
  const bytes = bytesFrom([...parts, 'base64'], 16);
  const hex = (name: string, length: number): string => text(name, '0123456789abcdef', length);
  return {
    words: `${text('word', 'bcdfghjklmnprstvwz', 5)}-${text('words', 'abcdefghijklmnopqrstuvwxyz', 7)}`,
    uuid: `${hex('a', 8)}-${hex('b', 4)}-4${hex('c', 3)}-9${hex('d', 3)}-${hex('e', 12)}`,
    number: `7${text('number', '0123456789', 8)}`,
    base64: bytes.toString('base64'),
    base64url: bytes.toString('base64url'),
  };
}

/** JSON values of other types than a token stands for, in base64. */
const encodedValues = Object.fromEntries(
  ['null', '{}', '-1', '"x"', '1e999'].map((json) => [
    `base64-of-${json}`,
    Buffer.from(json).toString('base64'),
  ]),
);

/** Page tokens that no page contained; not yet percent-encoded. `token`, from a page, adds altered ones. */
export function oddPageTokens(parts: readonly SeedPart[], token?: string): OddValue[] {
  const made = odd('odd-page-token', {
    ...unissuedTokens(parts),
    one: '1',
    // An offset to which a page size cannot be added.
    'minus-one': '-1',
    'greatest-int32': '2147483647',
    'greatest-int64': '9223372036854775807',
    'greatest-uint64': '18446744073709551615',
    'minus-sign': '-',
    // What a server that encodes its tokens reads, and may not expect, as it is and encoded.
    null: 'null',
    'braces-with-quotation-marks': '{"x":1}',
    ...encodedValues,
    'signs-of-templates': signsOfTemplates,
    'percent-sign': '%',
    space: ' ',
    nul: '\u0000',
    'letters-outside-ascii': 'žřý',
    'thousand-letters': textFrom([...parts, 'thousand'], 'abcdefghijklmnopqrstuvwxyz', 1000),
  });
  if (token === undefined || token.length < 2) return made;
  const other = token.startsWith('A') ? 'B' : 'A';
  return [
    ...made,
    ...odd('odd-page-token', {
      'first-character-changed': `${other}${token.slice(1)}`,
      'last-character-missing': token.slice(0, -1),
      'character-behind-it': `${token}A`,
      twice: `${token}${token}`,
      'in-other-case': inOtherCase(token),
      'cut-in-the-middle': token.slice(0, token.length >> 1),
      'with-a-blank-in-front': ` ${token}`,
    }),
  ];
}

/**
 * Percent-encoded bytes that are no UTF-8. A query may have them (RFC 3986 section 2.1), and many servers decode it before a handler
 * runs, where an exception has no form of the document.
 */
export const undecodable: readonly (readonly [detail: string, bytes: string])[] = [
  ['byte-that-is-no-utf-8', '%FF'],
  ['overlong-sequence', '%C0%AF'],
  ['surrogate-in-utf-8', '%ED%A0%80'],
  ['cut-sequence', 'a%E2%82'],
];

/**
 * Parameters under other names than the two that the target knows, drawn from the parts and percent-encoded as they are sent; the
 * document does not describe them.
 */
export function unknownParameters(
  { size, token }: { size: string; token: string },
  parts: readonly SeedPart[],
): { detail: string; query: string }[] {
  const text = (name: string): string => textFrom([...parts, name], 'abcdefghijklmnopqrstuvwxyz', 7);
  return Object.entries({
    word: `${text('name')}=${text('value')}`,
    'no-value': text('flag'),
    'no-name': `=${text('nameless')}`,
    nothing: '&',
    'size-in-other-case': `${inOtherCase(size)}=2`,
    'token-in-other-case': `${inOtherCase(token)}=`,
    'size-in-brackets': `${size}%5B%5D=2`,
    ...Object.fromEntries(undecodable.map(([detail, bytes]) => [detail, `${text('bytes')}=${bytes}`])),
    'name-that-is-no-utf-8': '%FF=1',
  }).map(([detail, query]) => ({ detail, query }));
}
