import { expect, test } from 'vitest';
import { isUnclosed } from '../../generators/unclosed-text.ts';

test.each(['{', '[', '{"a":[1', '"a', '{"a":"]}', '{"a\\"}', '["\\'])('%j ends too early.', (text) => {
  expect(isUnclosed(text)).toBe(true);
});

test.each(['', '{}', '[]]', '{"a":"[{"}', '{"a":"\\"["}', 'a', '{"a":[1]}'])('%j does not.', (text) => {
  expect(isUnclosed(text)).toBe(false);
});
