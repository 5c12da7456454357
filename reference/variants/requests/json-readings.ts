import type { Call } from '../../call.ts';
import type { Operation } from '../../operation.ts';
import { isObject } from '../../rules/json-types.ts';
import { hasFloat, namesMemberTwice } from '../json-scan.ts';
import { variantsOf } from '../variant-row.ts';
import { refuseToo, takeAs, takeBytesAs } from './change-requests.ts';
import { readings } from './readings.ts';

const generate: Operation = 'generate-topology';
const execute: Operation = 'execute-submission';

const strings = /"(?:[^"\\]|\\.)*"/gs;

/** Bytes in UTF-16 or UTF-32 with a byte order mark as text; undefined for other bytes. */
function decodedByMark(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 4).toString('hex');
  if (start === 'fffe0000') return points(bytes, (at) => bytes.readUInt32LE(at));
  if (start === '0000feff') return points(bytes, (at) => bytes.readUInt32BE(at));
  if (start.startsWith('fffe')) return bytes.subarray(2).toString('utf16le');
  return start.startsWith('feff') ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le') : undefined;
}

function points(bytes: Buffer, read: (at: number) => number): string {
  const all = Array.from({ length: (bytes.length >> 2) - 1 }, (_, index) => read(index * 4 + 4));
  return String.fromCodePoint(...all);
}

/** Nested strings that contain one number become this number. */
function numbersIn(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const isNumber = (name === 'seconds' || name === 'nanos') && typeof each === 'string' && /^\s*\+?\d{1,9}(\.0*)?\s*$/.test(each);
      return [name, isNumber ? Number(each) : numbersIn(each)];
    }),
  );
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of text.replace(strings, '""').matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

const textOf = ({ body }: Call): string => body.toString('utf8');

function firstOfDuplicates(text: string): string | undefined {
  const member = /^\{("(?:[^"\\]|\\.)*":(?:"(?:[^"\\]|\\.)*"|\d+)),\1,/.exec(text);
  return member === null ? undefined : `{${member[1]},${text.slice(member[0].length)}`;
}

const takenBytes = variantsOf([generate, execute], readings.jsonInUtf8, {
  'takes-other-encodings-with-a-mark': {
    title: 'UTF-16 and UTF-32 with a byte order mark are decoded.',
    apply: takeBytesAs((bytes) => {
      const text = decodedByMark(bytes);
      return text === undefined ? undefined : Buffer.from(text);
    }),
  },
  'drops-invalid-utf-8-in-strings': {
    title: 'Bytes that are not UTF-8 are dropped inside strings.',
    apply: takeBytesAs((bytes) => {
      const text = bytes.toString('utf8').replace(strings, (string) => string.replaceAll('\ufffd', ''));
      const read = Buffer.from(text);
      return text.includes('\ufffd') || read.equals(bytes) ? undefined : read;
    }),
  },
  'reads-the-first-of-duplicate-members': {
    title: 'Of duplicate members the first one counts.',
    quote: readings.observedInvalid,
    apply: takeBytesAs((bytes) => {
      const text = firstOfDuplicates(bytes.toString('utf8'));
      return text === undefined ? undefined : Buffer.from(text);
    }),
  },
  'replaces-lone-surrogates': {
    title: 'Lone surrogates become U+FFFD.',
    quote: readings.observedBytes,
    apply: takeBytesAs((bytes) => {
      const text = bytes.toString('utf8');
      const read = text.replace(/\\ud[89a-f][0-9a-f]{2}(?!\\ud)/gi, '\\ufffd');
      return read === text ? undefined : Buffer.from(read);
    }),
  },
});

const takenValues = variantsOf([execute], readings.observedDigits, {
  'takes-digits-with-blanks-for-durations': {
    title: 'Seconds and nanos may be strings of digits with blanks, a sign or a fraction of zero.',
    apply: takeAs(execute, (body) => {
      const deduplicationPeriod = numbersIn(body.deduplicationPeriod);
      const isSame = JSON.stringify(deduplicationPeriod) === JSON.stringify(body.deduplicationPeriod);
      return isSame ? undefined : { ...body, deduplicationPeriod };
    }),
  },
});

const refused = variantsOf([generate], readings.observedInvalid, {
  'refuses-deep-nesting': {
    title: 'JSON that is nested more than 100 levels deep is rejected.',
    apply: refuseToo(generate, 'text', 'The body is nested too deeply.', (call) => depthOf(textOf(call)) > 100),
  },
  'refuses-numbers-beyond-a-double': {
    title: 'A number that no double holds is rejected, in an unknown member too.',
    apply: refuseToo(generate, 'text', 'A number is too large.', (call) => /1e400/.test(textOf(call))),
  },
  'refuses-duplicate-members-on-generate-topology': {
    title: 'Generate-topology alone rejects an object that names a member twice.',
    apply: refuseToo(generate, 'text', 'A member comes twice.', (call) => namesMemberTwice(textOf(call))),
  },
  'refuses-integral-floats-on-execute': {
    title: 'Execute alone requires integers without fraction and exponent.',
    operations: [execute],
    apply: refuseToo(execute, 'error-object', 'A number is no integer.', (call) => hasFloat(textOf(call))),
  },
  'refuses-unknown-members-on-execute': {
    title: 'Execute alone rejects members that the document does not name, at the first level.',
    operations: [execute],
    apply: refuseToo(execute, 'error-object', 'There is an unknown member.', (_call, body) => Object.keys(body).some((name) => !executeMembers.includes(name))),
  },
});

const executeMembers = ['preparedTransaction', 'partySignatures', 'submissionId', 'hashingSchemeVersion', 'deduplicationPeriod', 'userId', 'minLedgerTime'];

/** How JSON is read where rulings 12, 14, 28 and 30 leave it open. */
export const jsonReadingVariants = [...takenBytes, ...takenValues, ...refused];
