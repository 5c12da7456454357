import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../reports/report/report.ts';
import { command, emptyFolder } from '../cli/command.ts';
import { type Arrival, countingServer } from './counting-server.ts';

const timeout = { timeout: 900_000 };

/** Runs the suite against a server that bans it. */
async function runBanned(isBanned: (arrival: Arrival, nth: number) => boolean) {
  let banned = 0;
  const server = await countingServer(0, (arrival, nth) => {
    const isIt = isBanned(arrival, nth);
    if (isIt) banned += 1;
    return isIt;
  });
  const cwd = emptyFolder();
  const { status, stdout } = await command(['run'], { cwd, settings: server.settings });
  const report: Report = JSON.parse(readFileSync(join(cwd, 'conformance-results/report.json'), 'utf8'));
  return { status, stdout, report, banned };
}

const reasonsOf = ({ results }: Report): Set<string | null> =>
  new Set(results.filter(({ reasonKind }) => reasonKind === 'shut-out').map(({ reason }) => reason));

test.each<[string, (arrival: Arrival, nth: number) => boolean]>([
  ['after 2,000 requests', (_, nth) => nth > 2_000],
  [
    'after 300 rejected credentials',
    (() => {
      const seen: Arrival[] = [];
      let rejected = 0;
      return (arrival: Arrival) => {
        seen.push(arrival);
        while (seen[0] !== undefined && seen[0].status !== 0) {
          if (seen.shift()?.status === 401) rejected += 1;
        }
        return rejected >= 300;
      };
    })(),
  ],
])('A ban %s is one reason for everything, and the run ends soon.', timeout, async (_, isBanned) => {
  const { status, stdout, report, banned } = await runBanned(isBanned);
  expect(status).toBe(3);
  expect(report.results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  expect([...reasonsOf(report)]).toEqual([
    expect.stringMatching(/^every request got 403 .*from nginx from .* \(first .*, after .*CONFORMANCE_RATE/),
  ]);
  expect(stdout.match(/every request got/g)).toHaveLength(1);
  expect(banned).toBeLessThan(800);
});

test('A ban that ends after ten seconds is waited for, and the run is conformant.', timeout, async () => {
  let since: number | undefined;
  const { status, report, banned } = await runBanned(({ at }, nth) => {
    if (nth > 2_000) since ??= at;
    return since !== undefined && at < since + 10_000;
  });
  expect(banned).toBeGreaterThan(0);
  expect([...reasonsOf(report)]).toEqual([]);
  expect(status).toBe(0);
});

test('One operation that gives everything the same page is one breach.', timeout, async () => {
  const { status, report } = await runBanned(({ path }, nth) => nth > 1_000 && path.includes('/parties/'));
  expect(status).toBe(1);
  const failed = report.results.filter(({ outcome }) => outcome === 'failed');
  expect(failed.map(({ requirement, operation }) => `${requirement}@${operation}`)).toEqual([
    'GT-SUCCESS@generate-topology',
  ]);
});
