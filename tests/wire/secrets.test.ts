import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecrets } from '../../wire/secrets.ts';

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
  (text) => base64(text).replace(/.{76}/g, '$&\r\n'),
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

const scanned = createSecrets(key);
for (const [text, kind] of secrets) scanned.add(text, kind);

test('Every piece of 16 characters is found wherever it begins.', () => {
  for (let start = 0; start + 16 <= signature.length; start += 1)
    for (let before = 0; before < 8; before += 1) {
      const text = `${' '.repeat(before)}${signature.slice(start, start + 16)} `;
      expect(scanned.text(text)).not.toContain(signature.slice(start, start + 16));
    }
});

test('A secret is found in lower case where other letters than those of Latin-1 become one of them.', () => {
  const made = createSecrets(key);
  made.add('\u212aelvin-0123456789', 'token');
  expect(made.text('a kelvin-0123456789')).not.toContain('kelvin');
});

test('A secret that differs from another one in letter case alone has a mark of its own.', () => {
  const secrets = createSecrets(Buffer.alloc(32, 1));
  secrets.add('Abcdefghij0123456789', 'token');
  secrets.add('aBCDEFGHIJ0123456789', 'token-in-other-case');
  expect(secrets.replaceAll('aBCDEFGHIJ0123456789')).toMatch(/^\[redacted:token-in-other-case:/);
  expect(secrets.text('Abcdefghij0123456789 aBCDEFGHIJ0123456789')).toMatch(
    /^\[redacted:token:\S+ \[redacted:token-in-other-case:\S+$/,
  );
  // Of a third spelling, nobody can tell whose it is.
  expect(secrets.text('ABCDEFGHIJ0123456789')).toMatch(/^\[redacted:token:/);
});

test('Every spelling of every secret is found, also where a run without it was seen before.', () => {
  for (const [text, kind] of secrets) {
    for (const spelled of spellings) {
      const fresh = createSecrets(key);
      fresh.add('another-secret-of-the-run', 'token');
      const body = `{"a":"${spelled(text)}"}`;
      expect(fresh.text(body)).toBe(body);
      fresh.add(text, kind);
      expect(fresh.text(body)).toMatch(/^\{"a":"\[redacted:[^\]]+\]=*"\}$/);
    }
  }
});

const at = (offset: number) => (text: string) => base64(`${'x'.repeat(offset)}${text}`);
const encodings: Readonly<Record<string, (text: string) => string>> = {
  percent: (text) => each(text, (code) => `%${code}`),
  'percent where needed': encodeURIComponent,
  'JSON \\u': (text) => each(text, (code) => `\\u00${code}`),
  'JSON string': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  '\\x': (text) => each(text, (code) => `\\x${code}`),
  'HTML entities': (text) => each(text, (code) => `&#x${code};`),
  'decimal HTML entities': (text) => each(text, (code) => `&#${Number.parseInt(code, 16)};`),
  'named HTML entities': (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  base64,
  'base64 behind one character': at(1),
  'base64 behind two characters': at(2),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'folded base64': (text) => base64(text).replace(/.{76}/g, '$&\r\n'),
  hex,
  'hex with colons': (text) => (hex(text).match(/../g) ?? []).join(':'),
  'hex with blanks': (text) => (hex(text).toUpperCase().match(/../g) ?? []).join(' '),
  'quoted-printable': (text) => each(text, (code) => `=${code.toUpperCase()}`),
  'folded quoted-printable': (text) => text.replaceAll('=', '=3D').replace(/.{70}/g, '$&=\r\n'),
  'UTF-16 LE': (text) => Buffer.from(text, 'utf16le').toString('latin1'),
  'UTF-16 BE': (text) => Buffer.from(text, 'utf16le').swap16().toString('latin1'),
};
const names = Object.keys(encodings);

/** What is left of a text in which a secret is encoded, if that is more than padding and zeros around a mark. */
function left(secret: readonly [text: string, kind: string], by: readonly string[]): string {
  const made = createSecrets(key);
  made.add(...secret);
  const encoded = by.reduce((text, name) => encodings[name]?.(text) ?? text, secret[0]);
  const shown = made.text(`<${encoded}>`);
  const [around = '', behind] = shown.split(/\[redacted:[a-z0-9-]+:\d+:[0-9a-f]{12}\]/);
  return behind !== undefined && around.length + behind.length <= 80 ? '' : shown;
}

const tried = [...secrets.slice(0, 4), ['q83v"E&jR/WeJ=+83u/EjRWeJq8', 'token'] as const];

test.each(names)('A secret in %s is found, alone, and behind and before every other encoding.', (name) => {
  const pairs = names.map((other) => [name, other]);
  for (const by of [[name], ...pairs])
    for (const secret of tried) expect(left(secret, by), by.join(', then ')).toBe('');
});

const different = [
  'percent',
  'JSON \\u',
  'HTML entities',
  'base64',
  'base64 behind one character',
  'folded base64',
  'hex',
  'hex with colons',
  'quoted-printable',
  'UTF-16 LE',
];

test('So it is in every three encodings of each other.', () => {
  const missed = different.flatMap((one) =>
    different.flatMap((two) =>
      different
        .filter((three) => left(secrets[0] ?? ['', ''], [one, two, three]) !== '')
        .map((three) => [one, two, three].join(', then ')),
    ),
  );
  expect(missed).toEqual([]);
});

test.each([
  ['the beginning of a secret', token.slice(0, 60)],
  ['almost a signature', `${signature.slice(0, 15)}.`],
  ['base64', base64(token.slice(0, 60))],
  ['escapes', '%41\\u0041&#65;=41'],
  ['escapes of escapes', '%2525252541'],
  ['hex with colons', '41:42:43:'],
  ['line breaks behind base64', `${'QUJD'.repeat(19)}\r\n`],
  ['zeros', '\0'],
  ['characters of base64 that encode characters of base64', 'VVVV'],
])('Three megabytes of %s take seconds at most, and stay as they are.', (_what, pump) => {
  const text = pump.repeat(Math.ceil(3_000_000 / pump.length));
  const begun = performance.now();
  expect(scanned.text(text) === text).toBe(true);
  expect(performance.now() - begun).toBeLessThan(30_000);
});

test('Three megabytes of a secret, in whatever way, become marks.', () => {
  for (const pump of [signature, `${token} `, each(token, (code) => `%${code}`)]) {
    const shown = scanned.text(pump.repeat(Math.ceil(3_000_000 / pump.length)));
    expect(shown.replace(/(?:\[redacted:token(?:-signature)?:\d+:[0-9a-f]{12}\] ?)+/, '')).toBe('');
  }
});
