import { attachmentPath, testResultFile, verdictFile } from '../../../certificate/manifest.ts';
import type { Envelope } from '../../../certificate/signed-document.ts';
import { textOf } from '../change-run.ts';
import {
  contentFor,
  genuine,
  instead,
  ofStranger,
  pathOf,
  signatureIn,
  stamped,
  token,
} from '../forge-timestamp.ts';
import { forgeriesOf, type Row } from '../forgery.ts';
import { hasOpenssl } from '../openssl-folder.ts';
import { timestampSources } from './timestamp-sources.ts';

const withoutOpenssl: readonly Row[] = [
  ['an empty timestamp', instead(Buffer.alloc(0)), 6, 'is not a timestamp token'],
  ['a timestamp that is text', instead(Buffer.from('2026-01-01')), 6, 'is not a timestamp token'],
  ['a timestamp of zeros', instead(Buffer.alloc(1_000)), 6, 'is not a timestamp token'],
  [
    'a timestamp that is nested thousands deep',
    instead(Buffer.from('3080'.repeat(30_000), 'hex')),
    6,
    'is not a timestamp token',
  ],
  ['a timestamp of 65 KiB', instead(Buffer.alloc(65 * 1024)), 6, 'has more than 64 KiB'],
  [
    'a timestamp named after a key that did not sign',
    ({ files, stranger }) => ({
      files: new Map([...files, [attachmentPath('timestamp', stranger.id), Buffer.alloc(9)]]),
    }),
    6,
    'is named after a key that did not sign',
  ],
  [
    'a timestamp under another name',
    ({ files }) => ({ files: new Map([...files, ['timestamps/it.tst', Buffer.alloc(9)]]) }),
    5,
    'in the bundle but not in its manifest',
  ],
  [
    'a timestamp in a folder below',
    (base) => ({ files: new Map([...base.files, [`x/${pathOf(base)}`, Buffer.alloc(9)]]) }),
    5,
    'in the bundle but not in its manifest',
  ],
];

const others: readonly Row[] = [
  [
    'a timestamp of other data',
    token((authority) => stamped(authority, Buffer.from('something'))),
    6,
    'of something else than the signature',
  ],
  [
    'a timestamp of other data, whose root nobody asked for',
    (base) => ({
      ...token((authority) => stamped(authority, Buffer.from('something')))(base),
      timestampRoots: undefined,
    }),
    6,
    'of something else than the signature',
  ],
  [
    'a timestamp of the payload',
    token((authority, { files }) => {
      const { payload } = JSON.parse(textOf(files, verdictFile)) as Envelope;
      return stamped(authority, Buffer.from(payload, 'base64'));
    }),
    6,
    'of something else than the signature',
  ],
  [
    'a timestamp of the other statement, as it were of another bundle of the vendor',
    token((authority, { files }) => stamped(authority, signatureIn(files, testResultFile))),
    6,
    'of something else than the signature',
  ],
  [
    'a timestamp of another signature, in the place of the vendor’s',
    ofStranger(({ vendor }) => vendor.id),
    6,
    'of something else than the signature',
  ],
  [
    'a timestamp only of a signature that nobody trusts',
    ofStranger(({ stranger }) => stranger.id),
    6,
    'no timestamp of a trusted signature',
  ],
  [
    'no timestamp where one is demanded',
    (base) => ({ ...token(genuine)(base), files: base.files }),
    6,
    'no timestamp of a trusted signature',
  ],
  [
    'a timestamp of a SHA-1 digest',
    token((authority, { files }) => stamped(authority, signatureIn(files, verdictFile), '-sha1', '-cert')),
    6,
    'of a digest other than SHA-256',
  ],
  [
    'the answer of the authority in place of its token',
    token((authority, { files }) => authority.stamp(signatureIn(files, verdictFile))),
    6,
    'is not a timestamp token',
  ],
  [
    'a timestamp with bytes behind it',
    token((authority, base) => Buffer.concat([genuine(authority, base), Buffer.from('more')])),
    6,
    'is not a timestamp token',
  ],
  [
    'a timestamp that is cut',
    token((authority, base) => genuine(authority, base).subarray(0, -9)),
    6,
    'is not a timestamp token',
  ],
  [
    'a timestamp of another content type',
    token((authority, base) => authority.sign(contentFor(base), { type: '1.2.840.113549.1.7.1' })),
    6,
    'is not a timestamp token',
  ],
];

if (!hasOpenssl) process.stdout.write('openssl is missing: forgeries of timestamps are left out.\n');

export const timestampForgeries = forgeriesOf('timestamps', [
  ...withoutOpenssl,
  ...(hasOpenssl ? [...others, ...timestampSources] : []),
]);
