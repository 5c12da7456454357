import { expect, test } from 'vitest';
import type { Check } from '../../engine/check.ts';
import { createQueue, type Queue, type QueueSession } from '../../engine/queue.ts';
import type { CheckResult } from '../../engine/run-check.ts';
import { judgeAnswers } from '../../judges/answers/judge-answers.ts';
import type { Reuse } from '../../settings/execute-bodies.ts';

/** Checks that end when they are told to, and what has begun. */
interface Scripted {
  readonly queue: Queue<QueueSession>;
  readonly session: QueueSession;
  readonly begun: string[];
  end(name: string, state?: CheckResult['state']): Promise<void>;
  fail(name: string): Promise<void>;
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function scripted(reuse: Reuse = 'unknown'): Scripted {
  const begun: string[] = [];
  const ends = new Map<string, { end(result: CheckResult): void; fail(error: Error): void }>();
  const queue = createQueue<QueueSession>((_, { requirement }) => {
    begun.push(requirement);
    return new Promise((end, fail) => ends.set(requirement, { end, fail }));
  });
  return {
    queue,
    begun,
    session: { bodies: { reuse: () => reuse } },
    async end(name, state = 'done') {
      ends.get(name)?.end({ state, reason: null, shown: [], cases: 1 });
      await settle();
    },
    async fail(name) {
      ends.get(name)?.fail(new Error('failed'));
      await settle();
    },
  };
}

/** Adds checks with the names a, b, c and so on. */
function checks(queue: Queue<QueueSession>, ...more: readonly Partial<Check>[]): Check[] {
  const all = more.map(
    (each, index): Check => ({
      requirement: 'abcdefghi'.charAt(index),
      operation: 'list-users',
      version: 1,
      judge: judgeAnswers,
      *cases() {},
      ...each,
    }),
  );
  for (const each of all) queue.add(each);
  return all;
}

test('Three checks are in progress at once, in order, and none begins twice.', async () => {
  const { queue, session, begun, end } = scripted();
  const [a, b] = checks(queue, {}, {}, {}, {}, {}, {}) as [Check, Check];
  const first = queue.conduct(session, a);
  await settle();
  expect(begun.join('')).toBe('abc');
  await end('b');
  expect(begun.join('')).toBe('abcd');
  await end('a');
  expect((await first).state).toBe('done');
  expect((await queue.conduct(session, b)).state).toBe('done');
  expect(begun.join('')).toBe('abcde');
});

test.each<[string, Partial<Check>[]]>([
  ['that is to be alone', [{}, { isAlone: true }]],
  ['after one that is alone', [{ isAlone: true }, {}]],
  ['that uses up bodies', [{}, { isAlone: 'unless-bodies-are-reusable' }]],
])('A check %s begins when the one before has ended.', async (_, more) => {
  const { queue, session, begun, end } = scripted();
  const [a, b] = checks(queue, ...more) as [Check, Check];
  const first = queue.conduct(session, a);
  await settle();
  expect(begun).toEqual(['a']);
  await end('a');
  await first;
  expect(begun).toEqual(['a', 'b']);
  const second = queue.conduct(session, b);
  await end('b');
  expect((await second).state).toBe('done');
});

test('Where bodies can be sent again at once, a check of them need not be alone.', async () => {
  const { queue, session, begun } = scripted('at-once');
  const [a] = checks(queue, {}, { isAlone: 'unless-bodies-are-reusable' }) as [Check];
  void queue.conduct(session, a);
  await settle();
  expect(begun).toEqual(['a', 'b']);
});

test('After a check that was inconclusive, one follows the other.', async () => {
  const { queue, session, begun, end } = scripted();
  const [a] = checks(queue, {}, { isAlone: true }, {}, {}) as [Check];
  void queue.conduct(session, a);
  await end('a', 'inconclusive');
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('An error of a check belongs to its own test.', async () => {
  const { queue, session, begun, end, fail } = scripted();
  const [a, b] = checks(queue, {}, {}) as [Check, Check];
  const first = queue.conduct(session, a);
  await fail('b');
  await end('a');
  expect((await first).state).toBe('done');
  await expect(queue.conduct(session, b)).rejects.toThrow('failed');
  expect(begun).toEqual(['a', 'b']);
});

test('A worker that takes over begins with the check whose test comes first.', async () => {
  const { queue, session, begun } = scripted();
  const [, , c] = checks(queue, {}, {}, {}, {}) as [Check, Check, Check];
  void queue.conduct(session, c);
  await settle();
  expect(begun).toEqual(['c', 'd']);
});

test('Checks of other operations begin side by side, each in its own order.', async () => {
  const { queue, session, begun, end } = scripted();
  const [a] = checks(queue, { isAlone: true }, {}, { operation: 'generate-topology', isAlone: true }) as [
    Check,
  ];
  void queue.conduct(session, a);
  await settle();
  expect(begun).toEqual(['a', 'c']);
  await end('a');
  expect(begun).toEqual(['a', 'c', 'b']);
});
