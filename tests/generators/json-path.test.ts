import { describe, expect, test } from 'vitest';
import {
  type Path,
  pointerOf,
  textAround,
  valueAt,
  withoutMember,
  withValue,
} from '../../generators/json-path.ts';
import { resolved } from '../../generators/schema-node.ts';
import { isObject } from '../../json/read-json.ts';

const root = { a: [{ b: 1 }, 'text'], c: null };

test('An object is no array, no null and no text.', () => {
  expect([{}, [], null, 'text', 1, undefined].map(isObject)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('A path is written as a pointer.', () => {
  const path: Path = ['a', 0, 'b/c~d', '~/'];
  expect(pointerOf(path)).toBe('/a/0/b~1c~0d/~0~1');
  expect(pointerOf([])).toBe('');
});

test.each<[Path, unknown]>([
  [[], root],
  [['a', 0, 'b'], 1],
  [['a', 1], 'text'],
  [['c'], null],
  [['a', 2], undefined],
  [['a', '0'], undefined],
  [['a', 'length'], undefined],
  [['a', 1, 'length'], undefined],
  [['c', 'd'], undefined],
  [['x', 'y'], undefined],
  [['toString'], undefined],
])('What stands at %j is its own value or nothing.', (path, value) => {
  expect(valueAt(root, path)).toEqual(value);
});

describe('a copy', () => {
  test('has another value at the path, and what it was made from has not.', () => {
    const former = structuredClone(root);
    expect(withValue(root, ['a', 0, 'b'], 2)).toEqual({ a: [{ b: 2 }, 'text'], c: null });
    expect(withValue(root, ['a', 2], 'new')).toEqual({ a: [{ b: 1 }, 'text', 'new'], c: null });
    expect(withValue(root, [], 'all')).toBe('all');
    expect(root).toEqual(former);
  });

  test('makes what is missing on the way, and takes the place of what is of another type.', () => {
    expect(withValue({}, ['x', 0, 'y'], 1)).toEqual({ x: [{ y: 1 }] });
    expect(withValue('no list', [1], 'b')).toEqual([undefined, 'b']);
    expect(withValue({ x: 'ab' }, ['x', 'y'], 1)).toEqual({ x: { y: 1 } });
    expect(withValue({ x: { z: 1 } }, ['x', 0], 1)).toEqual({ x: [1] });
    expect(withValue({ x: ['z'] }, ['x', 'y'], 1)).toEqual({ x: { y: 1 } });
  });

  test('lacks a member, where it is one of an object.', () => {
    expect(withoutMember(root, ['a', 0, 'b'])).toEqual({ a: [{}, 'text'], c: null });
    expect(withoutMember(root, ['c'])).toEqual({ a: root.a });
    expect(withoutMember(root, ['x', 'y'])).toBe(root);
    expect(withoutMember(root, ['a', 0])).toBe(root);
    expect(root).toHaveProperty('c');
  });

  test('is written with a text that JSON cannot write, as it stands.', () => {
    expect(textAround({ a: [1, 2] }, ['a', 0])('1.0')).toBe('{"a":[1.0,2]}');
    expect(textAround({ a: 1 }, ['a'])("$& $' 1e400")).toBe(`{"a":$& $' 1e400}`);
  });
});

test('A reference to a schema file is followed; a reference to a missing file is reported with its name.', () => {
  const inline = { type: 'string' } as const;
  expect(resolved(inline)).toBe(inline);
  const reference = { $ref: 'signing-public-key.schema.json', type: 'object' } as const;
  expect(resolved(reference).required).toContain('keyData');
  expect(() => resolved({ ...reference, $ref: 'none.schema.json' })).toThrow(
    'No schema file is called none.schema.json; add it to schemas/schema.ts or correct the reference.',
  );
});
