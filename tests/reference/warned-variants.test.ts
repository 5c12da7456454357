import { expect, test } from 'vitest';
import type { Check } from '../../engine/check.ts';
import { variants } from '../../reference/variants/catalogue.ts';
import type { Variant } from '../../reference/variants/variant.ts';
import { requirements } from '../../requirements/catalogue.ts';
import { allChecks } from '../../specs/all.ts';
import { quickReport } from '../prove/prove-one.ts';

const warned = requirements.filter(({ level, excluded }) => level === 'SHOULD' && excluded === undefined);

async function isWarnedOf(id: string, variant: Variant, checks: readonly Check[]): Promise<boolean> {
  const { results } = await quickReport({ variant }, checks);
  return results.some(({ requirement, outcome }) => requirement === id && outcome === 'warned');
}

test.each(warned.map(({ id }) => id))('A run warns of a variant that breaks %s.', async (id) => {
  const breaking = variants.filter(({ warns = [] }) => warns.includes(id));
  expect(breaking).not.toEqual([]);
  const own = allChecks.filter(({ requirement }) => requirement === id);
  for (const variant of breaking) {
    // What every answer may break, the requests of other checks show.
    const isWarned = (await isWarnedOf(id, variant, own)) || (await isWarnedOf(id, variant, allChecks));
    expect(isWarned, variant.id).toBe(true);
  }
});
