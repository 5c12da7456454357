import { expect, test } from 'vitest';
import { isStoredAs } from '../../json/is-stored-as.ts';

test('A computed value is the stored one if JSON makes it of it: members that are undefined do not matter.', () => {
  expect(isStoredAs({ a: 1, b: undefined, c: [{ d: undefined }] }, { a: 1, c: [{}] })).toBe(true);
  expect(isStoredAs({ a: 1, b: null }, { a: 1 })).toBe(false);
  expect(isStoredAs({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(isStoredAs({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
});

test('A value that is not there is no stored one.', () => {
  expect(isStoredAs(undefined, {})).toBe(false);
  expect(isStoredAs({}, undefined)).toBe(false);
});
