import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecretScan } from '../../wire/secret-scan.ts';
import { createSecrets, type Secrets } from '../../wire/secrets.ts';

const key = Buffer.alloc(32, 1);
const signature = createHmac('sha256', key).update('a').digest('base64url');
const token = `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhIn0.${signature}`;
const secrets: readonly (readonly [text: string, kind: string])[] = [
  [token, 'token'],
  [signature, 'token-signature'],
  ['9f86d081884c7d659a2feaa0c55ad015', 'token-secret'],
  ['Überaus geheime Kopfzeile 17', 'gateway-header'],
  ['forged-token-0123456789', 'forged'],
];

function created(createScan?: typeof createSecretScan): Secrets {
  const made = createSecrets(key, createScan);
  for (const [text, kind] of secrets) made.add(text, kind);
  return made;
}

const searched = created(() => ({ add() {}, addPieces() {}, mayContain: () => true }));
const scanned = created();

const hex = (text: string): string => Buffer.from(text).toString('hex');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const each = (text: string, of: (code: string) => string): string =>
  (hex(text).match(/../g) ?? []).map(of).join('');

const spellings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => Buffer.from(text).toString('latin1'),
  hex,
  base64,
  (text) => base64(`x${text}`),
  (text) => base64(`{"a":"${text}"}`),
  (text) => base64(base64(text)),
  (text) => each(text, (code) => `%${code}`),
  (text) => each(text, (code) => `\\u00${code}`),
  (text) => each(text, (code) => `\\\\U00${code}`),
  (text) => each(text, (code) => `&#x${code};`),
  (text) => each(text, (code) => `&amp;#x${code};`),
  (text) => each(text, (code) => `=${code}`),
  (text) => text.replace(/.{20}/g, '$&=\r\n'),
  (text) => (hex(text).match(/../g) ?? []).join(':'),
];

/** A secret or a piece of one, in some spelling. */
const planted = fc
  .record({
    secret: fc.constantFrom(...secrets.map(([text]) => text)),
    start: fc.nat(12),
    length: fc.integer({ min: 10, max: 200 }),
    spelled: fc.constantFrom(...spellings),
  })
  .map(({ secret, start, length, spelled }) => spelled(secret.slice(start, start + length)));

const filler = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    '€',
    '{"code":"A"}',
    '","',
    ':',
    '=',
    '%',
    '&',
    '\\u',
    'MCowBQYDK2VwAyEAqvRzVvt0Vt01oRfUorSL39kNThbe',
  ),
);

const texts = fc.array(fc.oneof(filler, planted), { maxLength: 6 }).map((parts) => parts.join(''));

test('Texts and bytes are what a full search makes of them.', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(scanned.without(text)).toBe(searched.without(text));
      const bytes = Buffer.from(text);
      expect(scanned.bytes(bytes).equals(searched.bytes(bytes))).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

test('Every piece of 16 characters is found wherever it begins.', () => {
  for (let start = 0; start + 16 <= signature.length; start += 1)
    for (let before = 0; before < 8; before += 1) {
      const text = `${' '.repeat(before)}${signature.slice(start, start + 16)} `;
      expect(scanned.without(text)).not.toContain(signature.slice(start, start + 16));
      expect(scanned.without(text)).toBe(searched.without(text));
    }
});

test('A secret is found in lower case where other letters than those of Latin-1 become one of them.', () => {
  const made = createSecrets(key);
  made.add('\u212aelvin-0123456789', 'token');
  expect(made.without('a kelvin-0123456789')).not.toContain('kelvin');
});

test('Every spelling of every secret is found, also where a run without it was seen before.', () => {
  for (const [text, kind] of secrets) {
    for (const spelled of spellings) {
      const fresh = createSecrets(key);
      fresh.add('another-secret-of-the-run', 'token');
      const body = `{"a":"${spelled(text)}"}`;
      expect(fresh.without(body)).toBe(body);
      fresh.add(text, kind);
      expect(fresh.without(body)).toBe(freshlySearched(text, kind, body));
    }
  }
});

function freshlySearched(text: string, kind: string, body: string): string {
  const made = createSecrets(key, () => ({ add() {}, addPieces() {}, mayContain: () => true }));
  made.add('another-secret-of-the-run', 'token');
  made.add(text, kind);
  return made.without(body);
}

test('An ordinary body is ruled out.', () => {
  const scan = createSecretScan(22, () => true);
  for (const [text] of secrets) scan.add(text);
  scan.addPieces(signature);
  const body = JSON.stringify({ partyId: 'alice::12204506c1acf32da0280119b8b316f16536', count: 1, a: 'b=c' });
  expect(scan.mayContain(body)).toBe(false);
  expect(scan.mayContain(body.replace('alice', token))).toBe(true);
  expect(scan.mayContain(body.replace('alice', signature.slice(5, 25)))).toBe(true);
  expect(scan.mayContain(body.replace('b=c', 'b\\u0063'))).toBe(true);
});
