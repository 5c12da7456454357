import { describe, expect, test } from 'vitest';
import type { Answer } from '../../wire/exchange.ts';
import { createRedactor } from '../../wire/redact.ts';
import type { Outcome } from '../../wire/send.ts';

const secrets = {
  JWT: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhIn0.Zq3-x_9RkVb72LmTfWc8sYh0PdNgJ5uEaXo1iKwQbT4',
  'hex key': '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  UUID: '3f2b8c1e-7a4d-4e9b-9c2d-5a6f7e8d9b0c',
  passphrase: 'seven purple otters borrow lanterns 42 quietly',
  'base64 key': 'q83vEjRWeJq83u/+EjRWeJq83vEjRWeJq83v7hI0Vng=',
} as const;

type Kind = keyof typeof secrets;

const hexOf = (text: string): string => Buffer.from(text).toString('hex');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const each = (text: string, of: (code: number) => string): string =>
  Array.from(text, (character) => of(character.charCodeAt(0))).join('');
const percent = (text: string): string => each(text, (code) => `%${code.toString(16)}`);
const json = (text: string): string => each(text, (code) => `\\u00${code.toString(16)}`);

const encodings = {
  plain: (text) => text,
  'upper case': (text) => text.toUpperCase(),
  'lower case': (text) => text.toLowerCase(),
  'first half': (text) => text.slice(0, Math.ceil(text.length / 2)),
  'second half': (text) => text.slice(Math.floor(text.length / 2)),
  'HTML entities': (text) => each(text, (code) => `&#x${code.toString(16)};`),
  'decimal HTML entities': (text) => each(text, (code) => `&#${code};`),
  percent,
  'double percent': (text) => percent(text).replaceAll('%', '%25'),
  base64,
  'double base64': (text) => base64(base64(text)),
  'JSON \\u': json,
  'double \\u': (text) => json(text).replaceAll('\\', '\\\\'),
  'quoted-printable': (text) => each(text, (code) => `=${code.toString(16).toUpperCase()}`),
  'hex with colons': (text) => (hexOf(text).match(/../g) ?? []).join(':'),
} satisfies Record<string, (text: string) => string>;

type Encoding = keyof typeof encodings;

const empty = Buffer.alloc(0);
const answer = (parts: Partial<Answer>): Partial<Outcome> => ({
  answer: { status: 200, reason: 'OK', headers: [], body: empty, ...parts },
});
const places: Readonly<
  Record<string, (text: string) => { put: Partial<Outcome>; shown: (outcome: Outcome) => string | undefined }>
> = {
  body: (text) => ({
    put: answer({ body: Buffer.from(`{"a":"${text}"}`) }),
    shown: (outcome) => outcome.answer?.body.toString('latin1'),
  }),
  'header value': (text) => ({
    put: answer({ headers: [['X-Echo', text]] }),
    shown: (outcome) => outcome.answer?.headers[0]?.[1],
  }),
  'header name': (text) => ({
    put: answer({ headers: [[text, 'x']] }),
    shown: (outcome) => outcome.answer?.headers[0]?.[0],
  }),
  reason: (text) => ({ put: answer({ reason: text }), shown: (outcome) => outcome.answer?.reason }),
  target: (text) => ({
    put: { request: { method: 'GET', target: `/?a=${text}`, headers: [], body: empty } },
    shown: (outcome) => outcome.request.target,
  }),
};

/** What is still stored, whatever the place. Remove what is mended; add nothing. */
const known: Readonly<Partial<Record<Encoding, readonly Kind[]>>> = {};

function isStored(secret: string, place: string, text: string): boolean {
  const redactor = createRedactor(Buffer.alloc(32, 1));
  redactor.add(secret, 'gateway-header');
  const { put, shown } = places[place]?.(text) ?? expect.fail(place);
  const request = { method: 'GET', target: '/', headers: [], body: empty };
  const kept = shown(redactor.outcome({ request, ms: 1, ...put })) ?? '';
  return kept.includes(text) || !kept.includes('[redacted:');
}

describe.each(Object.keys(places))('In the place %s', (place) => {
  test.each(Object.keys(encodings) as Encoding[])(
    'a secret as %s is stored only where that is known.',
    (encoding) => {
      const stored = (Object.keys(secrets) as Kind[]).filter((kind) =>
        isStored(secrets[kind], place, encodings[encoding](secrets[kind])),
      );
      expect(stored).toEqual(known[encoding] ?? []);
    },
  );
});

test('Ordinary texts that look like the encodings stay as they are.', () => {
  const redactor = createRedactor(Buffer.alloc(32, 1));
  for (const secret of Object.values(secrets)) redactor.add(secret, 'gateway-header');
  const body = Buffer.from(
    JSON.stringify({
      at: '2026-11-23T02:55:25Z',
      html: '&#x41;&amp;&#66;',
      path: '/a%20b?c=4A=4B',
      escaped: '\\u0041',
      fingerprint: 'ab:cd:ef:01:23:45:67:89:ab:cd:ef:01:23:45:67:89',
      words: 'purple otters',
    }),
  );
  const request = { method: 'GET', target: '/', headers: [], body: empty };
  const after = redactor.outcome({ request, ms: 1, ...answer({ body }) });
  expect(after.answer?.body).toBe(body);
});
