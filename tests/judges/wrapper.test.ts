import { describe, expect, test } from 'vitest';
import { readEntry } from '../../judges/generate-topology/wrapper.ts';

/** Bytes written in hex; spaces set the fields apart. */
const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const base64 = (hex: string) => bytes(hex).toString('base64');
/** Field 1 `data` = 6161, field 2 `version` = 30. */
const wrapper = '0a026161 101e';

describe('an entry', () => {
  test('is read with its data, its version and its encoding.', () => {
    const read = { kind: 'wrapper', version: 30, data: Buffer.from('aa') };
    expect(readEntry(base64(wrapper))).toEqual({ ...read, encoding: 'base64' });
    expect(readEntry(bytes(wrapper).toString('hex'))).toEqual({ ...read, encoding: 'hex' });
    const urlOnly = '0a03fbffff 101e';
    expect(readEntry(bytes(urlOnly).toString('base64url'))).toMatchObject({ encoding: 'base64url' });
  });

  test.each<[string, string]>([
    ['in the other order', '101e 0a026161'],
    ['with another field of each wire type behind', `${wrapper} 1801 220141 2d00000000 3100000000 00000000`],
    ['whose last data and version count', '0a0162 1001 0a026161 101e'],
  ])('may hold its fields %s.', (_name, hex) => {
    expect(readEntry(base64(hex))).toMatchObject({ kind: 'wrapper', version: 30, data: Buffer.from('aa') });
  });

  test('may have version 0, and a negative one.', () => {
    expect(readEntry(base64('0a0161 1000'))).toMatchObject({ version: 0 });
    expect(readEntry(base64('0a0161 10ffffffffffffffffff01'))).toMatchObject({ version: -1 });
  });

  test.each<[string, string]>([
    ['data alone', '0a026161'],
    ['version alone', '101e'],
    ['empty data', '0a00 101e'],
    ['data as a number beside good data', `${wrapper} 0801`],
    ['version as bytes beside a good version', `${wrapper} 120141`],
    ['data cut off', '101e 0a0561'],
    ['a number for data, which could be read as its length', '0802 6161 101e'],
    ['bytes for the version, whose length could be read as it', '0a0161 1201 1801'],
    ['a field without its value', `${wrapper} 18`],
  ])('with %s is none.', (_name, hex) => {
    expect(readEntry(base64(hex))).toMatchObject({ kind: 'no-wrapper' });
  });
});

describe('a text', () => {
  test.each<[string, string[]]>([
    ['AAAA', ['base64', 'base64url', 'hex']],
    ['ab', ['base64', 'base64url', 'hex']],
    ['AB', ['base64', 'base64url', 'hex']],
    ['abc', ['base64', 'base64url']],
    ['abz', ['base64', 'base64url']],
    ['ab==', ['base64', 'base64url']],
    ['abc=', ['base64', 'base64url']],
    ['a+/b', ['base64']],
    ['a-_b', ['base64url']],
    ['a+b', ['base64']],
    ['a_b=', ['base64url']],
    // A length that base64 does not have.
    ['ababababab', ['base64', 'base64url', 'hex']],
    ['abababababababab0', []],
    ['abcdefabcdefab', ['base64', 'base64url', 'hex']],
    ['12345', []],
    ['123456789', []],
    ['ab=', []],
    ['abc==', []],
    ['abcd=', []],
    ['abcd==', []],
    ['ab===', []],
    ['a===', []],
    ['=', []],
    ['==', []],
    ['ab=c', []],
    [' abcd', []],
    ['abcd ', []],
    ['+-ab', []],
    ['!abc', []],
    ['abc!', []],
  ])('%j can be read as %j.', (text, encodings) => {
    const reading = readEntry(text);
    expect(reading).toEqual(
      encodings.length === 0 ? { kind: 'undecoded' } : { kind: 'no-wrapper', encodings },
    );
  });
});
