import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether there is an openssl that can make timestamps. */
export const hasOpenssl = spawnSync('openssl', ['ts', '-help']).status === 0;

/** A certificate to issue. */
export interface Issue {
  readonly name: string;
  /** Whose key signs it. */
  readonly by: string;
  /** Lines of its extensions. */
  readonly extensions: readonly string[];
  /** When it is valid, as YYYYMMDDHHMMSSZ. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A folder in which openssl makes keys (NAME.key), certificates (NAME.pem) and timestamps. */
export interface OpensslFolder {
  /** Runs openssl; throws if it fails. */
  run(...args: readonly string[]): Buffer;
  read(name: string): Buffer;
  write(name: string, content: Buffer | string): void;
  /** Makes a key, and a request for a certificate of it. */
  request(name: string, key?: 'ec' | 'rsa'): void;
  issue(certificate: Issue): void;
  close(): void;
}

export function opensslFolder(): OpensslFolder {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-openssl-'));
  const run = (...args: readonly string[]): Buffer => {
    const { status, stdout, stderr } = spawnSync('openssl', args, { cwd: folder });
    if (status !== 0) throw new Error(`openssl ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  const write = (name: string, content: Buffer | string): void => writeFileSync(join(folder, name), content);
  write('openssl.cnf', configuration);
  write('index', '');
  write('serial', '01\n');
  write('tsa-serial', '01\n');
  mkdirSync(join(folder, 'made'));
  return {
    run,
    write,
    read: (name) => readFileSync(join(folder, name)),
    request(name, key = 'rsa') {
      const kind = key === 'ec' ? ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] : ['rsa:2048'];
      const files = ['-keyout', `${name}.key`, '-out', `${name}.csr`];
      run('req', '-newkey', ...kind, '-nodes', ...files, '-subj', `/O=Example/CN=${name}`);
    },
    issue({ name, by, extensions, from = '20200101000000Z', to = '20491231000000Z' }) {
      write('extensions', `[it]\n${extensions.join('\n')}\n`);
      const what = [
        '-in',
        `${name}.csr`,
        '-out',
        `${name}.pem`,
        '-extfile',
        'extensions',
        '-extensions',
        'it',
      ];
      const signer = ['-keyfile', `${by}.key`, ...(by === name ? ['-selfsign'] : ['-cert', `${by}.pem`])];
      const dates = ['-startdate', from, '-enddate', to];
      run('ca', '-batch', '-notext', '-config', 'openssl.cnf', ...what, ...signer, ...dates);
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

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
