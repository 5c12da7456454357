import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether there is an openssl that can make timestamps. */
export const hasOpenssl = spawnSync('openssl', ['ts', '-help']).status === 0;

/** How the certificate of an authority differs from a good one. */
export interface Oddity {
  /** Of which key; RSA if absent. */
  readonly key?: 'ec' | 'rsa';
  /** When it is valid, as YYYYMMDDHHMMSSZ. */
  readonly from?: string;
  readonly to?: string;
  /** Lines of its extensions. */
  readonly extensions?: readonly string[];
  /** Whether its issuer is an intermediate authority below the root, with these extensions. */
  readonly below?: readonly string[];
}

const forTimestamps = ['keyUsage=critical,digitalSignature', 'extendedKeyUsage=critical,timeStamping'];
const forAuthorities = ['basicConstraints=critical,CA:true', 'keyUsage=critical,keyCertSign'];

/** A timestamp authority in a folder of its own, made by openssl. */
export interface TimestampAuthority {
  /** PEM. */
  readonly root: string;
  /** What it answers to a request for a timestamp of some data. */
  stamp(data: Buffer, options?: readonly string[]): Buffer;
  /** A token that says what it is told, signed with `openssl cms`, which checks nothing. */
  sign(content: Buffer, options?: readonly string[]): Buffer;
  close(): void;
}

/** Makes a root, perhaps an authority below it, and the certificate of a timestamp authority. */
export function timestampAuthority(oddity: Oddity = {}): TimestampAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-tsa-'));
  const openssl = (...args: readonly string[]): Buffer => {
    const { status, stdout, stderr } = spawnSync('openssl', args, { cwd: folder });
    if (status !== 0) throw new Error(`openssl ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  writeFileSync(join(folder, 'tsa.cnf'), configuration);
  for (const name of ['index', 'serial']) writeFileSync(join(folder, name), name === 'serial' ? '01\n' : '');
  writeFileSync(join(folder, 'tsa-serial'), '01\n');
  mkdirSync(join(folder, 'made'));
  const issue = (
    name: string,
    by: string,
    extensions: readonly string[],
    { key, from, to }: Oddity,
  ): void => {
    const kind = key === 'ec' ? ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] : ['rsa:2048'];
    openssl(
      'req',
      '-newkey',
      ...kind,
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      `/O=Example/CN=${name}`,
    );
    writeFileSync(join(folder, `${name}.ext`), `[it]\n${extensions.join('\n')}\n`);
    const signer = by === name ? ['-selfsign'] : ['-cert', `${by}.pem`];
    const dates = ['-startdate', from ?? '20200101000000Z', '-enddate', to ?? '20491231000000Z'];
    openssl(
      'ca',
      '-batch',
      '-config',
      'tsa.cnf',
      '-notext',
      '-in',
      `${name}.csr`,
      '-out',
      `${name}.pem`,
      '-keyfile',
      `${by}.key`,
      ...signer,
      '-extfile',
      `${name}.ext`,
      '-extensions',
      'it',
      ...dates,
    );
  };
  issue('root', 'root', forAuthorities, {});
  if (oddity.below !== undefined) issue('middle', 'root', oddity.below, {});
  issue(
    'authority',
    oddity.below === undefined ? 'root' : 'middle',
    oddity.extensions ?? forTimestamps,
    oddity,
  );
  const chain = oddity.below === undefined ? [] : ['-chain', 'middle.pem'];
  return {
    root: readFileSync(join(folder, 'root.pem'), 'utf8'),
    stamp(data, options = ['-sha256', '-cert']) {
      writeFileSync(join(folder, 'data'), data);
      openssl('ts', '-query', '-data', 'data', ...options, '-out', 'query.tsq');
      openssl(
        'ts',
        '-reply',
        '-config',
        'tsa.cnf',
        '-queryfile',
        'query.tsq',
        '-signer',
        'authority.pem',
        '-inkey',
        'authority.key',
        ...chain,
        '-out',
        'reply.tsr',
      );
      return readFileSync(join(folder, 'reply.tsr'));
    },
    sign(content, options = []) {
      writeFileSync(join(folder, 'content'), content);
      const certificates = oddity.below === undefined ? [] : ['-certfile', 'middle.pem'];
      return openssl(
        'cms',
        '-sign',
        '-binary',
        '-nodetach',
        '-econtent_type',
        '1.2.840.113549.1.9.16.1.4',
        '-in',
        'content',
        '-signer',
        'authority.pem',
        '-inkey',
        'authority.key',
        ...certificates,
        '-md',
        'sha256',
        '-cades',
        '-outform',
        'DER',
        ...options,
      );
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Names in it are files of the folder. */
const configuration = `
[ca]
default_ca = own
[own]
database = index
serial = serial
new_certs_dir = made
default_md = sha256
policy = any
unique_subject = no
[any]
organizationName = optional
commonName = supplied
[tsa]
default_tsa = tsa_own
[tsa_own]
serial = tsa-serial
default_policy = 1.2.3.4
digests = sha1, sha256, sha384, sha512
signer_digest = sha256
ess_cert_id_alg = sha256
`;
