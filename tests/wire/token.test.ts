import { rmSync, writeFileSync } from 'node:fs';
import { exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from 'jose';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { TargetSettings } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { createRedactor } from '../../wire/redact.ts';
import { createTokenSource, expiryOf, isJwt } from '../../wire/token.ts';
import { temporaryFile } from '../journal/temporary-folder.ts';

const secret = 'the secret that signs the tokens of this test';
const now = 1_800_000_000;

afterEach(() => {
  vi.useRealTimers();
});

function clockAt(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: seconds * 1_000 });
}

async function tokenUntil(exp: number, more: Record<string, unknown> = {}): Promise<string> {
  return new SignJWT({ sub: 'user', ...more })
    .setProtectedHeader({ alg: 'HS256', kid: 'the-key' })
    .setExpirationTime(exp)
    .sign(new TextEncoder().encode(secret));
}

function sourceOf(settings: Partial<TargetSettings>, redactor = createRedactor()) {
  return createTokenSource(
    { baseUrl: 'http://127.0.0.1', participantUids: [], timeoutMs: 1_000, bodyMebibytes: 32, ...settings },
    redactor,
  );
}

test('A token is fresh until five seconds before it expires, and one without exp always is.', async () => {
  const token = await tokenUntil(now + 60);
  const source = sourceOf({ token });
  clockAt(now + 54);
  expect(source.isStale()).toBe(false);
  clockAt(now + 55);
  expect(source.isStale()).toBe(true);
  expect(await source.current()).toBe(token);
  expect(sourceOf({ token: 'opaque' }).isStale()).toBe(false);
});

test('A stale token is renewed by the secret, with its claims and its kid, and lives two minutes.', async () => {
  clockAt(now);
  const source = sourceOf({
    token: await tokenUntil(now + 4, { scope: 'daml_ledger_api' }),
    tokenSecret: secret,
  });
  const renewed = await source.current();
  const { payload, protectedHeader } = await jwtVerify(renewed, new TextEncoder().encode(secret));
  expect(payload).toEqual({ sub: 'user', scope: 'daml_ledger_api', exp: now + 120 });
  expect(protectedHeader).toMatchObject({ alg: 'HS256', kid: 'the-key' });
  expect(source.isStale()).toBe(false);
  expect(await source.current()).toBe(renewed);
  clockAt(now + 118);
  expect(expiryOf(await source.current())).toBe(now + 118 + 120);
});

test('A stale token is renewed by a private JWK.', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'own' };
  const token = await new SignJWT({ sub: 'user' })
    .setProtectedHeader({ alg: 'ES256' })
    .setExpirationTime(now)
    .sign(privateKey);
  clockAt(now);
  const redactor = createRedactor();
  const source = sourceOf({ token, tokenKeyFile: temporaryFile(JSON.stringify(jwk)) }, redactor);
  const { payload, protectedHeader } = await jwtVerify(
    await source.current(),
    await importJWK(await exportJWK(publicKey), 'ES256'),
  );
  expect(payload).toMatchObject({ sub: 'user', exp: now + 120 });
  expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: 'own' });
  expect(redactor.text(String(jwk.d))).toContain('token-key');
});

test('A token file is read again when the token is stale.', async () => {
  const path = temporaryFile(`${await tokenUntil(now + 10)}\n`);
  const source = sourceOf({ tokenFile: path });
  clockAt(now);
  const first = await source.current();
  const second = await tokenUntil(now + 500);
  writeFileSync(path, second);
  expect(await source.current()).toBe(first);
  clockAt(now + 6);
  expect(await source.current()).toBe(second);
});

test('A token command is run again when the token is stale.', async () => {
  const path = temporaryFile(await tokenUntil(now + 10));
  const source = sourceOf({ tokenCommand: `cat '${path}'` });
  const second = await tokenUntil(now + 500);
  writeFileSync(path, second);
  clockAt(now + 6);
  expect(await source.current()).toBe(second);
});

describe('what gives no token is a usage error', () => {
  const cases: readonly (readonly [string, () => Partial<TargetSettings>, RegExp])[] = [
    ['nothing configured', () => ({}), /^No token:/],
    [
      'an empty file',
      () => ({ tokenFile: temporaryFile(' \n') }),
      /^TARGET_TOKEN_FILE did not yield a single token/,
    ],
    [
      'a file with two words',
      () => ({ tokenFile: temporaryFile('one two') }),
      /^TARGET_TOKEN_FILE did not yield a single/,
    ],
    [
      'a file that is missing',
      () => ({ tokenFile: '/nonexistent/token' }),
      /^TARGET_TOKEN_FILE names a file/,
    ],
    [
      'a command that fails',
      () => ({ tokenCommand: 'echo not-shown; exit 3' }),
      /^TARGET_TOKEN_COMMAND failed/,
    ],
    [
      'a command that says nothing',
      () => ({ tokenCommand: 'true' }),
      /^TARGET_TOKEN_COMMAND did not yield a single/,
    ],
    [
      'a key that is no JSON',
      () => ({ token: 'a.b.c', tokenKeyFile: temporaryFile('-----BEGIN') }),
      /not a private JWK/,
    ],
    [
      'a public key',
      () => ({ token: 'a.b.c', tokenKeyFile: temporaryFile('{"kty":"EC"}') }),
      /not a private JWK/,
    ],
    [
      'a key that is null',
      () => ({ token: 'a.b.c', tokenKeyFile: temporaryFile('null') }),
      /not a private JWK/,
    ],
  ];
  test.each(cases)('%s.', (_name, settings, sentence) => {
    const open = (): unknown => sourceOf(settings());
    expect(open).toThrow(UsageError);
    expect(open).toThrow(sentence);
    expect(open).not.toThrow(/not-shown/);
  });
});

describe('an expired token', () => {
  test('is the configured one where there is one.', async () => {
    expect(await sourceOf({ token: 'a.b.c', expiredToken: 'd.e.f', tokenSecret: secret }).expired()).toBe(
      'd.e.f',
    );
  });

  test('is made with the key, an hour past.', async () => {
    clockAt(now);
    const expired = await sourceOf({ token: await tokenUntil(now + 900), tokenSecret: secret }).expired();
    expect(expiryOf(String(expired))).toBe(now - 3_600);
  });

  test('cannot be made without a key, or from a token that is not a JWT.', async () => {
    expect(await sourceOf({ token: await tokenUntil(now) }).expired()).toBeUndefined();
    expect(await sourceOf({ token: 'opaque', tokenSecret: secret }).expired()).toBeUndefined();
  });
});

test('Every token, its parts, and the secret itself are secrets of the redactor.', async () => {
  clockAt(now);
  const redactor = createRedactor();
  const token = await tokenUntil(now);
  const source = sourceOf({ token, tokenSecret: secret }, redactor);
  const renewed = await source.current();
  const expired = String(await source.expired());
  for (const one of [token, renewed, expired]) {
    expect(redactor.text(one)).toMatch(/^\[redacted:/);
    const [, payload = '', signature = ''] = one.split('.');
    expect(redactor.text(payload)).toMatch(/^\[redacted:.*-payload:/);
    expect(redactor.text(signature)).toMatch(/^\[redacted:.*-signature:/);
  }
  expect(redactor.text(secret)).toMatch(/^\[redacted:token-secret:/);
});

test('The header of a token is not a secret: many tokens have the same.', async () => {
  const redactor = createRedactor();
  const token = await tokenUntil(now);
  sourceOf({ token }, redactor);
  const [header = ''] = token.split('.');
  expect(redactor.text(header)).toBe(header);
  expect(isJwt(token)).toBe(true);
  expect(expiryOf(token)).toBe(now);
});

test('A token file that went away during the run is a usage error that names it.', async () => {
  const path = temporaryFile(await tokenUntil(now + 10));
  const source = sourceOf({ tokenFile: path });
  rmSync(path);
  clockAt(now + 6);
  await expect(source.current()).rejects.toThrow(/^TARGET_TOKEN_FILE names a file/);
});
