import { expect, test } from 'vitest';
import { watching } from '../../cli/run/run-preflight.ts';
import { memoryJournal } from '../../journal/journal.ts';
import type { Exchange } from '../../wire/exchange.ts';

function exchange(id: string, bytes: number): Exchange {
  const request = { method: 'GET', target: '/', headers: [], body: Buffer.alloc(0) };
  return {
    id,
    request,
    answer: { status: 200, reason: '', headers: [], body: Buffer.alloc(bytes, 'x') },
    ms: 3,
  };
}

const mebibyte = 1024 ** 2;

test('Of large responses of the preflight, some are kept, and of small ones all.', () => {
  const kept: string[] = [];
  const journal = { ...memoryJournal(), exchange: ({ id }: Exchange) => void kept.push(id) };
  const watched = watching(journal, 32);
  for (const [id, bytes] of [
    ['first', 20 * mebibyte],
    ['second', 20 * mebibyte],
    ['small', 2],
    ['other', 100_000],
  ] as const)
    watched.journal.exchange(exchange(id, bytes));
  expect(kept).toEqual(['first', 'small', 'other']);
  const all = watching(journal, 128);
  for (const id of ['third', 'fourth']) all.journal.exchange(exchange(id, 20 * mebibyte));
  expect(kept.slice(3)).toEqual(['third', 'fourth']);
});

test('How many may arrive at once is that of the largest.', () => {
  const watched = watching(memoryJournal(), 32);
  expect(watched.atOnce()).toBe(Number.POSITIVE_INFINITY);
  watched.journal.exchange(exchange('small', 0));
  expect(watched.atOnce()).toBeGreaterThan(1_000);
  watched.journal.exchange(exchange('large', 15 * mebibyte));
  watched.journal.exchange(exchange('small again', 2));
  expect(watched.atOnce()).toBe(2);
  watched.journal.exchange(exchange('larger', 40 * mebibyte));
  expect(watched.atOnce()).toBe(1);
  // Only the beginning of a response that was too long is kept.
  const endless = watching(memoryJournal(), 32);
  endless.journal.exchange({ ...exchange('cut', 10), failure: { kind: 'endless', message: '' } });
  expect(endless.atOnce()).toBe(1);
});
