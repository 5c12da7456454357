import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import type { TokenKey } from '../../generators/token-signer.ts';
import type { TokenSettings } from '../../wire/configured-token.ts';
import { credentialProblems } from '../../wire/credential-problems.ts';

const now = 1_800_000_000;
const secret = 'the secret that signs the tokens of this test';

type Claims = Readonly<Record<string, unknown>>;

function signed(claims: Claims, key: Parameters<SignJWT['sign']>[0], header: { alg: string; kid?: string }) {
  return new SignJWT({ sub: 'user', ...claims }).setProtectedHeader(header).sign(key);
}

const bySecret = (claims: Claims, text = secret, header: { alg: string; kid?: string } = { alg: 'HS256' }) =>
  signed(claims, new TextEncoder().encode(text), header);

function problems(token: string, target: TokenSettings, keys: readonly TokenKey[] = []): string[] {
  return credentialProblems({ target, token, keys, nowSeconds: now });
}

const ofSecret = (token: string, text: string) =>
  problems(token, { token, tokenSecret: text }, [{ secret: text }]);

test('A secret must be what signs the token, with any HMAC.', async () => {
  for (const alg of ['HS256', 'HS384', 'HS512'])
    expect(ofSecret(await bySecret({ exp: now + 60 }, secret, { alg }), secret)).toEqual([]);
  expect(ofSecret(await bySecret({ exp: now + 60 }), 'another secret')).toEqual([
    'TARGET_TOKEN_SECRET did not sign TARGET_TOKEN: the signature is that of another key. Set TARGET_TOKEN_SECRET to the key of the issuer, or unset it.',
  ]);
  expect(ofSecret('opaque', secret)[0]).toMatch(/^TARGET_TOKEN is not a JWT, so TARGET_TOKEN_SECRET cannot/);
});

test('The client secret of an OAuth client beside a token that a key pair signs is told apart.', async () => {
  const { privateKey } = await generateKeyPair('RS256');
  const token = await signed({ exp: now + 60 }, privateKey, { alg: 'RS256' });
  expect(problems(token, { tokenCommand: 'print-token', tokenSecret: secret }, [{ secret }])[0]).toMatch(
    /^TARGET_TOKEN_SECRET cannot be what signs the token: TARGET_TOKEN_COMMAND says RS256/,
  );
});

test('Listed tokens are those of one user, and none has expired.', async () => {
  const first = await bySecret({ exp: now + 60, iss: 'one' });
  const problemsWith = (...others: readonly string[]): string[] =>
    credentialProblems({ target: { tokensFile: 'tokens' }, token: first, others, keys: [], nowSeconds: now });
  expect(problemsWith(await bySecret({ exp: now + 90, iss: 'one', aud: 'another' }))).toEqual([]);
  expect(
    problemsWith(
      await bySecret({ exp: now - 7_200, iss: 'one' }),
      await bySecret({ iss: 'one', sub: 'somebody' }),
      await bySecret({ iss: 'two' }),
      'opaque',
    ),
  ).toEqual([
    'Token 2 in TARGET_TOKENS_FILE expired 2 hours ago. Replace it with a valid one, or remove it.',
    'Token 3 in TARGET_TOKENS_FILE has another "sub" than the first. Give tokens of the same user and issuer.',
    'Token 4 in TARGET_TOKENS_FILE has another "iss" than the first. Give tokens of the same user and issuer.',
    'Token 5 in TARGET_TOKENS_FILE has another "sub" than the first. Give tokens of the same user and issuer.',
  ]);
});

test.each(['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'])(
  'A private key, its public half and a set of keys are held against a token of %s.',
  async (alg) => {
    const [own, other] = await Promise.all([
      generateKeyPair(alg, { extractable: true }),
      generateKeyPair(alg, { extractable: true }),
    ]);
    const token = await signed({ exp: now + 60 }, own.privateKey, { alg });
    const jwk = async (key: typeof own.publicKey): Promise<TokenKey> => ({
      jwk: (await exportJWK(key)) as JWK,
    });
    const settings = { token, tokenKey: 'key.json' };
    expect(problems(token, settings, [await jwk(own.privateKey)])).toEqual([]);
    expect(problems(token, settings, [await jwk(other.publicKey), await jwk(own.publicKey)])).toEqual([]);
    expect(problems(token, settings, [await jwk(other.privateKey)])[0]).toMatch(
      /^TARGET_TOKEN_KEY did not sign TARGET_TOKEN/,
    );
    expect(problems(await bySecret({}), settings, [await jwk(own.publicKey)])[0]).toMatch(
      /^TARGET_TOKEN_KEY cannot be what signs the token: TARGET_TOKEN says HS256/,
    );
  },
);

/** What is said about an expired token beside a valid one of these claims. */
async function ofExpired(expiredToken: string, claims: Claims = {}, keys: readonly TokenKey[] = []) {
  const token = await bySecret({ exp: now + 60, ...claims }, secret, { alg: 'HS256', kid: 'k' });
  return problems(token, { token, expiredToken, ...(keys.length > 0 ? { tokenSecret: secret } : {}) }, keys);
}

const like = (claims: Claims, text = secret) => bySecret(claims, text, { alg: 'HS256', kid: 'k' });

test('An expired token expired more than five minutes ago.', async () => {
  expect(await ofExpired(await like({ exp: now - 301 }))).toEqual([]);
  expect(await ofExpired('garbage')).toEqual([
    'TARGET_EXPIRED_TOKEN is not a JWT, which has three parts separated by dots. It must be one that was valid before it expired.',
  ]);
  expect((await ofExpired(await like({ exp: now - 200 })))[0]).toMatch(/expired only 3 minutes ago/);
  expect((await ofExpired(await like({ exp: now + 200 })))[0]).toMatch(
    /has not expired: it is valid for another 3 minutes/,
  );
  expect((await ofExpired(await like({})))[0]).toMatch(/never expires/);
  expect((await ofExpired(await like({ exp: String(now - 4_000) })))[0]).toMatch(/never expires/);
});

test('An expired token is signed like the valid one, and for the same subject.', async () => {
  const old = { exp: now - 4_000 };
  expect(await ofExpired(await like({ ...old, aud: ['b', 'a'] }), { aud: ['a', 'b'] })).toEqual([]);
  const other = async (claims: Claims, name: string) =>
    expect((await ofExpired(await like({ ...old, ...claims }), { iss: 'one', aud: 'a' }))[0]).toContain(
      `another "${name}"`,
    );
  await other({ iss: 'one', aud: 'a', sub: 'somebody' }, 'sub');
  await other({ iss: 'two', aud: 'a' }, 'iss');
  await other({ iss: 'one' }, 'aud');
  expect((await ofExpired(await bySecret(old)))[0]).toContain('another "kid"');
  expect((await ofExpired(await bySecret(old, secret, { alg: 'HS384', kid: 'k' })))[0]).toContain(
    'another "alg"',
  );
});

test('Where there is a key, it signed the expired token too.', async () => {
  const old = { exp: now - 4_000 };
  expect(await ofExpired(await like(old), {}, [{ secret }])).toEqual([]);
  expect((await ofExpired(await like(old, 'another secret'), {}, [{ secret }]))[0]).toMatch(
    /^TARGET_EXPIRED_TOKEN was not signed with TARGET_TOKEN_SECRET/,
  );
});
