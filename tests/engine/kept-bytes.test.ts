import { expect, test } from 'vitest';
import { keptBytes, keptOfListing } from '../../engine/kept-bytes.ts';
import { toStored } from '../../journal/stored-exchange.ts';
import type { Exchange } from '../../wire/exchange.ts';

const request = { method: 'GET', target: '/', headers: [], body: Buffer.alloc(0) };

function lineLength(body: Buffer): number {
  const answer = { status: 200, reason: '', headers: [], body };
  return Buffer.byteLength(JSON.stringify(toStored({ id: '', request, answer, ms: 1 })));
}

test.each([
  ['plain text', 'x'.repeat(5_000)],
  ['quotes', '{"a":'.repeat(1_000)],
  ['line feeds and tabs', '\n\t'.repeat(2_500)],
  ['other control characters', '\u0000\u0001'.repeat(2_500)],
  ['other scripts', 'ä日😀'.repeat(1_000)],
])('What a body takes in the journal is known before it is written: %s.', (_, text) => {
  const body = Buffer.from(text);
  const around = lineLength(Buffer.from('x')) - 1;
  expect(keptBytes({ body }, 1_000)).toBe(lineLength(body) - around);
});

test('What is no text takes no more than what is counted.', () => {
  const body = Buffer.alloc(5_000, 0xff);
  expect(lineLength(body)).toBeLessThan(2 * keptBytes({ body }, 1_000));
});

test('Both forms of a decoded body count, and small ones do not.', () => {
  const [body, decoded] = [Buffer.alloc(2_000, 'x'), Buffer.alloc(3_000, 'x')];
  expect(keptBytes({ body, decoded }, 1_000)).toBe(5_000);
  expect(keptBytes({ body, decoded }, 2_000)).toBe(3_000);
});

const large = { page: { empty: 1_000, perUser: 100, atMost: 3_000 }, other: 2_000 };

function listing(body: string | object, target = '/v2/users'): Exchange {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const answer = { status: 200, reason: '', headers: [], body: bytes };
  return { id: '', request: { ...request, target }, answer, ms: 1 };
}

const page = (users: number, length: number): object => ({
  users: Array.from({ length: users }, () => ({ id: 'u' })),
  nextPageToken: 't'.repeat(length),
});

test('A page may be long because of its users, but not because of its token.', () => {
  expect(keptOfListing(listing(page(0, 900)), large)).toBe(0);
  expect(keptOfListing(listing(page(2, 1_500)), large)).toBeGreaterThan(1_500);
  expect(keptOfListing(listing(page(18, 1_500)), large)).toBe(0);
  expect(keptOfListing(listing(page(200, 1_500)), large)).toBeGreaterThan(3_000);
});

test('What is not a page, such as an error page, may be as long as the responses of other operations.', () => {
  expect(keptOfListing(listing('x'.repeat(2_000)), large)).toBe(0);
  expect(keptOfListing(listing('x'.repeat(2_001)), large)).toBe(2_001);
});

test('A page token counts where it comes and where it is sent back.', () => {
  const token = 't'.repeat(1_200);
  expect(keptOfListing(listing(page(0, 0), `/v2/users?pageToken=${token}`), large)).toBeGreaterThan(1_200);
  expect(keptOfListing(listing(page(0, 0), '/v2/users?pageToken=t'), large)).toBe(0);
});
