import { createPublicKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { undecodableText } from '../../generators/key-data/key-cases.ts';
import { keyIdentity } from '../../generators/key-data/key-identity.ts';
import { keyOfForm, negatedKeyOfForm, otherKeyForms } from '../../generators/key-forms.ts';
import { signingKey } from '../../generators/keys.ts';
import { escapedValues, reversedMembers, writtenOtherwise } from '../../generators/written-otherwise.ts';

describe.each(otherKeyForms)('keys of %o', (form) => {
  const key = keyOfForm(form, 'form');
  const negated = negatedKeyOfForm(form, 'form');
  const isRaw = form.format === 'CRYPTO_KEY_FORMAT_RAW';

  test('are read by Node.js, and the negated key has one coordinate in common.', () => {
    const prefix = isRaw ? Buffer.from('302a300506032b6570032100', 'hex') : Buffer.alloc(0);
    const [bytes, other] = [key, negated].map(({ keyData }) => Buffer.from(keyData, 'base64')) as [
      Buffer,
      Buffer,
    ];
    for (const each of [bytes, other]) {
      const spki = Buffer.concat([prefix, each]);
      expect(createPublicKey({ key: spki, format: 'der', type: 'spki' }).type).toBe('public');
    }
    expect(other).toHaveLength(bytes.length);
    expect(other.equals(bytes)).toBe(false);
    const half = bytes.length >> 1;
    expect(other.subarray(0, half)).toEqual(bytes.subarray(0, half));
  });

  test('have an identity that differs from that of the negated key.', () => {
    const identities = [key, negated].map(({ format, keySpec, keyData }) =>
      keyIdentity(format, keySpec, keyData),
    );
    expect(identities).not.toContain(undefined);
    expect(new Set(identities).size).toBe(2);
    expect(keyIdentity(key.format, key.keySpec, `${key.keyData.replace(/=+$/, '')}\n`)).toBeUndefined();
    expect(keyIdentity('CRYPTO_KEY_FORMAT_NONE_SUCH', key.keySpec, key.keyData)).toBeUndefined();
    expect(keyIdentity(key.format, 'SIGNING_KEY_SPEC_NONE_SUCH', key.keyData)).toBeUndefined();
  });
});

test('A raw key and its X.509 structure have one identity.', () => {
  const keySpec = 'SIGNING_KEY_SPEC_EC_CURVE25519';
  const raw = keyOfForm({ keySpec, format: 'CRYPTO_KEY_FORMAT_RAW' }, 'same');
  const { format, keyData } = signingKey(keySpec, 'same');
  expect(keyIdentity(raw.format, keySpec, raw.keyData)).toBe(keyIdentity(format, keySpec, keyData));
});

test('An X.509 structure has one identity under the names of both formats, and a raw key has none under DER.', () => {
  const keySpec = 'SIGNING_KEY_SPEC_EC_P256';
  const der = keyOfForm({ keySpec, format: 'CRYPTO_KEY_FORMAT_DER' }, 'same');
  const { format, keyData } = signingKey(keySpec, 'same');
  const identity = keyIdentity(format, keySpec, keyData);
  expect(identity).toBeDefined();
  expect(keyIdentity(der.format, keySpec, der.keyData)).toBe(identity);
  const ed25519 = 'SIGNING_KEY_SPEC_EC_CURVE25519';
  const raw = keyOfForm({ keySpec: ed25519, format: 'CRYPTO_KEY_FORMAT_RAW' }, 'same');
  expect(keyIdentity('CRYPTO_KEY_FORMAT_DER', ed25519, raw.keyData)).toBeUndefined();
});

test('Text that no decoder reads has no character of base64, and differs by its parts.', () => {
  expect(undecodableText(1)).toMatch(/^[^A-Za-z0-9+/=_-]{24}$/);
  expect(undecodableText(1)).toBe(undecodableText(1));
  expect(undecodableText(1)).not.toBe(undecodableText(2));
});

test('An object written otherwise has the same value and another text.', () => {
  const value = { a: 'x/y', b: { c: [1, 'ž"\\', { d: null }], e: true } };
  for (const write of writtenOtherwise) {
    expect(JSON.parse(write(value))).toEqual(value);
    expect(write(value)).not.toBe(JSON.stringify(value));
  }
  expect(JSON.stringify(reversedMembers(value))).toMatch(/^\{"b":\{"e":true,"c":/);
  expect(escapedValues({ a: '/' })).toBe('{"a":"\\u002f"}');
});
