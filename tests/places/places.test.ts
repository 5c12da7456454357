import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startReference } from '../../reference/start.ts';
import {
  expiryChecks,
  liveRuns,
  roundsOf,
  useBetween,
  useToken,
  useTokenAgain,
} from '../../specs/shared/used-token.ts';
import { inSession } from '../prove/in-session.ts';
import { conductInProcess } from '../specs/in-process.ts';
import type { Sent } from './area.ts';
import { sentIn } from './collect.ts';
import { placesPage } from './page.ts';
import { areas, cellsOf, missingIn, type PlacesEffort } from './table.ts';

const introduction = `
A fault hides where nobody looks: a reader skips in one member and decodes in another, or handles a body in chunks by other code. A
_kind_ is one thing that is wrong or odd about a request, a _place_ is where it can be. Each pair is sent at the effort under which it is
counted and at those behind it (\`certify\` sends what its effort sends, and more at its end), or is excluded for a reason. The page is made from
what runs against the reference server send, by \`npx vitest run --config tests/slow.config.ts tests/places -u\`; a test fails where a
pair is missing. A [disguised](politeness.md#disguise) run writes bodies in rare ways less often, as ordinary clients do.
`;

/** What is sent behind the checks: in a soak, and in \`certify\` with a token. */
async function behindChecks(hasToken: boolean): Promise<Sent[]> {
  const server = await startReference();
  try {
    return await inSession(server, {}, async ({ session, journal }) => {
      const runOf = liveRuns(session);
      const used = await useToken(session, expiryChecks, runOf);
      if (used === undefined) throw new Error('The reference server gave no key to sign with.');
      for (const round of roundsOf(hasToken ? used : undefined)) {
        vi.setSystemTime(Date.now() + round.seconds * 1_000);
        await useBetween(session, round, { checks: expiryChecks, used: hasToken ? used : undefined, runOf });
      }
      vi.setSystemTime(Math.max(Date.now(), used.refusedFrom));
      await useTokenAgain(session, used, runOf);
      return sentIn({ journal });
    });
  } finally {
    await server.close();
  }
}

describe('Of each kind in each place', () => {
  const sent: Partial<Record<PlacesEffort, readonly Sent[]>> = {};
  beforeAll(async () => {
    for (const effort of ['quick', 'standard', 'soak'] as const)
      sent[effort] = sentIn(await conductInProcess({}, { CONFORMANCE_EFFORT: effort }));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    sent.soak = [...(sent.soak ?? []), ...(await behindChecks(false))];
    sent.certify = await behindChecks(true);
  }, 900_000);
  afterAll(() => vi.useRealTimers());

  test.each(areas.map((area) => [area.title, area] as const))('none is missing: %s.', (_, area) => {
    expect(missingIn(cellsOf(area, sent))).toEqual([]);
  });

  test('docs/places.md says what is sent.', async () => {
    const table = new Map(areas.map((area) => [area.title, cellsOf(area, sent)]));
    await expect(placesPage(introduction, table)).toMatchFileSnapshot('../../docs/places.md');
  });

  test('later.json has the pairs that a standard run does not send, for the test of such a run.', async () => {
    const later = areas.flatMap((area) =>
      [...cellsOf(area, sent)].flatMap(([key, cell]) =>
        cell !== 'missing' && 'effort' in cell && ['soak', 'certify'].includes(cell.effort) ? [key] : [],
      ),
    );
    await expect(`${JSON.stringify(later, null, 2)}\n`).toMatchFileSnapshot('later.json');
  });
});
