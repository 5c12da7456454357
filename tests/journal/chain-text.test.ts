import { expect, test } from 'vitest';
import { chainText } from '../../journal/case-text.ts';
import type { Chain } from '../../journal/record.ts';
import { pageOfRole } from '../judges/page-role.ts';

test.each<[string, Chain, string?]>([
  ['before', { kind: 'before' }],
  ['after', { kind: 'after' }],
  ['the default size', { kind: 'walk' }],
  ['the default size, round 2', { kind: 'walk', round: 2 }],
  ['size 2 again 1', { kind: 'walk', size: 2, repetition: 1 }],
  ['size 3, under the API key, round 2', { kind: 'api-key', size: 3, round: 2 }],
  [
    'size 2, behind the token again 9',
    { kind: 'token-first', size: 2, repetition: 9 },
    'size 2, after the token again 9',
  ],
  ['empty token', { kind: 'empty-token' }],
  ['empty token, round 3', { kind: 'empty-token', round: 3 }],
  ['empty token, size 2, round 2 again 1', { kind: 'empty-token', size: 2, round: 2, repetition: 1 }],
  ['drawn 3, chain 1 of 2, size 5', { kind: 'interleaved', walk: 3, place: 1, of: 2, size: 5 }],
  [
    'drawn, the smallest that fails: fast-check seed -7, path 0:1, chain 2 of 2, size 3 again 4',
    { kind: 'smallest', drawn: 'fast-check seed -7, path 0:1', place: 2, of: 2, size: 3, repetition: 4 },
  ],
  ['asked again: size 2, round 2', { kind: 'walk', size: 2, round: 2, askedAgain: true }],
])('The chain that tests write as "%s" has this text.', (text, chain, now = text) => {
  expect(pageOfRole(`page 12 of ${text}`)).toEqual({ number: 12, chain });
  expect(chainText(chain)).toBe(now);
});

test('Other roles name no page.', () => {
  for (const role of ['probe', 'page', 'page of size 2']) expect(pageOfRole(role)).toBeUndefined();
});
