import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CaseLine } from '../../journal/case-line.ts';
import type { JudgementLine } from '../../journal/journal-line.ts';
import type { Action } from '../../reference/rows/engine.ts';
import { type ReferenceOptions, startReference } from '../../reference/start.ts';
import { operationStems } from '../../schemas/openapi.ts';
import {
  expiryChecks,
  liveRuns,
  roundsOf,
  useBetween,
  useToken,
  useTokenAgain,
} from '../../specs/shared/used-token.ts';
import { inSession } from '../prove/in-session.ts';
import {
  rememberedTokenFaults,
  rememberedTokenVariants,
  restFaults,
  sessionFaults,
  sessionVariants,
} from './remembered-tokens.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => vi.useRealTimers());

/** Uses a token, in rounds until its end, lets it expire, and uses it again; returns what was recorded and condemned. */
async function usedThroughout(options: ReferenceOptions) {
  return usedTwice(options, true);
}

/** Uses a token, lets it expire, and uses it again; returns what was recorded and condemned. */
async function usedTwice(options: ReferenceOptions, again = false) {
  const server = await startReference(options);
  try {
    return await inSession(server, {}, async ({ session, journal }) => {
      const used = await useToken(session, expiryChecks, liveRuns(session));
      if (used === undefined) throw new Error('The reference server gave no key to sign with.');
      for (const round of again ? roundsOf(used) : []) {
        vi.setSystemTime(Date.now() + round.seconds * 1_000);
        await useBetween(session, round, { checks: expiryChecks, used, runOf: liveRuns(session) });
      }
      vi.setSystemTime(used.refusedFrom);
      await useTokenAgain(session, used, liveRuns(session));
      const cases = journal.lines.filter((line): line is CaseLine => line.type === 'case');
      const judged = journal.lines.filter((line): line is JudgementLine => line.type === 'judgement');
      const condemned = judged.flatMap(({ findings }) => findings.map(({ requirement }) => requirement));
      const text = [...journal.exchanges.values()].map((each) => JSON.stringify(each)).join('\n');
      return { cases, condemned, isShown: text.includes(used.token), fired: server.fired() };
    });
  } finally {
    await server.close();
  }
}

const asVariant = (action: Action): ReferenceOptions => ({
  variant: { id: 'remembers', title: '', operations: operationStems, quote: '', does: [action] },
});

test('The reference server accepts a token while it is valid, and refuses it on each operation and under each scheme later.', async () => {
  const { cases, condemned, isShown } = await usedTwice({});
  expect(condemned).toEqual([]);
  expect(cases).toHaveLength(2 * 2 * 3);
  expect(cases.filter(({ credential }) => credential === 'expired')).toHaveLength(6);
  expect(isShown).toBe(false);
});

test.each(rememberedTokenFaults.map((fault) => [fault.id, fault] as const))(
  '%s is condemned.',
  async (_, fault) => {
    const { condemned, fired } = await usedTwice({ fault });
    expect(fired).toBeGreaterThan(0);
    expect(condemned).toContain('AUTH-EXPIRED');
  },
);

test.each(Object.entries(rememberedTokenVariants))('No breach: %s.', async (_, change) => {
  expect((await usedTwice(asVariant(change))).condemned).toEqual([]);
});

test('A token is used again and again, on each operation and under each scheme: while it is valid, while it is open, and then.', async () => {
  const { cases, condemned, isShown } = await usedThroughout({});
  expect(condemned).toEqual([]);
  expect(cases).toHaveLength((1 + 9 + 1) * 2 * 3);
  const count = (credential: string) => cases.filter((each) => each.credential === credential).length;
  expect([count('valid'), count('expired-recently'), count('expired')]).toEqual([5 * 6, 5 * 6, 6]);
  expect(isShown).toBe(false);
});

test.each([...sessionFaults, ...restFaults].map((fault) => [fault.id, fault] as const))(
  '%s is condemned where a token is used again and again.',
  async (_, fault) => {
    const { condemned, fired } = await usedThroughout({ fault });
    expect(fired).toBeGreaterThan(0);
    expect(condemned.some((each) => fault.requirements.includes(each))).toBe(true);
  },
);

test.each(sessionFaults.map((fault) => [fault.id, fault] as const))(
  '%s is not seen where a token is used twice.',
  async (_, fault) => expect((await usedTwice({ fault })).condemned).toEqual([]),
);

test.each(Object.entries({ ...sessionVariants, ...rememberedTokenVariants }))(
  'No breach in many uses: %s.',
  async (_, change) => {
    expect((await usedThroughout(asVariant(change))).condemned).toEqual([]);
  },
);

test.each(restFaults.map((fault) => [fault.id, fault] as const))(
  '%s is condemned without a token to use.',
  async (_, fault) => {
    const server = await startReference({ fault });
    try {
      await inSession(server, {}, async ({ session, journal }) => {
        const runOf = liveRuns(session);
        for (const round of roundsOf(undefined)) {
          vi.setSystemTime(Date.now() + round.seconds * 1_000);
          await useBetween(session, round, { checks: expiryChecks, used: undefined, runOf });
        }
        const judged = journal.lines.filter((line): line is JudgementLine => line.type === 'judgement');
        const condemned = judged.flatMap(({ findings }) => findings.map(({ requirement }) => requirement));
        expect(condemned.some((each) => fault.requirements.includes(each))).toBe(true);
      });
    } finally {
      await server.close();
    }
  },
);
