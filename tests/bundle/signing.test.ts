import { generateKeyPairSync, verify } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPrivateKey, readPublicKey } from '../../certificate/keys.ts';
import { counterSigned, payloadOf, payloadTypes, signPayload } from '../../certificate/signed-document.ts';
import { openStatement } from '../../certificate/statements.ts';
import { jsonFile } from '../../certificate/strict-json.ts';
import { emptyFolder } from '../cli/command.ts';

const kinds = [
  ['ed25519', () => generateKeyPairSync('ed25519')],
  ['P-256', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
] as const;

test('What is signed is type and body with their lengths, as the DSSE protocol says.', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { signatures } = signPayload(payloadTypes.statement, payloadOf({ a: 'ä' }), [
    { id: 'k', key: privateKey },
  ]);
  const signed = Buffer.from('DSSEv1 28 application/vnd.in-toto+json 10 {"a":"ä"}');
  expect(verify(null, signed, publicKey, Buffer.from(signatures[0]?.sig ?? '', 'base64'))).toBe(true);
});

test.for(kinds)('A statement signed by %s is opened by its public key, as PEM or JWK.', async ([, make]) => {
  const folder = emptyFolder();
  const { privateKey, publicKey } = make();
  writeFileSync(join(folder, 'key'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(join(folder, 'pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  writeFileSync(join(folder, 'jwk'), JSON.stringify(publicKey.export({ format: 'jwk' })));
  const key = readPrivateKey(join(folder, 'key'));
  const bytes = jsonFile(signPayload(payloadTypes.statement, payloadOf({ a: 1 }), [key]));
  for (const form of ['pem', 'jwk']) {
    const trusted = readPublicKey(join(folder, form));
    expect(openStatement('it', bytes, [trusted])).toEqual({
      name: 'it',
      payload: Buffer.from('{"a":1}'),
      statement: { a: 1 },
      signers: [key.id],
      others: [],
    });
  }
});

test('A second signature is added to the first, and signing again replaces the earlier signature of that key.', async () => {
  const folder = emptyFolder();
  const keys = await Promise.all(
    kinds.map(([name, make]) => {
      writeFileSync(join(folder, name), make().privateKey.export({ type: 'pkcs8', format: 'pem' }));
      return readPrivateKey(join(folder, name));
    }),
  );
  const [vendor, certifier] = keys;
  if (vendor === undefined || certifier === undefined) throw new Error('Two keys were made.');
  const both = counterSigned(
    counterSigned(signPayload(payloadTypes.statement, payloadOf({}), [vendor]), certifier),
    certifier,
  );
  const bytes = jsonFile(both);
  expect(openStatement('it', bytes, keys).signers).toEqual([vendor.id, certifier.id]);
  expect(openStatement('it', bytes, [certifier])).toMatchObject({
    signers: [certifier.id],
    others: [vendor.id],
  });
});

test.for([
  ['is not there', undefined],
  ['is no key', 'hello'],
  ['is a key of another kind', generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey],
] as const)('A key file that %s is refused by a sentence that does not show it.', async ([, content]) => {
  const path = join(emptyFolder(), 'key.pem');
  if (content !== undefined) {
    const text = typeof content === 'string' ? content : content.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(path, text);
  }
  expect(() => readPrivateKey(path)).toThrow(/key\.pem .*Give an Ed25519 or P-256 key/s);
  expect(() => readPrivateKey(path)).not.toThrow(/hello|MII|BEGIN/);
});

test('A file with several keys is rejected, because only the first would be used.', () => {
  const path = join(emptyFolder(), 'two.pub');
  const pem = () => generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
  writeFileSync(path, `${pem()}${pem()}`);
  expect(() => readPublicKey(path)).toThrow(/two\.pub has several keys\. Give a file with one\./);
});

test('A public key at the point at infinity, whose details the runtime cannot read, is refused.', async () => {
  const path = join(emptyFolder(), 'key.pem');
  const spki = Buffer.from('3019301306072a8648ce3d020106082a8648ce3d03010703020000', 'hex').toString(
    'base64',
  );
  writeFileSync(path, `-----BEGIN PUBLIC KEY-----\n${spki}\n-----END PUBLIC KEY-----\n`);
  expect(() => readPublicKey(path)).toThrow(/key\.pem .*Give an Ed25519 or P-256 key/s);
});

test.for(kinds)('A private %s key is refused where a public one belongs.', async ([, make]) => {
  const folder = emptyFolder();
  const { privateKey } = make();
  const given = {
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    encrypted: privateKey
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
      .toString(),
    jwk: JSON.stringify(privateKey.export({ format: 'jwk' })),
  };
  for (const [name, content] of Object.entries(given)) {
    writeFileSync(join(folder, name), content);
    expect(() => readPublicKey(join(folder, name))).toThrow(
      `${name} is a private key. Give the public key, such as`,
    );
  }
});
