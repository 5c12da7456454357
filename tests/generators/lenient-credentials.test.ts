import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { compactDecrypt, compactVerify, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { readJwt } from '../../generators/jwt.ts';
import { lenienciesOf } from '../../generators/leniencies/catalogue.ts';
import type { CredentialSource } from '../../generators/leniencies/credential-parts.ts';
import {
  type LenientCredential,
  lenientCredentials,
} from '../../generators/leniencies/lenient-credentials.ts';
import type { TokenKey } from '../../generators/token-signer.ts';
import { requirement } from '../../requirements/catalogue.ts';
import { requirementForKind } from '../../requirements/requirement-for.ts';

const listed = lenienciesOf('credential');
const now = Math.floor(Date.now() / 1_000);
const claims = { sub: 'user-1', scope: 'daml_ledger_api', exp: now + 600, iat: now - 5 };
const secret = 'the secret of the target under test';
const es256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rs256 = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ed25519 = generateKeyPairSync('ed25519');

const targets = {
  HS256: { sign: Buffer.from(secret), verify: Buffer.from(secret), key: { secret } },
  ES256: {
    sign: es256.privateKey,
    verify: es256.publicKey,
    key: { jwk: es256.privateKey.export({ format: 'jwk' }) },
  },
  RS256: {
    sign: rs256.privateKey,
    verify: rs256.publicKey,
    key: { jwk: rs256.privateKey.export({ format: 'jwk' }) },
  },
  PS256: {
    sign: rs256.privateKey,
    verify: rs256.publicKey,
    key: { jwk: rs256.privateKey.export({ format: 'jwk' }) },
  },
  EdDSA: {
    sign: ed25519.privateKey,
    verify: ed25519.publicKey,
    key: { jwk: ed25519.privateKey.export({ format: 'jwk' }) },
  },
} as const;

type Alg = keyof typeof targets;

async function sourceOf(alg: Alg, own: JWTPayload = claims, key?: TokenKey): Promise<CredentialSource> {
  const token = await new SignJWT(own).setProtectedHeader({ alg, kid: 'key-1' }).sign(targets[alg].sign);
  return { token, jwt: readJwt(token), now, ...(key === undefined ? {} : { key }) };
}

/** Whether a strict server rejects everything that it is made from. */
function mustBeRejected({ leniency }: LenientCredential): boolean {
  return requirement(requirementForKind(leniency.keyword)).level === 'MUST';
}

const verified = (alg: Alg, text: string) =>
  jwtVerify(text, targets[alg].verify, { algorithms: [alg] }).then(
    ({ payload }) => payload,
    () => undefined,
  );

describe.each(Object.keys(targets) as Alg[])('from a token signed with %s', (alg) => {
  test('a strict server rejects whatever must be rejected', async () => {
    const source = await sourceOf(alg, claims, targets[alg].key as TokenKey);
    expect(await verified(alg, source.token)).toEqual(claims);
    const made = lenientCredentials(listed, source);
    // Only from the parser that takes the token from the header; jose gets the text.
    const read = made.filter(({ sent }) => sent === 'token').filter(mustBeRejected);
    expect(read.length).toBeGreaterThan(60);
    for (const { leniency, detail, text } of read) {
      // jose decodes base64url leniently itself, which is one of the leniencies.
      if (/^[\w.-]+$/.test(text))
        expect(await verified(alg, text), `${leniency.id} ${detail}`).toBeUndefined();
      else expect(text, leniency.id).not.toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    }
  });

  test('every expired token is signed with the key of the target, and expired more than five minutes ago', async () => {
    const source = await sourceOf(alg, claims, targets[alg].key as TokenKey);
    const expired = lenientCredentials(listed, source).filter(
      ({ leniency }) => leniency.keyword === 'expired',
    );
    expect(expired.length).toBeGreaterThan(10);
    for (const { text, detail } of expired) {
      const { payload } = await compactVerify(text, targets[alg].verify);
      const { exp } = JSON.parse(Buffer.from(payload).toString()) as JWTPayload;
      expect(exp, detail).toBeLessThan(now - 300);
    }
  });

  test('without its key, only what can be made without it is made', async () => {
    const made = lenientCredentials(listed, await sourceOf(alg));
    expect(made.filter(({ leniency }) => leniency.keyword === 'expired')).toEqual([]);
    expect(new Set(made.map(({ leniency }) => leniency.keyword))).toEqual(
      new Set([
        'text-around-token',
        'space-in-token',
        'token-in-other-case',
        'alg-none',
        'signature-missing',
        'forged',
        'token-form',
      ]),
    );
  });
});

test('Each credential differs from the accepted token and from the others, and can stand in a header.', async () => {
  const source = await sourceOf('HS256', claims, { secret });
  const made = lenientCredentials(listed, source);
  const texts = made.map(({ sent, text }) => `${sent} ${text}`);
  expect(texts).not.toContain(`token ${source.token}`);
  expect(new Set(texts).size).toBe(texts.length);
  for (const text of texts) expect(text).toMatch(/^[\t\x20-\x7e]+$/);
  const names = made.map(({ leniency, detail }) => `${leniency.id} ${detail}`);
  expect(new Set(names).size).toBe(names.length);
});

test('Every template is used for a token with HMAC and its secret, apart from those of asymmetric keys and of its own algorithm.', async () => {
  const made = lenientCredentials(listed, await sourceOf('HS256', claims, { secret }));
  const unused = listed.flatMap(({ id, templates }) => {
    const count = made.filter(({ leniency }) => leniency.id === id).length;
    return count === templates.length ? [] : [`${id}: ${count} of ${templates.length}`];
  });
  expect(unused).toEqual(['public-key-as-secret: 0 of 9', 'other-hmac: 4 of 5']);
});

test.each<[Alg, number]>([
  ['RS256', 9],
  // Without PKCS #1, which is for RSA alone.
  ['ES256', 8],
  ['EdDSA', 8],
])('Each spelling of a public key of %s is tried as a secret.', async (alg, count) => {
  const source = await sourceOf(alg, claims, targets[alg].key as TokenKey);
  const made = lenientCredentials(listed, source).filter(
    ({ leniency }) => leniency.id === 'public-key-as-secret',
  );
  expect(made).toHaveLength(count);
  const key = targets[alg].verify as KeyObject;
  const pem = key.export({ format: 'pem', type: 'spki' }).toString();
  const der = key.export({ format: 'der', type: 'spki' });
  for (const secretOfServer of [Buffer.from(pem), Buffer.from(pem.trim()), der]) {
    const verifications = made.map(({ text }) => jwtVerify(text, secretOfServer).then(Boolean, () => false));
    expect((await Promise.all(verifications)).filter(Boolean).length).toBeGreaterThan(0);
  }
});

test('A token inside an encrypted one is what a server decrypts, and nothing that it should trust.', async () => {
  const source = await sourceOf('RS256', claims, targets.RS256.key as TokenKey);
  const [unsigned = '', stranger = ''] = lenientCredentials(listed, source)
    .filter(({ leniency }) => leniency.id === 'token-in-encrypted-token')
    .map(({ text }) => text);
  const inside = async (text: string) =>
    Buffer.from((await compactDecrypt(text, rs256.privateKey)).plaintext).toString();
  expect(await inside(unsigned)).toMatch(/^[\w-]+\.[\w-]+\.$/);
  expect(await verified('RS256', await inside(stranger))).toBeUndefined();
  expect(readJwt(await inside(stranger)).claims).toEqual(claims);
});

test('A secret that is really that of the target forges nothing.', async () => {
  const weak = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from('changeme'));
  const source = { token: weak, jwt: readJwt(weak), now };
  const known = lenientCredentials(listed, source).filter(
    ({ leniency }) => leniency.id === 'well-known-secret',
  );
  expect(known).toHaveLength(4);
  expect(known.map(({ detail }) => detail)).not.toContain('hmac:changeme');
});

test('Claims of an empty payload are still JSON.', async () => {
  const made = lenientCredentials(listed, await sourceOf('HS256', {}, { secret }));
  for (const { text, leniency } of made.filter(({ leniency: { keyword } }) => keyword === 'expired')) {
    expect(() => readJwt(text), leniency.id).not.toThrow();
  }
});

test('A template that names an unknown key is a mistake.', async () => {
  const [any] = listed;
  if (any === undefined) throw new Error('The catalogue is empty.');
  const wrong = { ...any, templates: ['{"alg":"HS256"} . {} . nobody'] };
  const source = await sourceOf('HS256');
  expect(() => lenientCredentials([wrong], source)).toThrow('names the key nobody');
});
