import { expect, test } from 'vitest';
import type { Check } from '../../engine/check.ts';
import { conductAll } from '../../engine/conduct-all.ts';
import type { CheckResult } from '../../engine/run-check.ts';
import type { Reuse } from '../../settings/execute-bodies.ts';

type State = CheckResult['state'];
type Ordered = Pick<Check, 'operation' | 'isAlone'>;

/** Checks that end when they are told to, and what has begun. */
interface Scripted {
  readonly begun: string[];
  readonly all: Promise<void>;
  end(name: string, state?: State): Promise<void>;
  fail(name: string): Promise<void>;
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Begins checks with the names a, b, c and so on. */
async function scripted(more: readonly Partial<Ordered>[], reuse: Reuse = 'unknown'): Promise<Scripted> {
  const begun: string[] = [];
  const ends = new Map<string, { end(state: State): void; fail(error: Error): void }>();
  const checks = more.map((each, index) => {
    return { name: 'abcdefghi'.charAt(index), operation: 'list-users' as const, ...each };
  });
  const all = conductAll(checks, { reuse: () => reuse }, ({ name }) => {
    begun.push(name);
    return new Promise((end, fail) => ends.set(name, { end, fail }));
  });
  all.catch(() => undefined);
  await settle();
  return {
    begun,
    all,
    async end(name, state = 'done') {
      ends.get(name)?.end(state);
      await settle();
    },
    async fail(name) {
      ends.get(name)?.fail(new Error('failed'));
      await settle();
    },
  };
}

test('Three checks are in progress at once, in order, and none begins twice.', async () => {
  const { begun, all, end } = await scripted([{}, {}, {}, {}, {}]);
  expect(begun.join('')).toBe('abc');
  await end('b');
  expect(begun.join('')).toBe('abcd');
  await end('a');
  expect(begun.join('')).toBe('abcde');
  for (const name of 'cde') await end(name);
  await all;
  expect(begun.join('')).toBe('abcde');
});

test.each<[string, Partial<Ordered>[]]>([
  ['that is to be alone', [{}, { isAlone: true }]],
  ['after one that is alone', [{ isAlone: true }, {}]],
  ['that uses up bodies', [{}, { isAlone: 'unless-bodies-are-reusable' }]],
])('A check %s begins when the one before has ended.', async (_, more) => {
  const { begun, all, end } = await scripted(more);
  expect(begun).toEqual(['a']);
  await end('a');
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  await all;
});

test('Where bodies can be sent again at once, a check of them need not be alone.', async () => {
  const { begun } = await scripted([{}, { isAlone: 'unless-bodies-are-reusable' }], 'at-once');
  expect(begun).toEqual(['a', 'b']);
});

test('After a check that was inconclusive, one follows the other.', async () => {
  const { begun, end } = await scripted([{}, { isAlone: true }, {}, {}]);
  await end('a', 'inconclusive');
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('What one check throws ends the run, and no further one of its operation begins.', async () => {
  const { begun, all, end, fail } = await scripted([{}, {}, {}, {}]);
  await fail('b');
  await expect(all).rejects.toThrow('failed');
  expect(begun.join('')).toBe('abc');
  await end('a');
});

test('Checks of other operations begin side by side, each in its own order.', async () => {
  const { begun, end } = await scripted([
    { isAlone: true },
    {},
    { operation: 'generate-topology', isAlone: true },
  ]);
  expect(begun).toEqual(['a', 'c']);
  await end('a');
  expect(begun).toEqual(['a', 'c', 'b']);
});

test('A run without checks ends.', async () => {
  const { begun, all } = await scripted([]);
  await all;
  expect(begun).toEqual([]);
});
