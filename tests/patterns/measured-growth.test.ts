import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { growthOf } from './measured-growth.ts';

/** A clock that only the functions under test move, in microseconds. */
let now = 0;

beforeEach(() => {
  now = 0;
  vi.spyOn(process, 'cpuUsage').mockImplementation((before) => ({
    user: now - (before?.user ?? 0),
    system: 0,
  }));
});
afterAll(() => {
  vi.restoreAllMocks();
});

/** The growth of a function that takes so many microseconds for a text of a length. */
function growthAt(took: (length: number) => number): number {
  return growthOf(
    (size) => 'a'.repeat(size),
    ({ length }) => {
      now += took(length);
    },
  );
}

test.each([
  ['in proportion to the text', (length: number) => length / 5, 1],
  ['too short to be measured', (length: number) => length / 500, 0],
  ['of a way of reading that long texts need', (length: number) => length * (length > 9_000 ? 1 : 0.2), 1],
  ['as the square of the text', (length: number) => length ** 2 / 1e3, 4],
  ['as the square of a long text', (length: number) => (length > 3_000 ? length ** 2 / 1e3 : length), 4],
])('Time %s has its growth.', (_, took, growth) => {
  expect(growthAt(took)).toBeCloseTo(growth, 0);
});
