import { type Curve, integerOf, octetsFrom, p256, p384, pointKind } from './curves.ts';
import { formsOf, type KeyForm, octetsOf, withOctets } from './der-forms.ts';
import { ed25519Prime } from './edwards.ts';

/** The point of a key on P-256 or P-384. The length of its octets, a form and two coordinates, tells the curve. */
function pointOf(spki: Buffer) {
  const octets = octetsOf(spki);
  const curve = octets.length === 65 ? p256 : p384;
  return { curve, octets, x: octets.subarray(1, 1 + curve.bytes), y: octets.subarray(1 + curve.bytes) };
}

const forms = (table: Parameters<typeof formsOf<ReturnType<typeof pointOf>>>[1]) =>
  formsOf(pointOf, table, withOctets);

const joined = (form: number, ...parts: readonly Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.from([form]), ...parts]);

/** The last octet changed by one. */
function nextTo(octets: Buffer): Buffer {
  const copy = Buffer.from(octets);
  copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1;
  return copy;
}

/** A compressed point whose x-coordinate belongs to no point. */
function compressedOffCurve(curve: Curve, x: Buffer): Buffer {
  for (let candidate = integerOf(x); ; candidate = (candidate + 1n) % curve.p) {
    const octets = joined(2, octetsFrom(candidate, curve.bytes));
    if (pointKind(curve, octets) === 'not-on-curve') return octets;
  }
}

/** Octets that are no point of P-256 or P-384. */
export const offCurve = forms({
  otherY: ({ x, y }) => joined(4, x, nextTo(y)),
  otherX: ({ x, y }) => joined(4, nextTo(x), y),
  coordinatesSwapped: ({ x, y }) => joined(4, y, x),
  zeroPoint: ({ curve }) => joined(4, Buffer.alloc(2 * curve.bytes)),
  onePoint: ({ curve }) => joined(4, octetsFrom(1n, curve.bytes), octetsFrom(1n, curve.bytes)),
  greatestCoordinates: ({ curve }) => joined(4, Buffer.alloc(2 * curve.bytes, 0xff)),
  primeForX: ({ curve, y }) => joined(4, octetsFrom(curve.p, curve.bytes), y),
  compressedOffCurve: ({ curve, x }) => compressedOffCurve(curve, x),
  hybridOffCurve: ({ x, y }) => joined(6 + (((y.at(-1) ?? 0) & 1) ^ 1), x, nextTo(y)),
  unknownForm: ({ x, y }) => joined(5, x, y),
  withoutForm: ({ x, y }) => Buffer.concat([x, y]),
  oneByteLess: ({ octets }) => octets.subarray(0, -1),
  oneByteMore: ({ octets }) => Buffer.concat([octets, Buffer.alloc(1)]),
  xAlone: ({ x }) => joined(4, x),
  noPoint: () => Buffer.alloc(0),
});

/** The point at infinity (SEC 1 section 2.3.3), which is no public key. */
export const atInfinity = forms({
  infinity: () => Buffer.from([0]),
});

/** Points on the curve in another form: observed. */
export const otherPointForms = forms({
  compressed: ({ x, y }) => joined(2 + ((y.at(-1) ?? 0) & 1), x),
  hybrid: ({ x, y }) => joined(6 + ((y.at(-1) ?? 0) & 1), x, y),
});

/** Octets that no key pair of Edwards25519 has, little-endian with the sign of x in the last bit: observed. */
const ed25519Octets = {
  allZeros: '00'.repeat(32),
  allOnes: 'ff'.repeat(32),
  neutralElement: `01${'00'.repeat(31)}`,
  order2: `ec${'ff'.repeat(30)}7f`,
  order8: 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  notCanonical: `ee${'ff'.repeat(30)}7f`,
  notOnTheCurve: `02${'00'.repeat(31)}`,
  oneByteShort: '11'.repeat(31),
  oneByteLong: '11'.repeat(33),
};

/** The sum with the point of order 2, which negates both coordinates. */
function ofMixedOrder(spki: Buffer): Buffer {
  const octets = Buffer.from(octetsOf(spki)).reverse();
  const sign = (octets[0] ?? 0) & 0x80;
  octets[0] = (octets[0] ?? 0) & 0x7f;
  const negated = octetsFrom(ed25519Prime - integerOf(octets), 32);
  negated[0] = (negated[0] ?? 0) | (sign ^ 0x80);
  return withOctets(spki, negated.reverse());
}

export const unusualEd25519: Readonly<Record<string, KeyForm>> = {
  ...Object.fromEntries(
    Object.entries(ed25519Octets).map(([name, hex]) => [
      name,
      (spki: Buffer) => withOctets(spki, Buffer.from(hex, 'hex')),
    ]),
  ),
  ofMixedOrder,
};
