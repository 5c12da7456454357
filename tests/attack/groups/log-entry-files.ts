import { jsonFile } from '../../../certificate/strict-json.ts';
import { changed, instead, written } from '../forge-log-entry.ts';
import type { Row } from '../forgery.ts';

/** Genuine entries in files that say something besides them, or are no such files. */
export const logEntryFiles: readonly Row[] = [
  [
    'two entries',
    changed((bundle, entry) => {
      bundle.verificationMaterial.tlogEntries.push(entry);
    }),
    6,
    'does not have exactly one entry',
  ],
  [
    'no entry in the file',
    changed((bundle) => {
      bundle.verificationMaterial.tlogEntries = [];
    }),
    6,
    'does not have exactly one entry',
  ],
  [
    'a member more',
    changed((bundle) => ({ ...bundle, note: 'trust me' })),
    6,
    'not written as `attach` writes it',
  ],
  [
    'another media type',
    changed((bundle) => ({ ...bundle, mediaType: `${bundle.mediaType}; trust me` })),
    6,
    'not written as `attach` writes it',
  ],
  [
    'a hint that says something',
    changed((bundle) => {
      bundle.verificationMaterial.publicKey.hint = 'signed by the certifier';
    }),
    6,
    'not written as `attach` writes it',
  ],
  [
    'a certificate in place of the key',
    changed(({ verificationMaterial: { publicKey: _, ...rest }, ...bundle }) => ({
      ...bundle,
      verificationMaterial: { ...rest, certificate: { rawBytes: 'AAAA' } },
    })),
    6,
    'not written as `attach` writes it',
  ],
  [
    'a timestamp besides the entry',
    changed((bundle) => {
      bundle.verificationMaterial.timestampVerificationData = {
        rfc3161Timestamps: [{ signedTimestamp: 'AAAA' }],
      };
    }),
    6,
    'not written as `attach` writes it',
  ],
  [
    'an envelope with two signatures',
    changed((bundle) => {
      bundle.dsseEnvelope.signatures.push(bundle.dsseEnvelope.signatures[0]);
    }),
    6,
    'is not a Sigstore bundle with an entry',
  ],
  [
    'a member twice',
    (base) =>
      instead(base, Buffer.from(jsonFile(written(base)).toString().replace('{', '{"mediaType":"x",'))),
    6,
    'not written as `attach` writes it',
  ],
  [
    'blanks at the end',
    (base) => instead(base, Buffer.concat([jsonFile(written(base)), Buffer.from('\n')])),
    6,
    'not written as `attach` writes it',
  ],
  ['an empty entry', (base) => instead(base, Buffer.alloc(0)), 6, 'an empty body'],
  ['an entry that is a list', (base) => instead(base, jsonFile([])), 6, 'is not a Sigstore bundle'],
  [
    'an entry nested deeply',
    (base) => instead(base, Buffer.from('['.repeat(200_000))),
    6,
    'nested more than',
  ],
  ['an entry of 257 KiB', (base) => instead(base, Buffer.alloc(257 * 1024)), 6, 'has more than 256 KiB'],
];
