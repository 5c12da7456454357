import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, exportJWK, jwtVerify, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AlteredCredential, altered } from '../../generators/credentials.ts';

const claims = { sub: 'user-1', scope: 'daml_ledger_api', exp: 4_000_000_000 };
const secret = new TextEncoder().encode('the secret of the target under test');

const pairs = {
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ES384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  EdDSA: generateKeyPairSync('ed25519'),
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

const keys = {
  HS256: { sign: secret, verify: secret },
  ES256: { sign: pairs.ES256.privateKey, verify: pairs.ES256.publicKey },
  ES384: { sign: pairs.ES384.privateKey, verify: pairs.ES384.publicKey },
  EdDSA: { sign: pairs.EdDSA.privateKey, verify: pairs.EdDSA.publicKey },
  RS256: { sign: pairs.RS256.privateKey, verify: pairs.RS256.publicKey },
};

describe.each(Object.entries(keys))('from a token signed with %s', (alg, key) => {
  let token = '';
  let all: AlteredCredential[] = [];

  beforeAll(async () => {
    token = await new SignJWT(claims).setProtectedHeader({ alg, kid: 'key-1' }).sign(key.sign);
    all = altered(token);
  });

  test('the token itself is accepted and no variant of it is', async () => {
    await expect(jwtVerify(token, key.verify)).resolves.toBeDefined();
    for (const { detail, token: variant } of all) {
      await expect(jwtVerify(variant, key.verify), detail).rejects.toThrow();
    }
  });

  test('variants have unique names and tokens, and can stand in a header', () => {
    expect(new Set(all.map(({ kind, detail }) => `${kind} ${detail}`)).size).toBe(all.length);
    expect(new Set([token, ...all.map((variant) => variant.token)]).size).toBe(all.length + 1);
    for (const variant of all) expect(variant.token).toMatch(/^[A-Za-z0-9._~+/=-]*$/);
  });

  test('every kind that needs no key is there', () => {
    expect(new Set(all.map(({ kind }) => kind))).toEqual(
      new Set([
        'empty',
        'not-a-jwt',
        'alg-none',
        'signature-missing',
        'signature-altered',
        'payload-changed',
        'other-secret',
      ]),
    );
  });

  test('variants other than those of the payload carry the same claims', () => {
    const signed = all.filter(({ kind }) => ['alg-none', 'signature-altered', 'other-secret'].includes(kind));
    expect(signed.length).toBeGreaterThan(10);
    for (const variant of signed) expect(decodeJwt(variant.token), variant.detail).toEqual(claims);
  });

  test('a changed signature differs in one byte, at the first, middle and last place, or in its order or its letters', () => {
    const signature = Buffer.from(token.split('.')[2] ?? '', 'base64url');
    const places = all
      .filter(({ kind, detail }) => kind === 'signature-altered' && detail.endsWith('byte-changed'))
      .map((variant) => Buffer.from(variant.token.split('.')[2] ?? '', 'base64url'))
      .map((bytes) => [...bytes.keys()].filter((index) => bytes[index] !== signature[index]));
    const { length } = signature;
    const middle = Math.floor(length / 2);
    expect(places).toEqual([[0], [middle], [length - 1], [middle]]);
    const named = (name: string) => all.find((each) => each.detail === name)?.token.split('.')[2] ?? '';
    expect(Buffer.from(named('bytes-in-reverse'), 'base64url').reverse()).toEqual(signature);
    const inOtherCase = named('letters-in-the-other-case');
    expect(inOtherCase).not.toBe(token.split('.')[2]);
    expect(inOtherCase.toLowerCase()).toBe(token.split('.')[2]?.toLowerCase());
  });
});

test('another secret of the same HMAC algorithm makes a token that only that secret verifies', async () => {
  const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS512' }).sign(secret);
  const others = altered(token).filter(({ kind }) => kind === 'other-secret');
  expect(others.map(({ detail }) => detail)).toEqual(['another HS512 key']);
  expect(altered(token).filter(({ kind }) => kind === 'other-secret')).toEqual(others);
});

test('a token without exp and sub has them changed or left out, never invented twice', async () => {
  const token = await new SignJWT({ scope: 'x' }).setProtectedHeader({ alg: 'HS256' }).sign(secret);
  const changed = altered(token).filter(({ kind }) => kind === 'payload-changed');
  expect(changed.map((variant) => decodeJwt(variant.token))).toEqual([
    { scope: 'x', sub: 'x' },
    { scope: 'x', added: 'by the bearer' },
  ]);
});

test('a text that is not a JWT is rejected with a sentence that does not quote it', async () => {
  const jwk = await exportJWK(pairs.EdDSA.publicKey);
  for (const text of [
    'opaque-token-value',
    'a.b.c',
    `${Buffer.from(JSON.stringify(jwk)).toString('base64url')}.x.y`,
  ]) {
    expect(() => altered(text)).toThrow('give the one that the target accepts');
    expect(() => altered(text)).not.toThrow(text);
  }
});
