import { expect, test } from 'vitest';
import { toStored } from '../../journal/stored-exchange.ts';
import { keptBytes } from '../../session/kept-bytes.ts';

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
