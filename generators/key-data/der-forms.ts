import { derLength, derValue } from './ber.ts';

/** A SubjectPublicKeyInfo in its parts; every length of a key of the known specifications is below 128. */
interface Parts {
  readonly spki: Buffer;
  /** The AlgorithmIdentifier with tag and length. */
  readonly algorithm: Buffer;
  readonly identifier: Buffer;
  readonly parameters: Buffer;
  /** The bit string with tag and length. */
  readonly key: Buffer;
  readonly octets: Buffer;
}

/** Another encoding made from a key, valid or not; the names are the parts of templates in key-data.json. */
export type KeyForm = (spki: Buffer) => Buffer;

const sequence = (...parts: readonly Uint8Array[]): Buffer => derValue(0x30, ...parts);
const bits = (...parts: readonly Uint8Array[]): Buffer => derValue(0x03, Buffer.from([0]), ...parts);
const asn1Null = Buffer.from('0500', 'hex');

function partsOf(spki: Buffer): Parts {
  const end = 4 + (spki[3] ?? 0);
  const identifierEnd = 6 + (spki[5] ?? 0);
  return {
    spki,
    algorithm: spki.subarray(2, end),
    identifier: spki.subarray(4, identifierEnd),
    parameters: spki.subarray(identifierEnd, end),
    key: spki.subarray(end),
    octets: spki.subarray(end + 3),
  };
}

/**
 * Makes forms of functions that get the parts of a key.
 * @param keyOf makes a key of what they return, if that is none yet
 */
export function formsOf<P>(
  partsIn: (spki: Buffer) => P,
  table: Readonly<Record<string, (parts: P) => Buffer>>,
  keyOf = (_spki: Buffer, made: Buffer): Buffer => made,
): Readonly<Record<string, KeyForm>> {
  return Object.fromEntries(
    Object.entries(table).map(([name, form]) => [name, (spki: Buffer) => keyOf(spki, form(partsIn(spki)))]),
  );
}

const behind = (spki: Buffer, hex: string): Buffer => Buffer.concat([spki, Buffer.from(hex, 'hex')]);

/** The same bytes with one changed. */
function changed(bytes: Buffer, at: number, change: (byte: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  const place = at < 0 ? copy.length + at : at;
  copy[place] = change(copy[place] ?? 0);
  return copy;
}

/** A key whose bytes end elsewhere than its structure. */
export const bytesBehind = formsOf(partsOf, {
  zeroBehind: ({ spki }) => behind(spki, '00'),
  textBehind: ({ spki }) => Buffer.concat([spki, Buffer.from('junk')]),
  nullBehind: ({ spki }) => Buffer.concat([spki, asn1Null]),
  keyTwice: ({ spki }) => Buffer.concat([spki, spki]),
  endOfContentsBehind: ({ spki }) => behind(spki, '0000'),
  manyZerosBehind: ({ spki }) => behind(spki, '00'.repeat(1024)),
});

/** Bytes that are no SubjectPublicKeyInfo, in BER neither. */
export const noStructure = formsOf(partsOf, {
  zeroInFront: ({ spki }) => Buffer.concat([Buffer.from([0]), spki]),
  nullInFront: ({ spki }) => Buffer.concat([asn1Null, spki]),
  byteOrderMarkInFront: ({ spki }) => Buffer.concat([Buffer.from('efbbbf', 'hex'), spki]),
  lastByteMissing: ({ spki }) => spki.subarray(0, -1),
  headerAlone: ({ spki }) => spki.subarray(0, 2),
  emptySequence: () => sequence(),
  algorithmAlone: ({ algorithm }) => sequence(algorithm),
  keyAlone: ({ key }) => sequence(key),
  bitStringAlone: ({ key }) => key,
  emptyBitString: ({ algorithm }) => sequence(algorithm, derValue(0x03)),
  octetStringForKey: ({ algorithm, octets }) => sequence(algorithm, derValue(0x04, octets)),
  identifierWithoutSequence: ({ identifier, key }) => sequence(identifier, key),
  emptyAlgorithm: ({ key }) => sequence(sequence(), key),
  nullForAlgorithm: ({ key }) => sequence(asn1Null, key),
  sequenceInSequence: ({ spki }) => sequence(spki),
  inOctetString: ({ spki }) => derValue(0x04, spki),
  inBitString: ({ spki }) => bits(spki),
  setForSequence: ({ spki }) => changed(spki, 0, () => 0x31),
  primitiveSequence: ({ spki }) => changed(spki, 0, () => 0x10),
  contextTag: ({ spki }) => changed(spki, 0, () => 0xa0),
  lengthOneMore: ({ spki }) => changed(spki, 1, (length) => length + 1),
  algorithmLengthOneMore: ({ spki }) => changed(spki, 3, (length) => length + 1),
  bitStringLengthOneMore: ({ spki, algorithm }) =>
    changed(spki, algorithm.length + 3, (length) => length + 1),
  bitStringLengthOneLess: ({ spki, algorithm }) =>
    changed(spki, algorithm.length + 3, (length) => length - 1),
  lengthOf32Bits: ({ spki }) => Buffer.concat([Buffer.from('3084ffffffff', 'hex'), spki.subarray(2)]),
  lengthAbove64Bits: ({ spki }) =>
    Buffer.concat([Buffer.from('3089010000000000000000', 'hex').fill(spki[1] ?? 0, 10), spki.subarray(2)]),
  indefiniteWithoutEnd: ({ spki }) => Buffer.concat([Buffer.from('3080', 'hex'), spki.subarray(2)]),
  privateKeyInfo: ({ algorithm, octets }) =>
    sequence(Buffer.from('020100', 'hex'), algorithm, derValue(0x04, derValue(0x04, octets.subarray(0, 32)))),
});

/** Encodings whose meaning is clear but that are not the DER of the structure: observed (ruling 31). */
export const unusualEncodings = formsOf(partsOf, {
  longLength: ({ spki }) => Buffer.concat([Buffer.from([0x30, 0x81]), spki.subarray(1)]),
  lengthWithZero: ({ spki }) =>
    Buffer.concat([Buffer.from([0x30, 0x82, 0]), derLength(spki.length - 2), spki.subarray(2)]),
  longLengthInside: ({ algorithm, key }) => sequence(algorithm, Buffer.from([0x03, 0x81]), key.subarray(1)),
  indefiniteLength: ({ spki }) =>
    Buffer.concat([Buffer.from([0x30, 0x80]), spki.subarray(2), Buffer.from([0, 0])]),
  constructedBitString: ({ algorithm, key }) => sequence(algorithm, derValue(0x23, key)),
  unusedBit: ({ algorithm, key }) =>
    sequence(
      algorithm,
      changed(key, 2, () => 1),
    ),
  unusedByte: ({ algorithm, key }) =>
    sequence(
      algorithm,
      changed(key, 2, () => 8),
    ),
  nullParameters: ({ identifier, key }) => sequence(sequence(identifier, asn1Null), key),
  noParameters: ({ identifier, key }) => sequence(sequence(identifier), key),
  secondParameters: ({ identifier, parameters, key }) =>
    sequence(sequence(identifier, parameters, asn1Null, asn1Null), key),
  nullAtTheEnd: ({ algorithm, key }) => sequence(algorithm, key, asn1Null),
  versionInFront: ({ algorithm, key }) => sequence(Buffer.from('020100', 'hex'), algorithm, key),
  keyInSequenceTwice: ({ algorithm, key }) => sequence(algorithm, key, key),
  unknownAlgorithm: ({ key }) => sequence(sequence(derValue(0x06, Buffer.from('2b657f', 'hex'))), key),
});

/** The key of an algorithm with other octets. */
export function withOctets(spki: Buffer, octets: Uint8Array): Buffer {
  return sequence(partsOf(spki).algorithm, bits(octets));
}

/** The octets of the key: the point on its curve. */
export function octetsOf(spki: Buffer): Buffer {
  return partsOf(spki).octets;
}
