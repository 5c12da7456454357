import { expect, test } from 'vitest';
import { oddPageSizes, oddPageTokens, pageSizes } from '../../generators/list-users.ts';

test.each([0, 1, 3, 50, 5000])('the page sizes for %i users are those of ruling 17, each once', (users) => {
  const sizes = pageSizes(users, 'seed');
  for (const size of [1, 2, 3, 7, undefined, users + 1, 100]) expect(sizes).toContain(size);
  expect(new Set(sizes).size).toBe(sizes.length);
  for (const size of sizes) if (size !== undefined) expect(size).toBeGreaterThan(0);
  expect(pageSizes(users, 'seed')).toEqual(sizes);
});

test('another seed walks other sizes besides', () => {
  expect(pageSizes(5000, 'a')).not.toEqual(pageSizes(5000, 'b'));
});

test('odd sizes and tokens have unique names and values', () => {
  for (const odd of [oddPageSizes(), oddPageTokens(['seed']), oddPageTokens(['seed'], 'CgVhbGljZQ==')]) {
    expect(new Set(odd.map(({ detail }) => detail)).size).toBe(odd.length);
    expect(new Set(odd.map(({ value }) => value)).size).toBe(odd.length);
  }
});

test('altered tokens are none that a page gave', () => {
  for (const token of ['CgVhbGljZQ==', 'Abc']) {
    for (const { value } of oddPageTokens(['seed'], token)) expect(value).not.toBe(token);
    expect(oddPageTokens(['seed'], token).length).toBe(oddPageTokens(['seed']).length + 7);
  }
});
