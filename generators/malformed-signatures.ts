import { derValue, readBer } from './key-data/ber.ts';
import { integerOf, octetsFrom } from './key-data/curves.ts';
import { ed25519Order } from './key-data/edwards.ts';

/** Orders of the groups: SEC 2 for the curves of ECDSA. */
const orders: Readonly<Record<string, bigint>> = {
  SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_384:
    0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
};

/**
 * What is sent in place of a signature, by kind: signatures that verify under no key: out of range, or of another form. Other encodings of a valid signature, such as s + L
 * (RFC 8032 section 8.4), n - s or BER, are left out: a target that takes one has accepted the submission.
 */
export function malformedSignatures(signature: Buffer, algorithm: string): Record<string, Buffer> {
  const [outer, ...others] = signature[0] === 0x30 ? (readBer(signature) ?? []) : [];
  const integers = outer === undefined || others.length > 0 ? undefined : readBer(outer.content);
  const isDer = integers?.length === 2 && integers.every(({ tag }) => tag[0] === 0x02);
  const [r, s] = integers ?? [];
  return {
    'no-signature': Buffer.alloc(0),
    'signature-of-zeros': Buffer.alloc(signature.length),
    'signature-of-ones': Buffer.alloc(signature.length, 0xff),
    'first-half-of-the-signature': signature.subarray(0, signature.length >> 1),
    'last-byte-of-the-signature-missing': signature.subarray(0, -1),
    ...(isDer && r !== undefined && s !== undefined
      ? derForms(r.content, s.content, orders[algorithm])
      : halfForms(signature, algorithm)),
  };
}

/** The two halves of an Ed25519 signature (RFC 8032 section 5.1.6), or of r and s of the same length (IEEE P1363). */
function halfForms(signature: Buffer, algorithm: string): Record<string, Buffer> {
  const half = signature.length >> 1;
  const [first, second] = [signature.subarray(0, half), signature.subarray(half)];
  const order = octetsFrom(orders[algorithm] ?? ed25519Order, half);
  const scalar = algorithm in orders ? order : order.reverse();
  return {
    'first-half-zero': Buffer.concat([Buffer.alloc(half), second]),
    'second-half-zero': Buffer.concat([first, Buffer.alloc(half)]),
    'second-half-of-ones': Buffer.concat([first, Buffer.alloc(half, 0xff)]),
    'second-half-the-order': Buffer.concat([first, scalar]),
    'halves-swapped': Buffer.concat([second, first]),
  };
}

/** SEQUENCE of r and s (RFC 3279 section 2.2.3). */
function derForms(r: Buffer, s: Buffer, order: bigint | undefined): Record<string, Buffer> {
  const both = (one: Uint8Array, other: Uint8Array): Buffer =>
    derValue(0x30, derValue(0x02, one), derValue(0x02, other));
  const zero = Buffer.from([0]);
  const n = Buffer.concat([zero, octetsFrom(order ?? 0n, 32)]);
  return {
    'r-zero': both(zero, s),
    's-zero': both(r, zero),
    'r-and-s-zero': both(zero, zero),
    'r-and-s-one': both(Buffer.from([1]), Buffer.from([1])),
    'r-the-order': both(n, s),
    's-the-order': both(r, n),
    'r-negative': both(negated(r), s),
    's-negative': both(r, negated(s)),
    'r-and-s-swapped': both(s, r),
    'r-empty': both(Buffer.alloc(0), s),
    'r-alone': derValue(0x30, derValue(0x02, r)),
    'empty-sequence': derValue(0x30),
  };
}

/** The two's complement of a positive integer. */
function negated(integer: Buffer): Buffer {
  const bits = BigInt(8 * integer.length);
  return octetsFrom((1n << bits) - integerOf(integer), integer.length);
}
