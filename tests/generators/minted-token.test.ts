import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, exportJWK, jwtVerify, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { expiredToken, mint, mintedTokenSeconds } from '../../generators/minted-token.ts';

const now = 1_700_000_000;
const at = (seconds: number) => ({ currentDate: new Date(seconds * 1000) });
const secret = 'the secret of the target under test';
const bytes = new TextEncoder().encode(secret);

test('a minted token lives two minutes and carries the given claims', async () => {
  const token = await mint({ sub: 'u', scope: 's', exp: 1, iat: 1, nbf: 1 }, { secret }, { now });
  const { payload } = await jwtVerify(token, bytes, at(now));
  expect(payload).toEqual({
    sub: 'u',
    scope: 's',
    exp: now + mintedTokenSeconds,
    iat: now - 60,
    nbf: now - 60,
  });
  await expect(jwtVerify(token, bytes, at(now + mintedTokenSeconds + 1))).rejects.toThrow('exp');
});

test('times that the claims do not have are not added, exp apart', async () => {
  const token = await mint({ sub: 'u' }, { secret }, { now, lifetimeSeconds: 5 });
  expect(decodeJwt(token)).toEqual({ sub: 'u', exp: now + 5 });
});

test('an expired token verifies but for its time, beyond any usual clock tolerance', async () => {
  const accepted = await new SignJWT({ sub: 'u', iat: now, exp: now + 60 })
    .setProtectedHeader({ alg: 'HS384', kid: 'k' })
    .sign(bytes);
  const token = await expiredToken(accepted, { secret }, now);
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS384', kid: 'k', typ: 'JWT' });
  await expect(jwtVerify(token, bytes, { ...at(now), clockTolerance: 600 })).rejects.toThrow('exp');
  const { payload } = await jwtVerify(token, bytes, at(now - 3601));
  expect(payload.sub).toBe('u');
});

const pairs = {
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: generateKeyPairSync('ed25519'),
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

test.each(Object.entries(pairs))(
  'a private JWK of an %s key signs with that algorithm',
  async (alg, pair) => {
    const jwk = { ...(await exportJWK(pair.privateKey)), kid: 'key-2' };
    const token = await mint({ sub: 'u' }, { jwk }, { now, header: { alg: 'HS256', kid: 'key-1' } });
    expect(decodeProtectedHeader(token)).toEqual({ alg, typ: 'JWT', kid: 'key-2' });
    await expect(jwtVerify(token, pair.publicKey, at(now))).resolves.toBeDefined();
  },
);

test('an RSA key takes over the algorithm of the accepted token, and its own alg goes before that', async () => {
  const jwk = await exportJWK(pairs.RS256.privateKey);
  const taken = await mint({}, { jwk }, { now, header: { alg: 'PS256' } });
  expect(decodeProtectedHeader(taken).alg).toBe('PS256');
  const own = await mint({}, { jwk: { ...jwk, alg: 'RS512' } }, { now, header: { alg: 'PS256' } });
  expect(decodeProtectedHeader(own).alg).toBe('RS512');
});

test('a key of an unknown kind is refused with a sentence', async () => {
  const jwk = { kty: 'EC', crv: 'unknown' };
  await expect(mint({}, { jwk }, { now })).rejects.toThrow('set its alg');
});
