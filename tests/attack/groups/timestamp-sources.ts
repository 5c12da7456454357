import { verdictFile } from '../../../certificate/manifest.ts';
import {
  contentFor,
  genuine,
  ofYear,
  resigned,
  signatureIn,
  stamped,
  timeIn,
  token,
  withBit,
} from '../forge-timestamp.ts';
import type { Row } from '../forgery.ts';
import { forAuthorities, withAuthority } from '../timestamp-authority.ts';

/** Timestamps of the right signature by somebody who should not be believed, or changed afterwards. */
export const timestampSources: readonly Row[] = [
  [
    'a timestamp with another time',
    token((authority, base) => {
      const bytes = genuine(authority, base);
      return withBit(bytes, timeIn(bytes) + 11);
    }),
    6,
    'the signature of the timestamp authority is invalid',
  ],
  [
    'a timestamp with a flipped bit in its signature',
    token((authority, base) => {
      const bytes = genuine(authority, base);
      return withBit(bytes, bytes.length - 40);
    }),
    6,
    'the signature of the timestamp authority is invalid',
  ],
  [
    'a timestamp under another root of the same name',
    token(genuine, {}, () => withAuthority({}, ({ root }) => root)),
    6,
    'which no --timestamp-root vouched for',
  ],
  [
    'a timestamp by a certificate that had expired',
    token(genuine, { to: '20210101000000Z' }),
    6,
    'which no --timestamp-root vouched for',
  ],
  [
    'a timestamp by a certificate that was not valid yet',
    token(genuine, { from: '20480101000000Z' }),
    6,
    'which no --timestamp-root vouched for',
  ],
  [
    'a timestamp below a certificate that is no authority',
    token(genuine, { below: ['basicConstraints=critical,CA:false', 'keyUsage=critical,digitalSignature'] }),
    6,
    'which no --timestamp-root vouched for',
  ],
  [
    'a timestamp below an authority that must not sign certificates',
    token(genuine, { below: ['basicConstraints=critical,CA:true', 'keyUsage=critical,cRLSign'] }),
    6,
    'which no --timestamp-root vouched for',
  ],
  [
    'a timestamp below an authority that the root does not allow',
    token(genuine, {
      root: ['basicConstraints=critical,CA:true,pathlen:0', 'keyUsage=critical,keyCertSign'],
      below: forAuthorities,
    }),
    6,
    'which no --timestamp-root vouched for',
  ],
  [
    'a timestamp below an authority with a critical limit that nobody here understands',
    token(genuine, { below: [...forAuthorities, 'nameConstraints=critical,permitted;DNS:example.org'] }),
    6,
    'which no --timestamp-root vouched for',
  ],
  [
    'a timestamp by a certificate for servers',
    token(resigned, {
      extensions: ['keyUsage=critical,digitalSignature', 'extendedKeyUsage=critical,serverAuth'],
    }),
    6,
    'whose certificate is not one for timestamps',
  ],
  [
    'a timestamp by a certificate for timestamps and servers',
    token(resigned, {
      extensions: ['keyUsage=critical,digitalSignature', 'extendedKeyUsage=critical,timeStamping,serverAuth'],
    }),
    6,
    'whose certificate is not one for timestamps',
  ],
  [
    'a timestamp by a certificate that is only perhaps for timestamps',
    token(resigned, { extensions: ['extendedKeyUsage=timeStamping'] }),
    6,
    'whose certificate is not one for timestamps',
  ],
  [
    'a timestamp by a certificate whose key must not sign data',
    token(resigned, {
      extensions: ['keyUsage=critical,keyAgreement', 'extendedKeyUsage=critical,timeStamping'],
    }),
    6,
    'whose certificate is not one for timestamps',
  ],
  [
    'a timestamp without a certificate',
    token((authority, { files }) => stamped(authority, signatureIn(files, verdictFile), '-sha256')),
    6,
    'has no certificate of its authority',
  ],
  [
    'a timestamp that does not say which certificate signed it',
    token((authority, base) => authority.sign(contentFor(base), { isNamed: false })),
    6,
    'names another certificate',
  ],
  [
    'a timestamp with two signatures',
    token((authority, base) => authority.sign(contentFor(base), { isTwice: true })),
    6,
    'does not have exactly one signature',
  ],
  ['a timestamp from before the run', token(ofYear('2021')), 6, 'before the end of the run'],
  ['a timestamp from the future', token(ofYear('2040')), 6, 'is in the future'],
];
