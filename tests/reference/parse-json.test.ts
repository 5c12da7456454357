import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../../reference/parse-json.ts';

const nearOne = '1.00000000000000000001';

test.each([
  nearOne,
  `\n${nearOne}`,
  `-${nearOne}`,
  `[${nearOne}]`,
  `[0,${nearOne}]`,
  `{"a":${nearOne}}`,
  `{"a": -${nearOne}}`,
  `{"a":\t1000000000000000000000001e-24}`,
])('A number with a fraction that a double cannot hold is no integer: %j', (text) => {
  expect(JSON.stringify(parseJson(text))).toContain('0.5');
});

test.each(['1.0', '1e2', '[10e-1]', `{"a":"${nearOne}"}`, `{"a":"b: ${nearOne}"}`, `{"${nearOne}":1}`])(
  'Other values are what they are: %j',
  (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  },
);

test('JSON without such a number is parsed as usual.', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
});
