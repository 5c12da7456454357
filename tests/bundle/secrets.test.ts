import { expect, test } from 'vitest';
import { findSecret } from '../../certificate/secrets.ts';

const json = `eyJ${'a'.repeat(10)}`;
const signature = 's'.repeat(20);

test('A JWT is found wherever it stands.', () => {
  for (const text of [
    `${json}.${json}.${signature}`,
    `a.x${json}.${json}.${signature}.b`,
    `"token":"${json}.${json}.-_${signature}"`,
    `eyJ.${json}.${json}.${signature}`,
  ])
    expect(findSecret(Buffer.from(text)), text).toBe('a JWT');
});

test('Text that only resembles a JWT is not one.', () => {
  for (const text of [
    `${json}.${json}.${signature.slice(1)}`,
    `${json}.x${json}.${signature}`,
    `eyJaaa.${json}.${signature}`,
    `${json} ${json}.${signature}`,
    '[redacted:token:200:abc]',
  ])
    expect(findSecret(Buffer.from(text)), text).toBeUndefined();
});

test('Private keys are found.', () => {
  expect(findSecret(Buffer.from('-----BEGIN EC PRIVATE KEY-----'))).toBe('a private key');
  expect(findSecret(Buffer.from(`{"d": "${'k'.repeat(43)}"}`))).toBe('a private JWK');
});
