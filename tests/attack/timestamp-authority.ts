import { type OpensslFolder, opensslFolder } from './openssl-folder.ts';

/** How an authority differs from a good one. */
export interface Oddity {
  /** Of which key; RSA if absent. */
  readonly key?: 'ec' | 'rsa';
  /** When its certificate is valid, as YYYYMMDDHHMMSSZ. */
  readonly from?: string;
  readonly to?: string;
  /** Lines of the extensions of its certificate. */
  readonly extensions?: readonly string[];
  /** Those of an intermediate authority between it and the root; there is none if absent. */
  readonly below?: readonly string[];
  /** Those of the root. */
  readonly root?: readonly string[];
}

/** How a token is signed otherwise than by an authority. */
export interface Signing {
  /** Of the content. */
  readonly type?: string;
  /** Whether the certificate is named in what is signed. */
  readonly isNamed?: boolean;
  /** Whether the root signs too. */
  readonly isTwice?: boolean;
}

export const forAuthorities = ['basicConstraints=critical,CA:true', 'keyUsage=critical,keyCertSign'];
const forTimestamps = ['keyUsage=critical,digitalSignature', 'extendedKeyUsage=critical,timeStamping'];
const tstInfo = '1.2.840.113549.1.9.16.1.4';

/** A timestamp authority, made by openssl. */
export interface TimestampAuthority {
  /** PEM. */
  readonly root: string;
  /** What it answers to a request for a timestamp of some data. */
  stamp(data: Buffer, options?: readonly string[]): Buffer;
  /** A token that says what it is told, signed with `openssl cms`, which checks nothing. */
  sign(content: Buffer, how?: Signing): Buffer;
  /** What `openssl ts -verify` says of a token; throws if it refuses it. */
  verify(token: Buffer, data: Buffer): string;
}

/** Makes a root, perhaps an authority below it, and a timestamp authority, for one use. */
export function withAuthority<T>(oddity: Oddity, use: (authority: TimestampAuthority) => T): T {
  const folder = opensslFolder();
  try {
    return use(authorityIn(folder, oddity));
  } finally {
    folder.close();
  }
}

function authorityIn(folder: OpensslFolder, oddity: Oddity): TimestampAuthority {
  const { key, from, to, below } = oddity;
  const by = below === undefined ? 'root' : 'middle';
  folder.request('root');
  folder.issue({ name: 'root', by: 'root', extensions: oddity.root ?? forAuthorities });
  if (below !== undefined) {
    folder.request('middle');
    folder.issue({ name: 'middle', by: 'root', extensions: below });
  }
  folder.request('authority', key);
  folder.issue({ name: 'authority', by, extensions: oddity.extensions ?? forTimestamps, from, to });
  const signer = ['-signer', 'authority.pem', '-inkey', 'authority.key'];
  return {
    root: folder.read('root.pem').toString(),
    stamp(data, options = ['-sha256', '-cert']) {
      folder.write('data', data);
      folder.run('ts', '-query', '-data', 'data', ...options, '-out', 'query.tsq');
      const chain = below === undefined ? [] : ['-chain', 'middle.pem'];
      const files = ['-config', 'openssl.cnf', '-queryfile', 'query.tsq', '-out', 'reply.tsr'];
      folder.run('ts', '-reply', ...files, ...signer, ...chain);
      return folder.read('reply.tsr');
    },
    sign(content, { type = tstInfo, isNamed = true, isTwice = false } = {}) {
      folder.write('content', content);
      const chain = below === undefined ? [] : ['-certfile', 'middle.pem'];
      const more = isTwice ? ['-signer', 'root.pem', '-inkey', 'root.key'] : chain;
      const form = ['-binary', '-nodetach', '-econtent_type', type, '-md', 'sha256', '-outform', 'DER'];
      const named = isNamed ? ['-cades'] : [];
      return folder.run('cms', '-sign', '-in', 'content', ...signer, ...named, ...more, ...form);
    },
    verify(token, data) {
      folder.write('token', token);
      folder.write('data', data);
      const files = ['-in', 'token', '-token_in', '-data', 'data', '-CAfile', 'root.pem'];
      return folder.run('ts', '-verify', ...files).toString();
    },
  };
}
