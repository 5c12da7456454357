import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aggregateFolders, plainly } from './aggregated.ts';
import { aGoodRun, aPreflight, type Run } from './journal-fixture.ts';
import { writeRun } from './write-run.ts';

/** A part of a good run, as `--shard index/total` makes it. */
function shard(index: number, total: number, nonce = 'n1'): Run {
  const run = aGoodRun();
  const mine = (_: unknown, at: number): boolean => at % total === index - 1;
  return {
    ...run,
    header: {
      ...run.header,
      run: { ...run.header.run, nonce, shard: `${index}/${total}` },
      startedAt: `2026-01-02T03:04:0${index}.000Z`,
    },
    cases: run.cases.filter(mine),
    judgements: run.judgements.filter(mine),
    checks: run.checks.filter(mine),
    exchanges: run.exchanges.filter(mine),
  };
}

test('The shards of a run make the report of the whole run, in whatever order they are given.', () => {
  const folders = [1, 2, 3].map((index) => writeRun(shard(index, 3)));
  const report = aggregateFolders(folders, plainly);
  expect(report).toMatchObject({
    verdict: 'conformant',
    gate: { status: 0 },
    coverage: { state: 'complete' },
  });
  expect(report.run).toMatchObject({ shard: null, startedAt: '2026-01-02T03:04:01.000Z' });
  expect(aggregateFolders([...folders].reverse(), plainly)).toEqual(report);
  const whole = aggregateFolders([writeRun(aGoodRun())], plainly);
  expect(report.results).toEqual(whole.results);
  expect(report.counts).toEqual(whole.counts);
});

test('A missing shard is named.', () => {
  expect(() => aggregateFolders([writeRun(shard(1, 3)), writeRun(shard(3, 3))], plainly)).toThrow(
    'Shard 2/3 is missing.',
  );
});

test('One shard by itself is a partial run.', () => {
  const report = aggregateFolders([writeRun(shard(1, 3))], plainly);
  expect(report).toMatchObject({
    verdict: 'conformant',
    coverage: { state: 'partial' },
    run: { shard: '1/3' },
  });
});

test('Parts of different runs, and a shard given twice, are wrong usage.', () => {
  const first = writeRun(shard(1, 2));
  expect(() => aggregateFolders([first, writeRun(shard(2, 2, 'n2'))], plainly)).toThrow(
    /they have different nonces/,
  );
  expect(() => aggregateFolders([first, first], plainly)).toThrow('Two of the journals contain shard 1/2.');
  expect(() => aggregateFolders([first, writeRun(shard(2, 3))], plainly)).toThrow(
    /different numbers of shards/,
  );
  const { header, ...rest } = shard(2, 2);
  const larger = { ...rest, header: { ...header, run: { ...header.run, cases: 9 } } };
  expect(() => aggregateFolders([first, writeRun(larger)], plainly)).toThrow(/different numbers of cases/);
  expect(() => aggregateFolders([], plainly)).toThrow('There is no journal to merge.');
});

test('A shard whose exchanges have changed since it ended is not merged: the merged run would vouch for them.', () => {
  const folders = [1, 2].map((index) => writeRun(shard(index, 2)));
  const path = join(folders[1] ?? '', 'exchanges.ndjson');
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, before.replace('"status":200', '"status":201'));
  expect(() => aggregateFolders(folders, plainly)).toThrow(
    /cannot be merged\. The exchanges have changed since the run ended: their digest differs\. Give unchanged/,
  );
  writeFileSync(path, before.split('\n').slice(1).join('\n'));
  expect(() => aggregateFolders(folders, plainly)).toThrow(
    /contains \d+ exchanges, but its run ended with \d+/,
  );
});

test('An operation that did not answer one shard is judged by what the shards did.', () => {
  const refused = aPreflight({
    'list-users': { state: 'refuses-token', detail: 'It may lack a permission.' },
  });
  const one = { ...shard(1, 2), preflight: refused };
  const report = aggregateFolders([writeRun(one), writeRun(shard(2, 2))], plainly);
  expect(report.verdict).toBe('conformant');
  const both = aggregateFolders([writeRun(one), writeRun({ ...shard(2, 2), preflight: refused })], plainly);
  expect(both.verdict).toBe('inconclusive');
});

test('What the final liveness check of each shard found stands in the report of the whole run.', () => {
  const [first, second, third] = [
    { ...shard(1, 3), stopped: { 'generate-topology': ['final-liveness@generate-topology/1'] } },
    { ...shard(2, 3), stopped: { 'list-users': ['final-liveness@list-users/4'] } },
    shard(3, 3),
  ].map((run) => writeRun(run));
  const report = aggregateFolders([third, second, first] as string[], plainly);
  expect(
    report.results.flatMap(({ requirement, findings }) =>
      findings.map(({ kind, exchanges }) => ({ requirement, kind, exchanges })),
    ),
  ).toEqual([
    {
      requirement: 'GT-SUCCESS',
      kind: 'operation-stopped',
      exchanges: ['final-liveness@generate-topology/1'],
    },
    // Its exchanges have the same ids as those of the first.
    { requirement: 'LU-SUCCESS', kind: 'operation-stopped', exchanges: [] },
  ]);
  expect(report.verdict).toBe('non-conformant');
});
