import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from 'jose';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { TargetSettings } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { apiKeyForms, presentText } from '../../wire/credential.ts';
import { createRedactor } from '../../wire/redact.ts';
import { addToken, createTokenSource, expiryOf, type TokenOptions } from '../../wire/token.ts';
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

function sourceOf(
  settings: Partial<TargetSettings>,
  redactor = createRedactor(),
  options: TokenOptions = {},
) {
  return createTokenSource(
    { baseUrl: 'http://127.0.0.1', participantUids: [], timeoutMs: 1_000, bodyMebibytes: 32, ...settings },
    redactor,
    options,
  );
}

test('A token that cannot be renewed lasts until five seconds before it expires, and one without exp for ever.', async () => {
  const token = await tokenUntil(now + 60);
  const source = sourceOf({ token });
  clockAt(now + 54);
  expect(source.hasEnded()).toBe(false);
  clockAt(now + 55);
  expect(await source.current()).toBe(token);
  expect(source.hasEnded()).toBe(true);
  expect(sourceOf({ token: 'opaque' }).hasEnded()).toBe(false);
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
  expect(source.hasEnded()).toBe(false);
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
  const source = sourceOf({ token, tokenKey: temporaryFile(JSON.stringify(jwk)) }, redactor);
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

test('Each token of a list is read again when it is stale, and each is a secret at once.', async () => {
  clockAt(now);
  const all = (exp: number) =>
    Promise.all([0, 1, 2].map((place) => tokenUntil(exp + place, { jti: `${place}` })));
  const before = await all(now + 10);
  const path = temporaryFile(JSON.stringify(before));
  const redactor = createRedactor();
  const source = sourceOf({ tokensFile: path }, redactor, { wait: async () => undefined });
  for (const token of before) expect(redactor.text(token)).toContain('[redacted:token:');
  expect([await source.current(), await source.listed(2), await source.listed(1)]).toEqual([
    before[0],
    before[2],
    before[1],
  ]);
  const after = await all(now + 500);
  writeFileSync(path, after.join('\r\n'));
  clockAt(now + 7);
  expect(await source.listed(2)).toBe(after[2]);
  writeFileSync(path, `${before[0]}\n${before[1]}\n`);
  clockAt(now + 498);
  await source.listed(2);
  expect([source.hasEnded(2), source.hasEnded(1)]).toEqual([true, true]);
});

test('A listed token that the file no longer has when it is first needed has ended.', async () => {
  clockAt(now);
  const source = sourceOf({ tokensFile: temporaryFile('one\ntwo\n') });
  expect(await source.current()).toBe('one');
  expect(await source.listed(1)).toBe('two');
  await source.listed(2);
  expect([source.hasEnded(), source.hasEnded(1), source.hasEnded(2)]).toEqual([false, false, true]);
});

test('A token command is run again when the token is stale.', async () => {
  clockAt(now);
  const path = temporaryFile(await tokenUntil(now + 10));
  const source = sourceOf({ tokenCommand: `cat '${path}'` });
  await source.current();
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
    ...(
      [
        ['an empty list of tokens', ' \n\n', 'has no token. Give several valid ones of the same user'],
        ['an empty array of tokens', '[]', 'has no token'],
        [
          'a list of one token',
          'a.b.c\n',
          'has one token. Give several of the same user, or use TARGET_TOKEN_FILE',
        ],
        ['a list with a token twice', 'a.b.c\nd.e.f\n\na.b.c', 'TARGET_TOKENS_FILE has a token twice'],
        [
          'a list with two words in a line',
          'a.b.c\nd.e.f x',
          'Token 2 in TARGET_TOKENS_FILE is not a single token',
        ],
        ['an array with a number', '["a.b.c", 5]', 'Token 2 in TARGET_TOKENS_FILE is not a single token'],
        ['an array that is cut', '["a.b.c"', 'Token 1 in TARGET_TOKENS_FILE is not a single token'],
      ] as const
    ).map(
      ([name, text, problem]) =>
        [name, () => ({ tokensFile: temporaryFile(text) }), new RegExp(problem)] as const,
    ),
    ['a key that is no JSON', () => ({ token: 'a.b.c', tokenKey: temporaryFile('-----BEGIN') }), /not a JWK/],
    [
      'a key without its content',
      () => ({ token: 'a.b.c', tokenKey: temporaryFile('{"kty":"EC"}') }),
      /not a JWK/,
    ],
    ['a key that is null', () => ({ token: 'a.b.c', tokenKey: temporaryFile('null') }), /not a JWK/],
  ];
  test.each(cases)('%s.', async (_name, settings, sentence) => {
    const error = await (async () => sourceOf(settings()).current())().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UsageError);
    expect(String((error as UsageError).problems)).toMatch(sentence);
    expect(String(error)).not.toContain('not-shown');
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

test('The space behind `Bearer` is no part of a secret, where white space was sent inside a token before.', () => {
  const redactor = createRedactor();
  const [header, payload, signature] = ['h'.repeat(10), 'eyJzdWIiOiJ1c2VyIn0', 'c2lnbmF0dXJlIG9m'];
  addToken(redactor, `${header}. ${payload}.${signature} `, 'space-in-token');
  addToken(redactor, payload, 'not-a-jwt');
  expect(redactor.text(`Bearer ${payload}`)).toMatch(/^Bearer \[redacted:[^ ]*$/);
});

test('The header of a token is not a secret: many tokens have the same.', async () => {
  const redactor = createRedactor();
  const token = await tokenUntil(now);
  sourceOf({ token }, redactor);
  const [header = ''] = token.split('.');
  expect(redactor.text(header)).toBe(header);
  expect(expiryOf(token)).toBe(now);
});

/** A command that counts how often it runs, and prints the token in a file. */
function counted(token: string) {
  const [path, runs] = [temporaryFile(token), temporaryFile('')];
  return {
    path,
    tokenCommand: `echo >> '${runs}'; cat '${path}'`,
    runs: () => readFileSync(runs, 'utf8').length,
  };
}

test('A command is run ahead of the end of the token, once for all who ask, and nobody waits for it.', async () => {
  clockAt(now);
  const { path, tokenCommand, runs } = counted(await tokenUntil(now + 60));
  const source = sourceOf({ tokenCommand });
  const first = await source.current();
  const second = await tokenUntil(now + 120);
  writeFileSync(path, second);
  clockAt(now + 44);
  expect(await source.current()).toBe(first);
  expect(runs()).toBe(1);
  clockAt(now + 46);
  expect(await Promise.all(Array.from({ length: 20 }, () => source.current()))).toEqual(
    Array.from({ length: 20 }, () => first),
  );
  await vi.waitUntil(async () => (await source.current()) === second, 60_000);
  clockAt(now + 100);
  await Promise.all(Array.from({ length: 20 }, () => source.current()));
  expect(runs()).toBe(2);
});

test('Close to the end of the token, those who ask wait for one and the same run of the command.', async () => {
  clockAt(now);
  const { path, tokenCommand, runs } = counted(await tokenUntil(now + 60));
  const source = sourceOf({ tokenCommand });
  await source.current();
  const second = await tokenUntil(now + 120);
  writeFileSync(path, second);
  clockAt(now + 56);
  expect(new Set(await Promise.all(Array.from({ length: 20 }, () => source.current())))).toEqual(
    new Set([second]),
  );
  expect(runs()).toBe(2);
});

test('A command that gives the same token until its last second is asked again each second, and not after its end.', async () => {
  clockAt(now);
  const { path, tokenCommand, runs } = counted(await tokenUntil(now + 60));
  let seconds = now + 57;
  const second = await tokenUntil(now + 120);
  const wait = async (): Promise<void> => {
    clockAt(++seconds);
    if (seconds === now + 60) writeFileSync(path, second);
  };
  const source = sourceOf({ tokenCommand }, createRedactor(), { wait });
  await source.current();
  clockAt(seconds);
  expect(await source.current()).toBe(second);
  expect(runs()).toBe(1 + 4);
  clockAt(now + 300);
  await Promise.all([source.current(), source.current()]);
  await source.current();
  expect(source.hasEnded()).toBe(true);
  expect(runs()).toBe(1 + 4 + 1);
});

test('A command that was asked in vain shortly before the end of the token is asked again at its end.', async () => {
  clockAt(now);
  const { path, tokenCommand } = counted(await tokenUntil(now + 60));
  const source = sourceOf({ tokenCommand });
  await source.current();
  clockAt(now + 54);
  await source.current();
  const second = await tokenUntil(now + 120);
  writeFileSync(path, second);
  clockAt(now + 56);
  await source.current();
  expect(await source.current()).toBe(second);
});

test('A file that went away during the run costs nothing but the token, which may come back.', async () => {
  clockAt(now);
  const first = await tokenUntil(now + 60);
  const path = temporaryFile(first);
  const source = sourceOf({ tokenFile: path });
  await source.current();
  rmSync(path);
  clockAt(now + 70);
  expect(await source.current()).toBe(first);
  expect(source.hasEnded()).toBe(true);
  const second = await tokenUntil(now + 500);
  writeFileSync(path, second);
  clockAt(now + 76);
  expect(await source.current()).toBe(second);
  expect(source.hasEnded()).toBe(false);
});

test('The end of a token is known from the headers that carry it, under either scheme.', async () => {
  const source = sourceOf({ token: await tokenUntil(now + 60) });
  const token = await tokenUntil(now + 7);
  for (const form of apiKeyForms)
    expect(source.endOf(presentText('api-key', token, form))).toBe((now + 7) * 1_000);
  expect(source.endOf(presentText('bearer', token))).toBe((now + 7) * 1_000);
  expect(source.endOf(presentText('bearer', 'opaque-token-of-some-length'))).toBeUndefined();
  expect(source.endOf([])).toBeUndefined();
});
