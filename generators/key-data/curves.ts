/** A short Weierstrass curve y² = x³ - 3x + b over the integers modulo p (SEC 2; FIPS 186-4 appendix D.1.2). */
export interface Curve {
  readonly bytes: number;
  readonly p: bigint;
  readonly b: bigint;
}

export const p256: Curve = {
  bytes: 32,
  p: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
  b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
};

export const p384: Curve = {
  bytes: 48,
  p: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
  b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
};

/**
 * What the octets of an elliptic curve point say (SEC 1 section 2.3.3). `other-form` is a point on the curve in compressed or
 * hybrid form.
 */
export function pointKind(
  curve: Curve,
  octets: Buffer,
): 'on-curve' | 'other-form' | 'infinity' | 'not-on-curve' {
  const { bytes, p } = curve;
  const form = octets[0];
  if (form === 0 && octets.length === 1) return 'infinity';
  const x = integerOf(octets.subarray(1, 1 + bytes));
  if ((form === 2 || form === 3) && octets.length === 1 + bytes) {
    return x < p && isSquare(rightSide(curve, x), p) ? 'other-form' : 'not-on-curve';
  }
  if (octets.length !== 1 + 2 * bytes || (form !== 4 && form !== 6 && form !== 7)) return 'not-on-curve';
  const y = integerOf(octets.subarray(1 + bytes));
  const isOn = x < p && y < p && mod(y * y, p) === rightSide(curve, x);
  if (!isOn || (form !== 4 && BigInt(form & 1) !== (y & 1n))) return 'not-on-curve';
  return form === 4 ? 'on-curve' : 'other-form';
}

function rightSide({ p, b }: Curve, x: bigint): bigint {
  return mod(x * x * x - 3n * x + b, p);
}

/** Euler's criterion. */
function isSquare(value: bigint, p: bigint): boolean {
  return value === 0n || power(value, (p - 1n) / 2n, p) === 1n;
}

/** The unsigned integer in big-endian order; zero for no octets. */
export function integerOf(octets: Uint8Array): bigint {
  return octets.length === 0 ? 0n : BigInt(`0x${Buffer.from(octets).toString('hex')}`);
}

/** The octets of an unsigned integer in big-endian order, at least so many. */
export function octetsFrom(value: bigint, length: number): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(Math.max(2 * length, hex.length + (hex.length & 1)), '0'), 'hex');
}

export function mod(value: bigint, p: bigint): bigint {
  const rest = value % p;
  return rest < 0n ? rest + p : rest;
}

export function power(base: bigint, exponent: bigint, p: bigint): bigint {
  let result = 1n;
  let square = mod(base, p);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % p;
    square = (square * square) % p;
  }
  return result;
}
