import { inUtf32 } from './leniencies/lenient-texts.ts';
import { bodiesOf, type RawBody } from './raw-body.ts';

/**
 * The object in encodings other than plain UTF-8. RFC 8259 §8.1 requires UTF-8 without a byte order mark, but allows a
 * reader to ignore the mark; some parsers also recognise UTF-16 and UTF-32. Rulings 12 and 28 leave marks, and invalid
 * UTF-8 inside strings, open.
 */
export function encodingCases(text: string): RawBody[] {
  const mark = '\ufeff';
  const bigEndian = Buffer.from(`${mark}${text}`, 'utf16le').swap16();
  const beforeByte = Buffer.from('{"extra":"');
  const afterByte = Buffer.from(`",${text.slice(1)}`);
  const withBytes = (...bytes: number[]) => Buffer.concat([beforeByte, Buffer.from(bytes), afterByte]);
  return [
    ...bodiesOf('byte-order-mark', { 'byte-order-mark': Buffer.from(`${mark}${text}`) }),
    ...bodiesOf('utf-16', {
      'utf-16-little-endian-with-a-mark': Buffer.from(`${mark}${text}`, 'utf16le'),
      'utf-16-big-endian-with-a-mark': bigEndian,
      'utf-32-little-endian-with-a-mark': inUtf32(`${mark}${text}`, false),
      'utf-32-big-endian-with-a-mark': inUtf32(`${mark}${text}`, true),
    }),
    ...bodiesOf('invalid-utf8', {
      'invalid-byte-inside-a-string': withBytes(0xff),
      'overlong-sequence-inside-a-string': withBytes(0xc0, 0xaf),
      'surrogate-in-utf-8-inside-a-string': withBytes(0xed, 0xa0, 0x80),
      'cut-sequence-inside-a-string': withBytes(0xe2, 0x82),
    }),
  ];
}
