import { createPublicKey, ECDH, type KeyObject } from 'node:crypto';

function parsed(spki: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    // The point at infinity is parsed, but cannot be encoded.
    key.export({ format: 'der', type: 'spki' });
    return key;
  } catch {
    return undefined;
  }
}

/** A key whose structure ends with its bytes. The parser ignores what follows; then it can also do without the last byte. */
function whole(spki: Buffer): KeyObject | undefined {
  const key = parsed(spki);
  return key !== undefined && parsed(spki.subarray(0, -1)) === undefined ? key : undefined;
}

/** The DER of a key in BER, with BER lengths or with unused bits; undefined if it is none. */
export function fromBer(spki: Buffer): Buffer | undefined {
  return whole(spki)?.export({ format: 'der', type: 'spki' });
}

/** The same without the NULL that some encoders add as parameters of Ed25519 (RFC 8410 section 3 forbids them). */
export function withoutNull(spki: Buffer): Buffer | undefined {
  const [withNull, without] = ['302c300706032b657005000321', '302a300506032b65700321'];
  const isMeant = spki.length === 46 && spki.toString('hex').startsWith(withNull);
  return isMeant ? Buffer.concat([Buffer.from(without, 'hex'), spki.subarray(13)]) : undefined;
}

/** The same without a NULL behind the bit string, inside the structure. */
export function withoutLastElement(spki: Buffer): Buffer | undefined {
  const [tag = 0, length = 0] = spki;
  const isMeant = length === spki.length - 2 && spki.subarray(-2).equals(Buffer.from([5, 0]));
  return isMeant ? Buffer.concat([Buffer.from([tag, length - 2]), spki.subarray(2, -2)]) : undefined;
}

const curves: Readonly<Record<string, { readonly bytes: number }>> = {
  prime256v1: { bytes: 32 },
  secp384r1: { bytes: 48 },
  secp256k1: { bytes: 32 },
};

/** The same key with its point uncompressed. */
export function uncompressed(spki: Buffer): Buffer | undefined {
  const name = whole(spki)?.asymmetricKeyDetails?.namedCurve ?? '';
  const curve = curves[name];
  const algorithm = spki.subarray(2, 4 + (spki[3] ?? 0));
  const point = spki.subarray(4 + (spki[3] ?? 0) + 3);
  if (curve === undefined || point[0] === 4) return undefined;
  const octets = Buffer.from(ECDH.convertKey(point, name, undefined, undefined, 'uncompressed'));
  const bits = Buffer.concat([Buffer.from([3, octets.length + 1, 0]), octets]);
  return Buffer.concat([Buffer.from([0x30, algorithm.length + bits.length]), algorithm, bits]);
}

const p = 2n ** 255n - 19n;

function power(base: bigint, exponent: bigint): bigint {
  if (exponent === 0n) return 1n;
  const half = power((base * base) % p, exponent >> 1n);
  return (exponent & 1n) === 1n ? (half * base) % p : half;
}

const d = (p - ((121665n * power(121666n, p - 2n)) % p)) % p;

/** The y-coordinates of the eight points of low order. */
const lowOrder: readonly bigint[] = [
  0n,
  1n,
  p - 1n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
];

/** Whether 32 bytes are the canonical form of a point of Ed25519 that is not of low order. */
export function isPointOfEd25519(octets: Buffer): boolean {
  const encoded = BigInt(`0x${Buffer.from(octets).reverse().toString('hex')}`);
  const y = encoded & (2n ** 255n - 1n);
  if (y >= p || lowOrder.includes(y)) return false;
  const square = (((y * y - 1n + p) % p) * power((d * y * y + 1n) % p, p - 2n)) % p;
  return power(square, (p - 1n) / 2n) === 1n;
}
