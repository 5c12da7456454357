import { describe, expect, test } from 'vitest';
import { countSteps } from './count-steps.ts';
import { superlinear } from './growth.ts';
import { readPattern } from './read-pattern.ts';

describe('The growth test finds', () => {
  test.each([
    ['two repetitions that share characters', '^\\s*\\s*x', ''],
    ['nested repetitions', '^(?:a+)+$', ''],
    ['alternatives that begin alike', '^(?:a|a)*$', ''],
    ['a repetition that is looked for from each of its characters', '\\s+$', ''],
    ['the same for the beginning of each line', '^(\\s*):', 'm'],
    ['an ending that is looked for from each beginning', '"[^\\\\]*!', 'g'],
    ['a repetition behind what it repeats', '<b>.*</b>', 's'],
    ['a lookahead from each place', '\\B(?=(\\d{3})+$)', 'g'],
    ['a repetition inside a lookbehind', '(?<=a+)b', ''],
    ['a lazy repetition', '<!--[^]*?-->', 'g'],
    ['a repetition that contains its own beginning', 'eyJ\\w+\\.', ''],
    ['the same as part of a number', '^-?(\\d+)*\\.', ''],
  ])('%s', (_, source, flags) => {
    expect(superlinear(source, flags)).toBeDefined();
  });
});

describe('The growth test lets pass', () => {
  test.each([
    ['a repetition of other characters than those behind it', '^[a-z]+[0-9]+$', ''],
    ['a run that is looked for only from its beginning', '(?<!\\s)\\s+$', ''],
    ['what always matches', '\\s+', 'g'],
    ['a limited repetition', 'a[\\w/]{1,40}!', ''],
    ['a string that may be open', '"[^"\\\\]*(?:\\\\[^][^"\\\\]*)*"?', 'g'],
    ['literals', 'panicked at |goroutine', ''],
  ])('%s', (_, source, flags) => {
    expect(superlinear(source, flags)).toBeUndefined();
  });
});

describe('Steps are counted as an engine takes them:', () => {
  test.each([
    ['abc', '', 'abc', 3],
    ['b', '', 'aab', 3],
    ['a*b', '', 'aaa', 20],
    ['^a*b', '', 'aaa', 8],
    ['a*?b', '', 'aab', 5],
    ['a|b', 'g', 'ab', 5],
    ['(?=ab)a', '', 'ab', 3],
    ['(?<=a)b', '', 'ab', 3],
  ])('/%s/%s in "%s" takes %i', (source, flags, text, steps) => {
    expect(countSteps(readPattern(source, flags), text)).toBe(steps);
  });
});
