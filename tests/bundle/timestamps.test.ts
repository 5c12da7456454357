import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { ContentInfo, Certificate as PkiCertificate, SignedData } from 'pkijs';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { attachmentOf, checkAttachments, withoutStale } from '../../certificate/attachments/attachments.ts';
import { leadsToRoot } from '../../certificate/attachments/certificate-chain.ts';
import { keyId, type NamedKey } from '../../certificate/keys.ts';
import { type Files, verdictFile } from '../../certificate/manifest.ts';
import {
  counterSigned,
  type Envelope,
  payloadOf,
  payloadTypes,
  signPayload,
} from '../../certificate/signed-document.ts';
import { jsonFile } from '../../certificate/strict-json.ts';
import { hasOpenssl, opensslFolder } from '../attack/openssl-folder.ts';
import { forAuthorities, type Oddity, withAuthority } from '../attack/timestamp-authority.ts';

let key: NamedKey;
let envelope: Envelope;
let files: Files;

beforeAll(async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  key = { id: keyId(privateKey), key: privateKey };
  envelope = signPayload(payloadTypes.statement, payloadOf({ a: 1 }), [key]);
  files = new Map([[verdictFile, jsonFile(envelope)]]);
});

const signature = (): Buffer => Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64');

function attached(bytes: Buffer): Files {
  const made = attachmentOf(files, { kind: 'timestamp', name: 'reply.tsr', bytes });
  return new Map([...files, [made.path, made.bytes]]);
}

const reason = 'openssl is not installed';

test.for([
  ['an RSA key', {}, ['-sha256', '-cert']],
  ['an EC key', { key: 'ec' }, ['-sha256', '-cert']],
  ['an authority below the root', { below: forAuthorities }, ['-sha256', '-cert']],
  ['a SHA-384 digest', {}, ['-sha384', '-cert']],
  ['a SHA-512 digest, and no nonce', { key: 'ec' }, ['-sha512', '-cert', '-no_nonce']],
] as const satisfies readonly (readonly [string, Oddity, readonly string[]])[])(
  'A timestamp of openssl with %s is accepted, with its time and the name of its authority.',
  async ([, oddity, options], { skip }) => {
    if (!hasOpenssl) skip(reason);
    const before = Math.floor(Date.now() / 1_000) * 1_000;
    const [entry] = await withAuthority(oddity, (authority) => {
      const trust = { timestampRoots: [new X509Certificate(authority.root)] };
      return checkAttachments('timestamp', attached(authority.stamp(signature(), options)), [key], trust);
    });
    expect(entry).toMatchObject({ kind: 'timestamp', keyId: key.id, by: 'O=Example, CN=authority' });
    expect(entry?.at?.getTime()).toBeGreaterThanOrEqual(before);
    expect(entry?.at?.getTime()).toBeLessThanOrEqual(Date.now());
  },
);

test('Without a root, a timestamp is reported as present and not checked.', async ({ skip }) => {
  if (!hasOpenssl) skip(reason);
  const all = withAuthority({}, (authority) => attached(authority.stamp(signature())));
  const path = `timestamps/${key.id}.tst`;
  expect(await checkAttachments('timestamp', all, [key], {})).toEqual([
    { kind: 'timestamp', path, keyId: key.id },
  ]);
  expect(await checkAttachments('timestamp', all, [], {})).toEqual([]);
});

test('A bundle without a timestamp is refused where one is demanded.', async () => {
  await expect(checkAttachments('timestamp', files, [key], { timestampRoots: [] })).rejects.toThrow(
    'no timestamp of a trusted signature (--timestamp-root)',
  );
});

test('What is attached is the token, so that openssl verifies it too.', ({ skip }) => {
  if (!hasOpenssl) skip(reason);
  withAuthority({ below: forAuthorities }, (authority) => {
    const token = attached(authority.stamp(signature())).get(`timestamps/${key.id}.tst`) ?? Buffer.alloc(0);
    expect(authority.verify(token, signature())).toContain('Verification: OK');
    expect(attached(token).get(`timestamps/${key.id}.tst`)).toEqual(token);
    expect(() => authority.verify(token, Buffer.from('other'))).toThrow('message imprint mismatch');
  });
});

test('An answer that is a refusal is not attached, nor is a timestamp of something else.', ({ skip }) => {
  if (!hasOpenssl) skip(reason);
  withAuthority({}, (authority) => {
    expect(() => attached(authority.stamp(signature(), ['-md5', '-cert']))).toThrow(
      'is a rejection by the timestamp authority (status 2)',
    );
    expect(() => attached(authority.stamp(Buffer.from('other')))).toThrow('of something else than');
    expect(() => attached(Buffer.from('no token'))).toThrow('is not a timestamp token');
  });
});

test('The timestamp of a signature goes when its key signs again, and another signature changes nothing.', async ({
  skip,
}) => {
  if (!hasOpenssl) skip(reason);
  const before = withAuthority({}, (authority) => attached(authority.stamp(signature())));
  const { privateKey } = generateKeyPairSync('ed25519');
  const other = { id: keyId(privateKey), key: privateKey };
  const signedBy = (by: NamedKey): Files =>
    new Map([...before, [verdictFile, jsonFile(counterSigned(envelope, by))]]);
  const path = `timestamps/${key.id}.tst`;
  expect(withoutStale(signedBy(other), before).has(path)).toBe(true);
  expect(withoutStale(signedBy(key), before).has(path)).toBe(false);
});

/** The token with one more certificate, which anybody can add. */
function withCertificate(token: Buffer, certificate: Buffer): Buffer {
  const { contentType, content } = ContentInfo.fromBER(new Uint8Array(token));
  const signed = new SignedData({ schema: content });
  signed.certificates = [...(signed.certificates ?? []), PkiCertificate.fromBER(new Uint8Array(certificate))];
  const changed = new ContentInfo({ contentType, content: signed.toSchema(true) });
  return Buffer.from(changed.toSchema().toBER());
}

test('A certificate that the runtime cannot read, which anybody can add to a timestamp, does not matter.', async ({
  skip,
}) => {
  if (!hasOpenssl) skip(reason);
  const folder = opensslFolder();
  onTestFinished(() => folder.close());
  folder.write('serial', '0101\n');
  folder.request('other', 'ec');
  folder.issue({ name: 'other', by: 'other', extensions: forAuthorities });
  const broken = new X509Certificate(folder.read('other.pem')).raw;
  // A serial number with a superfluous zero in front.
  broken[broken.indexOf(Buffer.from('02020101', 'hex')) + 2] = 0;
  expect(() => new X509Certificate(broken)).toThrow();
  const [entry] = await withAuthority({ key: 'ec' }, (authority) => {
    const all = attached(authority.stamp(signature()));
    const path = `timestamps/${key.id}.tst`;
    const token = withCertificate(all.get(path) ?? Buffer.alloc(0), broken);
    const trust = { timestampRoots: [new X509Certificate(authority.root)] };
    return checkAttachments('timestamp', new Map([...all, [path, token]]), [key], trust);
  });
  expect(entry?.by).toBe('O=Example, CN=authority');
});

test('Certificates that issue each other end the search for a chain.', ({ skip }) => {
  if (!hasOpenssl) skip(reason);
  const folder = opensslFolder();
  onTestFinished(() => folder.close());
  for (const name of ['root', 'one', 'other']) folder.request(name, 'ec');
  const issue = (name: string, by: string): void => folder.issue({ name, by, extensions: forAuthorities });
  issue('root', 'root');
  issue('one', 'root');
  issue('other', 'one');
  issue('one', 'other');
  const [root, one, other] = ['root', 'one', 'other'].map(
    (name) => new X509Certificate(folder.read(`${name}.pem`)),
  );
  if (root === undefined || one === undefined || other === undefined) throw new Error('Three were made.');
  expect([one.checkIssued(other), other.checkIssued(one)]).toEqual([true, true]);
  expect(leadsToRoot(one, [one, other], [root], new Date())).toBe(false);
  expect(leadsToRoot(one, [other], [other], new Date())).toBe(true);
});
