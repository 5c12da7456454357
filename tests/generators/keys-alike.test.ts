import { createPublicKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { keysAlike } from '../../generators/key-forms.ts';
import { signingKey } from '../../generators/keys.ts';

const { spki } = signingKey('SIGNING_KEY_SPEC_EC_CURVE25519', 'alike');
const bytes = keysAlike(spki).map(({ keyData }) => Buffer.from(keyData, 'base64'));

/** Places in which two keys differ. */
function differing(a: Buffer | undefined, b: Buffer | undefined): number[] {
  if (a === undefined || b === undefined) throw new Error('A key is missing.');
  return [...a.keys()].filter((at) => a[at] !== b[at]);
}

test('Keys that are alike differ in one byte: the last of one pair, the first of another, or one in the middle.', () => {
  const [key, negated, one, other, ...inTheMiddle] = bytes;
  expect(bytes).toHaveLength(6);
  expect(key).toEqual(spki);
  expect(differing(key, negated)).toEqual([43]);
  expect(differing(one, other)).toEqual([12]);
  expect(differing(inTheMiddle[0], inTheMiddle[1])).toEqual([27]);
});

/** The field and the curve of RFC 8032 §5.1. */
const p = 2n ** 255n - 19n;
const order = 2n ** 252n + 27742317777372353535851937790883648493n;
const mod = (value: bigint): bigint => ((value % p) + p) % p;
const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n;
  for (let at = mod(base), left = exponent; left > 0n; left >>= 1n, at = mod(at * at))
    if (left & 1n) result = mod(result * at);
  return result;
};
const d = mod(-121665n * power(121666n, p - 2n));

type Point = readonly [x: bigint, y: bigint];
const add = ([x1, y1]: Point, [x2, y2]: Point): Point => {
  const product = mod(d * x1 * x2 * y1 * y2);
  return [
    mod((x1 * y2 + y1 * x2) * power(1n + product, p - 2n)),
    mod((y1 * y2 + x1 * x2) * power(1n - product, p - 2n)),
  ];
};

function pointOf(raw: Buffer): Point {
  const y = BigInt(`0x${Buffer.from(raw).reverse().toString('hex')}`) & (2n ** 255n - 1n);
  const square = mod((y * y - 1n) * power(d * y * y + 1n, p - 2n));
  const root = power(square, (p + 3n) / 8n);
  const x = mod(root * root) === square ? root : mod(root * power(2n, (p - 1n) / 4n));
  if (mod(x * x) !== square) throw new Error('It is not on the curve.');
  return [x, y];
}

test.each([0, 1, 2, 3, 4, 5])('Key %i is a point of prime order, as one that was generated is.', (index) => {
  const der = bytes[index] ?? Buffer.alloc(0);
  expect(createPublicKey({ key: der, format: 'der', type: 'spki' }).asymmetricKeyType).toBe('ed25519');
  let sum: Point = [0n, 1n];
  let doubled = pointOf(der.subarray(12));
  for (let left = order; left > 0n; left >>= 1n, doubled = add(doubled, doubled))
    if (left & 1n) sum = add(sum, doubled);
  expect(sum).toEqual([0n, 1n]);
});
