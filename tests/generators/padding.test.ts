import { expect, test } from 'vitest';
import { bufferSizes, ordinarySize, padded, paddings, withUnknownMembers } from '../../generators/padding.ts';

const json = Buffer.from('{"a":"b"}');

test('Paddings reach each size at which a buffer may end, and the largest ordinary one, with the same value.', () => {
  expect(bufferSizes).toEqual([4_096, 8_192, 16_384, 32_768, 64_512]);
  expect(paddings.map(([size]) => size)).toEqual([
    ...bufferSizes,
    ...[1_024, 2_048, 8_193, 32_769, 65_536],
    ordinarySize,
  ]);
  expect(new Set(paddings.map(([, place]) => place)).size).toBe(3);
  for (const [size, place] of paddings) {
    const body = padded(json, size, place);
    expect(body.length).toBe(size);
    expect(JSON.parse(body.toString())).toEqual({ a: 'b' });
  }
});

test.each(['one', 'many'] as const)(
  'Unknown members, %s, fill a body up to a size, and are drawn.',
  (manner) => {
    for (const size of bufferSizes) {
      const body = withUnknownMembers(json, [size, manner], 'seed');
      expect(body.length).toBeGreaterThan(size - 40);
      expect(body.length).toBeLessThanOrEqual(size);
      const { a, ...unknown } = JSON.parse(body.toString());
      expect(a).toBe('b');
      expect(Object.keys(unknown).length > 1).toBe(manner === 'many');
      expect(withUnknownMembers(json, [size, manner], 'seed')).toEqual(body);
      expect(withUnknownMembers(json, [size, manner], 'other')).not.toEqual(body);
    }
  },
);
