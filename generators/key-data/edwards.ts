import { integerOf, mod, power } from './curves.ts';

/** Edwards25519 (RFC 8032 section 5.1). */
export const ed25519Prime = 2n ** 255n - 19n;
const p = ed25519Prime;
/** -121665/121666 modulo p, which takes milliseconds to compute. */
const d = 0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3n;
/** 2 to the power of (p-1)/4 modulo p. */
const squareRootOfMinusOne = 0x2b8324804fc1df0b2b4d00993dfbd7a72f431806ad2fe478c4ee1b274a0ea0b0n;
export const ed25519Order = 2n ** 252n + 27742317777372353535851937790883648493n;

/** Extended homogeneous coordinates (RFC 8032 section 5.1.4). */
type Point = readonly [x: bigint, y: bigint, z: bigint, t: bigint];

/**
 * Whether 32 octets are the canonical encoding of a point of the prime order, as every key pair has it. Points outside are
 * accepted by some libraries and rejected by others.
 */
export function isUsualEd25519Point(octets: Buffer): boolean {
  if (octets.length !== 32) return false;
  const point = decoded(octets);
  return point !== undefined && !isNeutral(point) && isNeutral(multiplied(point, ed25519Order));
}

/** RFC 8032 section 5.1.3. */
function decoded(octets: Buffer): Point | undefined {
  const encoded = integerOf(Buffer.from(octets).reverse());
  const sign = encoded >> 255n;
  const y = encoded & (2n ** 255n - 1n);
  if (y >= p) return undefined;
  const u = mod(y * y - 1n, p);
  const v = mod(d * y * y + 1n, p);
  const square = mod(u * power(v, p - 2n, p), p);
  let x = power(square, (p + 3n) / 8n, p);
  if (mod(x * x, p) !== square) x = mod(x * squareRootOfMinusOne, p);
  if (mod(x * x, p) !== square || (x === 0n && sign === 1n)) return undefined;
  if ((x & 1n) !== sign) x = p - x;
  return [x, y, 1n, mod(x * y, p)];
}

function added([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const a = mod((y1 - x1) * (y2 - x2), p);
  const b = mod((y1 + x1) * (y2 + x2), p);
  const c = mod(2n * t1 * t2 * d, p);
  const e = mod(2n * z1 * z2, p);
  const [f, g, h, i] = [b - a, e - c, e + c, b + a];
  return [mod(f * g, p), mod(h * i, p), mod(g * h, p), mod(f * i, p)];
}

function multiplied(point: Point, factor: bigint): Point {
  let result: Point = [0n, 1n, 1n, 0n];
  let doubled = point;
  for (let rest = factor; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = added(result, doubled);
    doubled = added(doubled, doubled);
  }
  return result;
}

function isNeutral([x, y, z]: Point): boolean {
  return x === 0n && y === z;
}
