import { expect, test } from 'vitest';
import type { Run } from '../../engine/check.ts';
import { completePlans, plainPlans } from '../../specs/list-users/plans.ts';

const run = {
  effort: 'standard',
  facts: { apiKeyForm: 'jwt.token.', bearerWorks: true },
  seedAt: (round: number) => round + 1,
} as unknown as Run;

test('Of more than 20,000 users, chains are walked for so many, or for two pages.', () => {
  for (const { chain, atMost = Number.POSITIVE_INFINITY } of plainPlans(run, 100_000, 0))
    expect(atMost === 2 || atMost * (chain.size ?? 100) <= 20_000).toBe(true);
});

test('One chain of many users is walked to its end all the same.', () => {
  const whole = completePlans(run, 100_000, 0).filter(({ atMost }) => atMost === undefined);
  expect(whole).toHaveLength(1);
});

test('Of fewer users, a chain is walked to its end unless it has more than 60 pages.', () => {
  for (const { chain, atMost } of plainPlans(run, 6_000, 0))
    expect(atMost).toBe(6_000 / (chain.size ?? 100) > 60 ? 40 : undefined);
});
