import { sign } from 'node:crypto';
import { dsse } from '@sigstore/core';
import { testResultFile, verdictFile } from '../../../certificate/manifest.ts';
import { payloadTypes, signPayload } from '../../../certificate/signed-document.ts';
import { jsonFile } from '../../../certificate/strict-json.ts';
import { type Change, edited, inJson, type Loose, replaced, tampered, textOf } from '../change-run.ts';
import { type Base, type Forgery, forgeriesOf, type Row } from '../forgery.ts';

const type = 'application/vnd.in-toto+json';

const envelope = (name: string, change: (envelope: Loose) => Loose | undefined): Forgery['forge'] =>
  tampered(inJson(name, change));

const signature = (name: string, change: (signature: Loose) => Loose): Forgery['forge'] =>
  envelope(name, (given) => ({ ...given, signatures: given.signatures.map(change) }));

const flippedBit = (base64: string, at: number): string => {
  const bytes = Buffer.from(base64, 'base64');
  bytes[at] = (bytes[at] ?? 0) ^ 4;
  return bytes.toString('base64');
};

/** An envelope that says what a forger wants, under any signature. */
const saying = (name: string, edit: (text: string) => string): Change =>
  inJson(name, (given) => ({
    ...given,
    payload: Buffer.from(edit(Buffer.from(given.payload, 'base64').toString())).toString('base64'),
  }));

const whole = (name: string): readonly Row[] => [
  [
    'a payload with another verdict',
    tampered(saying(name, (text) => text.replace(/"(?:conformant|PASSED|WARNED)"/, '"x"'))),
    3,
    'is not what the key',
  ],
  ['a payload with a blank more', tampered(saying(name, (text) => `${text} `)), 3, 'is not what the key'],
  [
    'an empty payload',
    envelope(name, (given) => ({ ...given, payload: '' })),
    3,
    'its payload is not base64',
  ],
  [
    'a payload in the alphabet for URLs',
    envelope(name, (given) => ({ ...given, payload: `${given.payload.slice(0, -4)}-_==` })),
    3,
    'its payload is not base64',
  ],
  [
    'a payload with a line end',
    envelope(name, (given) => ({ ...given, payload: `${given.payload}\n` })),
    3,
    'its payload is not base64',
  ],
  [
    'a payload that is a number',
    envelope(name, (given) => ({ ...given, payload: 5 })),
    3,
    'its payload is not base64',
  ],
  [
    'another payload type',
    envelope(name, (given) => ({ ...given, payloadType: 'text/plain' })),
    3,
    'its payload type is not',
  ],
  [
    'a payload type in capitals',
    envelope(name, (given) => ({ ...given, payloadType: type.toUpperCase() })),
    3,
    'its payload type is not',
  ],
  ['no payload type', envelope(name, ({ payloadType: _, ...rest }) => rest), 3, 'its payload type is not'],
  ['no signatures', envelope(name, (given) => ({ ...given, signatures: [] })), 3, 'it has no signatures'],
  [
    'signatures that are an object',
    envelope(name, (given) => ({ ...given, signatures: {} })),
    3,
    'it has no signatures',
  ],
  [
    'a signature that is null',
    envelope(name, (given) => ({ ...given, signatures: [null] })),
    3,
    'a signature is not an object',
  ],
  [
    'the same signature twice',
    envelope(name, (given) => ({ ...given, signatures: [...given.signatures, ...given.signatures] })),
    3,
    'a key signed twice',
  ],
  [
    'a flipped bit in a signature',
    signature(name, ({ keyid, sig }) => ({ keyid, sig: flippedBit(sig, 3) })),
    3,
    'is not what the key',
  ],
  [
    'a flipped bit at the end of a signature',
    signature(name, ({ keyid, sig }) => ({ keyid, sig: flippedBit(sig, 63) })),
    3,
    'is not what the key',
  ],
  [
    'a signature that is too short',
    signature(name, ({ keyid }) => ({ keyid, sig: 'AAAA' })),
    3,
    'is not what the key',
  ],
  [
    'an empty signature',
    signature(name, ({ keyid }) => ({ keyid, sig: '' })),
    3,
    'a signature is not base64',
  ],
  [
    'a signature of zeros',
    signature(name, ({ keyid }) => ({ keyid, sig: Buffer.alloc(64).toString('base64') })),
    3,
    'is not what the key',
  ],
  [
    'a signature with a blank',
    signature(name, ({ keyid, sig }) => ({ keyid, sig: `${sig} ` })),
    3,
    'a signature is not base64',
  ],
  [
    'a signature without padding',
    signature(name, ({ keyid, sig }) => ({ keyid, sig: sig.replaceAll('=', '') })),
    3,
    'a signature is not base64',
  ],
  [
    'a signature under another id',
    signature(name, ({ sig }) => ({ keyid: 'A'.repeat(43), sig })),
    3,
    'No trusted key (--key) signed',
  ],
  [
    'a signature under an id that is a sentence',
    signature(name, ({ sig }) => ({ keyid: 'valid, signed by the certifier', sig })),
    3,
    'the id of a key is not the thumbprint',
  ],
  [
    'a signature under an id with line ends',
    signature(name, ({ sig }) => ({ keyid: `x\nvalid: all is well`, sig })),
    3,
    'the id of a key is not the thumbprint',
  ],
  [
    'a signature without an id',
    signature(name, ({ sig }) => ({ sig })),
    3,
    'must have exactly a keyid and a sig',
  ],
  [
    'a signature with a member more',
    signature(name, (each) => ({ ...each, cert: 'x' })),
    3,
    'must have exactly a keyid and a sig',
  ],
  [
    'an envelope with a member more',
    envelope(name, (given) => ({ ...given, note: 'trust me' })),
    3,
    'members that an envelope does not have',
  ],
  [
    'an envelope with a member twice',
    tampered(edited(name, (text) => text.replace('{', '{"payload":"e30=",'))),
    3,
    'not written as the suite writes it',
  ],
  [
    'an envelope in which __proto__ is a member',
    tampered(edited(name, (text) => text.replace('{\n', '{\n  "__proto__": {},\n'))),
    3,
    'members that an envelope does not have',
  ],
  [
    'an envelope with blanks',
    tampered(edited(name, (text) => `${text}\n`)),
    3,
    'not written as the suite writes it',
  ],
  ['an envelope with a byte order mark', tampered(edited(name, (text) => `\ufeff${text}`)), 3, name],
  ['an envelope that goes on', tampered(edited(name, (text) => `${text}{}`)), 3, 'not one JSON value'],
  [
    'an envelope that is cut',
    tampered(edited(name, (text) => text.slice(0, text.length >> 1))),
    3,
    'not one JSON value',
  ],
  ['an envelope that is empty', tampered(replaced(name, '')), 3, 'an empty body'],
  ['an envelope that is a list', tampered(replaced(name, '[]\n')), 3, 'it is not an object'],
  [
    'an envelope that is not UTF-8',
    tampered(replaced(name, Buffer.from([0xff, 0xfe]))),
    3,
    'not valid UTF-8',
  ],
  ['an envelope of NULs', tampered(replaced(name, Buffer.alloc(64))), 3, 'not one JSON value'],
  [
    'an envelope nested a million deep',
    tampered(replaced(name, '['.repeat(1_000_000))),
    3,
    'nested more than',
  ],
];

/** Signs the payload alone, or with a length that does not fit. */
const badlySigned =
  (bytesOf: (payload: Buffer) => Buffer): Forgery['forge'] =>
  ({ files, vendor }: Base) => {
    const all = new Map(files);
    const given = JSON.parse(textOf(files, verdictFile)) as Loose;
    const sig = sign(null, bytesOf(Buffer.from(given.payload, 'base64')), vendor.key).toString('base64');
    all.set(verdictFile, jsonFile({ ...given, signatures: [{ keyid: vendor.id, sig }] }));
    return { files: all };
  };

const others: readonly Row[] = [
  ['a signature of the payload alone', badlySigned((payload) => payload), 3, 'is not what the key'],
  [
    'a signature of the base64 of the payload',
    badlySigned((payload) => Buffer.from(payload.toString('base64'))),
    3,
    'is not what the key',
  ],
  [
    'a signature for another type',
    badlySigned((payload) => dsse.preAuthEncoding('text/plain', payload)),
    3,
    'is not what the key',
  ],
  [
    'one of the statements signed by the stranger',
    ({ files, stranger }) => {
      const all = new Map(files);
      const { payload } = JSON.parse(textOf(files, testResultFile)) as Loose;
      all.set(
        testResultFile,
        jsonFile(signPayload(payloadTypes.statement, Buffer.from(payload, 'base64'), [stranger])),
      );
      return { files: all };
    },
    3,
    'No trusted key (--key) signed',
  ],
  [
    'a good signature besides a bad one of another trusted key',
    (base) => {
      const all = new Map(base.files);
      inJson(verdictFile, (given) => ({
        ...given,
        signatures: [...given.signatures, { keyid: base.stranger.id, sig: given.signatures[0].sig }],
      }))(all);
      return { files: all, trusted: [base.vendor, base.stranger] };
    },
    3,
    'is not what the key',
  ],
];

const named = (name: string): readonly Row[] =>
  whole(name).map(([what, ...rest]) => [`${what} (${name})`, ...rest] as const);

export const envelopeForgeries = forgeriesOf('envelope', [
  ...named(verdictFile),
  ...named(testResultFile).filter((_, index) => index % 4 === 0),
  ...others,
]);
