import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runInputs } from '../../engine/run-inputs.ts';
import type { TargetSettings } from '../../settings/settings.ts';
import { createRedactor } from '../../wire/redact.ts';
import { createTokenSource } from '../../wire/token.ts';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = {
  sub: 'somebody',
  aud: ['one', 'two'],
  exp: 4_000_000_000,
  admin: true,
  own: { name: 'žluť' },
};
const jwt = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.c2lnbmF0dXJlLW9mLWEtdG9rZW4`;

async function inputsOf(more: Partial<TargetSettings>, headers: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'run-inputs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const headersFile = join(folder, 'headers.json');
  writeFileSync(headersFile, JSON.stringify(headers));
  const target: TargetSettings = {
    baseUrl: 'http://127.0.0.1:1',
    token: jwt,
    participantUids: [],
    timeoutMs: 1_000,
    bodyMebibytes: 1,
    headersFile,
    ...more,
  };
  const redactor = createRedactor();
  const tokens = createTokenSource(target, redactor);
  return runInputs(target, { tokens, redactor, proxyVariable: more.clientCert && 'HTTPS_PROXY' });
}

test('A token is described by its header and its claims, with letters in place of texts.', async () => {
  const { token } = await inputsOf({});
  expect(token).toEqual({
    kind: 'jwt',
    header: { alg: 'HS256', typ: 'JWT' },
    claims: {
      sub: 'xxxxxxxx',
      aud: ['xxx', 'xxx'],
      exp: 4_000_000_000,
      admin: true,
      own: { name: 'xxxxxx' },
    },
  });
});

test('A token that is not a JWT is described by its length.', async () => {
  expect((await inputsOf({ token: 'opaque-token-of-somebody' })).token).toEqual({
    kind: 'opaque',
    length: 24,
  });
});

test.each([
  ['a long value', 'abcdef0123456789abcdef'],
  ['a short value', 'short'],
])('A gateway header with %s is described by a mark.', async (_, value) => {
  const inputs = await inputsOf({}, { 'X-Gateway': value });
  expect(inputs.gateway).toEqual([['X-Gateway', expect.stringMatching(/^\[redacted:gateway-header:/)]]);
  expect(JSON.stringify(inputs)).not.toContain(value);
});

test('A secret to sign with is described by its length, and nothing secret is left.', async () => {
  const tokenSecret = 'the secret that signs tokens';
  const inputs = await inputsOf({ tokenSecret, expiredToken: 'expired-token-of-somebody' });
  expect(inputs.key).toEqual({ kind: 'secret', length: tokenSecret.length });
  expect(inputs.expiredToken).toEqual({ kind: 'opaque', length: 25 });
  const text = JSON.stringify(inputs);
  for (const secret of [tokenSecret, 'expired-token', 'somebody', 'c2lnbmF0dXJl', encode(claims)])
    expect(text).not.toContain(secret);
});

test('What else a target could tell requests by is described without its values.', async () => {
  expect(await inputsOf({ clientCert: 'client.pem' })).toMatchObject({
    proxy: 'HTTPS_PROXY',
    clientCertificate: true,
  });
  expect(await inputsOf({})).not.toMatchObject({ clientCertificate: true });
});
