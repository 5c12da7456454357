import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readRun, readWhile } from '../../cli/run/read-run.ts';
import { endingKey } from '../../engine/named-checks.ts';
import { readExchanges } from '../../journal/exchanges.ts';
import { exchangesFile, runFile } from '../../journal/journal.ts';
import { filesIn, newLines } from '../../journal/journal-lines.ts';
import { createAggregation } from '../../reports/report/aggregation.ts';
import { aggregateFolders, plainly } from '../reports/aggregated.ts';
import { aCase, aFinding, aGoodRun, withCases } from '../reports/journal-fixture.ts';
import { temporaryFolder } from '../reports/temporary-folder.ts';
import { writeRun } from '../reports/write-run.ts';

const operation = 'generate-topology';

const run = withCases(
  aGoodRun(),
  ...Array.from({ length: 20 }, (_, index) =>
    aCase({
      requirement: 'GT-RES-PARTYID',
      operation,
      number: index + 1,
      findings: [
        aFinding('GT-RES-PARTYID', operation, { exchanges: [`GT-RES-PARTYID@${operation}/${index + 1}#1`] }),
      ],
    }),
  ),
);

/** A folder that grows by `step` bytes of each file at a time, whatever lines these cut. */
function growing(whole: string, step: number) {
  const folder = temporaryFolder();
  const files = [exchangesFile, runFile].map((name) => {
    writeFileSync(join(folder, name), '');
    return { path: join(folder, name), bytes: readFileSync(join(whole, name)), written: 0 };
  });
  return {
    folder,
    /** False if nothing was left to write. */
    grow(): boolean {
      const left = files.filter(({ bytes, written }) => written < bytes.length);
      for (const file of left) {
        appendFileSync(file.path, file.bytes.subarray(file.written, file.written + step));
        file.written += step;
      }
      return left.length > 0;
    },
  };
}

test.each([97, 1_000, 1_000_000])(
  'A folder that is read while it grows by %i bytes gives the report of the whole.',
  (step) => {
    const whole = writeRun(run);
    const { folder, grow } = growing(whole, step);
    const reader = readRun(folder);
    while (grow()) reader.catchUp();
    expect(reader.exchanges()).toEqual(readExchanges(whole).digest);
    expect([...reader.ended()].sort()).toEqual(run.checks.map(endingKey).sort());
    expect(reader.report(plainly).report).toEqual(aggregateFolders([whole], plainly));
  },
);

test('Without any time, a call takes one line of each folder, and the next goes on behind it.', () => {
  const whole = writeRun(run);
  const taken: string[] = [];
  const lines = newLines(filesIn(whole));
  const aggregation = createAggregation(lines, ({ type }) => taken.push(type));
  for (let calls = 1; calls < 7; calls += 1) {
    aggregation.catchUp(-1);
    expect(taken).toHaveLength(calls);
  }
  for (let calls = 0; calls < 3_000; calls += 1) aggregation.catchUp(-1);
  expect(lines.digest()).toEqual(readExchanges(whole).digest);
  expect(aggregation.report(plainly).report).toEqual(aggregateFolders([whole], plainly));
});

test('What got no response is known before the report.', () => {
  const [first, ...others] = run.judgements;
  if (first === undefined) throw new Error('The run has no judgement.');
  const unanswered = [
    { requirement: 'GT-RES-PARTYID', operation, kind: 'timeout', wellFormed: true, exchanges: [] },
  ] as const;
  const reader = readRun(writeRun({ ...run, judgements: [{ ...first, unanswered }, ...others] }));
  expect(reader.unanswered()).toEqual([operation]);
});

test('A wrong line ends the reading in parts, and the report names it.', () => {
  vi.useFakeTimers();
  try {
    const { folder, grow } = growing(writeRun(run), 1_000_000);
    grow();
    appendFileSync(join(folder, runFile), '{"type":"surprise"}\n');
    const reader = readWhile(new Promise(() => undefined), folder);
    vi.advanceTimersByTime(1_000);
    expect(vi.getTimerCount()).toBe(0);
    expect(() => reader.report(plainly)).toThrow(/^Line \d+ of .*run\.ndjson is not a line of a journal\./);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['resolves', () => undefined],
  ['rejects', () => Promise.reject(new Error('ended'))],
])('A run is read in parts until its promise %s.', async (_, end) => {
  vi.useFakeTimers();
  try {
    const ended = new Promise((resolve) => setTimeout(resolve, 5_000)).then(end);
    const folder = writeRun(run);
    const reader = readWhile(ended, folder);
    vi.advanceTimersByTime(4_000);
    // What was read in parts is known without the files.
    for (const name of [runFile, exchangesFile]) writeFileSync(join(folder, name), '');
    expect(reader.ended().size).toBe(run.checks.length);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
