import { expect, test } from 'vitest';
import { judgeAnswers } from '../../checks/answers/judge-answers.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Check } from '../../session/check.ts';
import type { CheckResult } from '../../session/run-check.ts';
import type { Reuse } from '../../settings/execute-bodies.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { type Ahead, type AheadSession, createAhead } from '../../specs/ahead.ts';

/** Checks that end when they are told to, and what has begun. */
interface Scripted {
  readonly ahead: Ahead<AheadSession>;
  readonly session: AheadSession;
  readonly begun: string[];
  end(name: string, state?: CheckResult['state']): Promise<void>;
  fail(name: string): Promise<void>;
  /** Says that connections are free. */
  free(): Promise<void>;
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function scripted(isWanted = true, reuse: Reuse = 'unknown'): Scripted {
  const begun: string[] = [];
  const ends = new Map<string, { end(result: CheckResult): void; fail(error: Error): void }>();
  let told: (() => void)[] = [];
  const ahead = createAhead<AheadSession>(
    () => isWanted,
    (_, { requirement }) => {
      begun.push(requirement);
      return new Promise((end, fail) => ends.set(requirement, { end, fail }));
    },
  );
  return {
    ahead,
    begun,
    session: {
      profile: loadProfile(),
      bodies: { reuse: () => reuse },
      wire: { whenFree: () => new Promise((resolve) => told.push(resolve)) },
    },
    async end(name, state = 'done') {
      ends.get(name)?.end({ state, reason: null, shown: [], cases: 1 });
      await settle();
    },
    async fail(name) {
      ends.get(name)?.fail(new Error('failed'));
      await settle();
    },
    async free() {
      const now = told;
      told = [];
      for (const tell of now) tell();
      await settle();
    },
  };
}

function checks(ahead: Ahead<AheadSession>, ...more: readonly Partial<Check>[]): Check[] {
  const all = more.map(
    (each, index): Check => ({
      requirement: 'abcdefghi'.charAt(index),
      operation: 'list-users' as Operation,
      version: 1,
      judge: judgeAnswers,
      conduct: async () => undefined,
      ...each,
    }),
  );
  for (const each of all) ahead.add(each);
  return all;
}

test('The next check begins when connections are free, up to six at once, and none begins twice.', async () => {
  const { ahead, session, begun, end, free } = scripted();
  const [a, b] = checks(ahead, {}, {}, {}, {}, {}, {}, {}) as [Check, Check];
  const first = ahead.conduct(session, a);
  await settle();
  expect(begun).toEqual(['a']);
  for (const expected of ['ab', 'abc', 'abcd', 'abcde', 'abcdef', 'abcdef']) {
    await free();
    expect(begun.join('')).toBe(expected);
  }
  await end('b');
  await free();
  expect(begun.join('')).toBe('abcdefg');
  await end('a');
  expect((await first).state).toBe('done');
  expect((await ahead.conduct(session, b)).state).toBe('done');
  expect(begun.join('')).toBe('abcdefg');
});

test.each<[string, Partial<Check>[]]>([
  ['of another operation', [{}, { operation: 'generate-topology' }]],
  ['that is to be alone', [{}, { isAlone: true }]],
  ['after one that is alone', [{ isAlone: true }, {}]],
  ['that uses up bodies', [{}, { isAlone: 'unless-bodies-are-reusable' }]],
])('A check %s waits for its test.', async (_, more) => {
  const { ahead, session, begun, end, free } = scripted();
  const [a, b] = checks(ahead, ...more) as [Check, Check];
  const first = ahead.conduct(session, a);
  await free();
  await end('a');
  await first;
  expect(begun).toEqual(['a']);
  const second = ahead.conduct(session, b);
  await end('b');
  expect((await second).state).toBe('done');
});

test('Where bodies can be sent again at once, a check of them begins ahead.', async () => {
  const { ahead, session, begun, free } = scripted(true, 'at-once');
  const [a] = checks(ahead, {}, { isAlone: 'unless-bodies-are-reusable' }) as [Check];
  void ahead.conduct(session, a);
  await free();
  expect(begun).toEqual(['a', 'b']);
});

test('Where it is not wanted, no check begins ahead.', async () => {
  const { ahead, session, begun, end, free } = scripted(false);
  const [a] = checks(ahead, {}, {}) as [Check];
  const first = ahead.conduct(session, a);
  await free();
  await end('a');
  await first;
  expect(begun).toEqual(['a']);
});

test('After a check that was inconclusive, one follows the other.', async () => {
  const { ahead, session, begun, end, free } = scripted();
  const [a, b] = checks(ahead, {}, {}, {}) as [Check, Check];
  const first = ahead.conduct(session, a);
  await end('a', 'inconclusive');
  await first;
  void ahead.conduct(session, b);
  await free();
  expect(begun).toEqual(['a', 'b']);
});

test('An error of a check that began ahead belongs to its own test.', async () => {
  const { ahead, session, begun, end, fail, free } = scripted();
  const [a, b] = checks(ahead, {}, {}) as [Check, Check];
  const first = ahead.conduct(session, a);
  await free();
  await fail('b');
  await end('a');
  expect((await first).state).toBe('done');
  await expect(ahead.conduct(session, b)).rejects.toThrow('failed');
  expect(begun).toEqual(['a', 'b']);
});

test('At the end, the checks without a test so far are completed and named.', async () => {
  const { ahead, session, end, fail, free } = scripted();
  const [a, b, c] = checks(ahead, {}, {}, {}, {}) as [Check, Check, Check];
  const first = ahead.conduct(session, a);
  await free();
  await free();
  await end('a');
  await first;
  const ending = ahead.end();
  await end('b');
  await fail('c');
  const results = await ending;
  expect([...results.keys()]).toEqual([b, c]);
  expect([results.get(b)?.state, results.get(c)]).toEqual(['done', undefined]);
});
