import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CaseLine } from '../../journal/case-line.ts';
import type { JudgementLine } from '../../journal/journal-line.ts';
import type { Action } from '../../reference/rows/engine.ts';
import { type ReferenceOptions, startReference } from '../../reference/start.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { expiryChecks, liveRuns, useToken, useTokenAgain } from '../../specs/shared/used-token.ts';
import { inSession } from '../prove/in-session.ts';
import { rememberedTokenFaults, rememberedTokenVariants } from './remembered-tokens.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => vi.useRealTimers());

/** Uses a token, lets it expire, and uses it again; returns what was recorded and condemned. */
async function usedTwice(options: ReferenceOptions) {
  const server = await startReference(options);
  try {
    return await inSession(server, {}, async ({ session, journal }) => {
      const used = await useToken(session, expiryChecks, liveRuns(session));
      if (used === undefined) throw new Error('The reference server gave no key to sign with.');
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
