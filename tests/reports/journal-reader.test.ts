import { hash } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readExchanges } from '../../journal/exchanges.ts';
import { exchangesFile, runFile } from '../../journal/journal.ts';
import { readJournal } from '../../journal/run-journal.ts';
import { aggregateJournal, readFolder } from '../../reports/report/aggregation.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { aggregated, aggregateFolders, plainly } from './aggregated.ts';
import { aCase, aFinding, aGoodRun, anExchange, type Run, withCases } from './journal-fixture.ts';
import { appendToRun } from './run-on-disk.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { writeRun } from './write-run.ts';

const gt = 'generate-topology';

/** Deterministic, and far from the order it is given. */
function shuffled<T>(lines: readonly T[]): T[] {
  return lines
    .map((line, index) => ({ line, at: (index * 7919) % 10_007 }))
    .sort((a, b) => a.at - b.at)
    .map(({ line }) => line);
}

function aRunWithFindings(): Run {
  const cases = Array.from({ length: 30 }, (_, index) =>
    aCase({
      requirement: 'GT-RES-PARTYID',
      operation: gt,
      number: index + 1,
      findings: [
        aFinding('GT-RES-PARTYID', gt, {
          actual: `${index}`,
          exchanges: [`GT-RES-PARTYID@generate-topology/${index + 1}#1`],
        }),
      ],
      observations: [{ id: 'GT-OPEN-HINT', operation: gt, value: `${index}` }],
    }),
  );
  return withCases(aGoodRun(), ...cases);
}

const refusal = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return 'nothing was refused';
};

test('The order of lines changes nothing in the report.', () => {
  const run = aRunWithFindings();
  const inOrder = aggregateFolders([writeRun(run)], plainly);
  for (const arrange of [shuffled, <T>(lines: readonly T[]): T[] => [...lines].reverse()]) {
    const folder = writeRun(run, arrange);
    expect(aggregateFolders([folder], plainly)).toEqual(inOrder);
    expect(aggregateJournal(readJournal(folder), plainly).report).toEqual(inOrder);
  }
  expect(aggregated(run)).toEqual(inOrder);
  expect(JSON.stringify(aggregateFolders([writeRun(run, shuffled)], plainly))).toBe(JSON.stringify(inOrder));
});

test('A journal is read with every line it holds.', () => {
  const run = aRunWithFindings();
  const journal = readJournal(writeRun(run));
  expect(journal).toMatchObject({
    header: run.header,
    preflight: run.preflight,
    problems: [],
  });
  expect(journal.cases).toEqual(run.cases);
  expect([...journal.judgements.keys()]).toEqual(run.cases.map(({ id }) => id));
  expect(journal.checks).toEqual(run.checks);
  expect(journal.exchanges.size).toBe(run.exchanges.length);
});

test('Exchanges are read back as they were stored, bytes and all.', () => {
  const id = 'GT-RES-PARTYID@generate-topology/7#1';
  const bytes = Buffer.from([0xff, 0x00, 0x7b]);
  const exchange = anExchange(id, { answer: { status: 200, reason: 'OK', headers: [], body: bytes } });
  const run = aRunWithFindings();
  const folder = writeRun({
    ...run,
    exchanges: run.exchanges.map((each) => (each.id === id ? exchange : each)),
  });
  expect(readJournal(folder).exchanges.get(id)).toEqual(exchange);
  expect(readJournal(folder).exchanges.get('none')).toBeUndefined();
});

test('The evidence of a report is found without reading the whole run.', () => {
  const run = aRunWithFindings();
  const folder = writeRun(run, shuffled);
  const read = readFolder(folder);
  const { report, evidence: some } = read.report(plainly);
  const all = aggregateJournal(readJournal(folder), plainly).evidence;
  for (const id of report.results.flatMap(({ findings }) => findings.flatMap(({ exchanges }) => exchanges))) {
    expect(some.exchange(id)).toEqual(all.exchange(id));
    expect(some.caseOf(id)?.id).toBe(id.slice(0, -2));
    expect(some.caseOf(id)).toEqual(all.caseOf(id));
  }
});

test('A last line that was cut makes the run incomplete, and the rest of it counts.', () => {
  const run = { ...aRunWithFindings(), ended: undefined };
  const folder = writeRun(run);
  appendToRun(folder, '{"type":"footer","finishedAt":"2026-01-');
  appendFileSync(join(folder, exchangesFile), '{"id":"x","requ');
  const journal = readJournal(folder);
  expect(journal.problems).toEqual(['The journal is incomplete: the run was stopped.']);
  expect(journal.cases).toHaveLength(run.cases.length);
  expect(journal.exchanges.size).toBe(run.exchanges.length);
  expect(aggregateFolders([folder], plainly)).toMatchObject({
    verdict: 'non-conformant',
    gate: { status: 1 },
  });
});

test('A last line that only lacks its line end is read.', () => {
  const folder = writeRun(aGoodRun());
  const path = join(folder, runFile);
  writeFileSync(path, readFileSync(path, 'utf8').trimEnd());
  expect(readJournal(folder).problems).toEqual([]);
});

test('An interrupted run is incomplete.', () => {
  expect(readJournal(writeRun({ ...aGoodRun(), ended: 'interrupted' })).problems).toEqual([
    'The run was interrupted.',
  ]);
});

test('The digest of exchanges does not depend on the order of lines, and a changed byte changes it.', () => {
  const run = aRunWithFindings();
  const folder = writeRun(run);
  const digest = readExchanges(folder).digest;
  expect(digest.count).toBe(run.exchanges.length);
  expect(readExchanges(writeRun(run, shuffled)).digest).toEqual(digest);
  const lines = readFileSync(join(folder, exchangesFile), 'utf8').trimEnd().split('\n');
  const sorted = lines.map((line) => `${hash('sha256', line)}\n`).sort();
  expect(digest.sha256).toBe(hash('sha256', sorted.join('')));
  const path = join(folder, exchangesFile);
  writeFileSync(path, readFileSync(path, 'utf8').replace('alice', 'alicf'));
  expect(readExchanges(folder).digest.sha256).not.toBe(digest.sha256);
});

test('Exchanges that were altered or removed after the run leave no verdict of conformance.', () => {
  const altered = writeRun(aGoodRun());
  const path = join(altered, exchangesFile);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('alice', 'alicf'));
  expect(aggregateFolders([altered], plainly)).toMatchObject({
    verdict: 'inconclusive',
    gate: {
      status: 3,
      causes: ['The exchanges have changed since the run ended: their digest differs.'],
    },
  });
  writeFileSync(path, text.slice(text.indexOf('\n') + 1));
  expect(readJournal(altered).problems[0]).toMatch(
    /^The journal contains \d+ exchanges, but its run ended with \d+\.$/,
  );
});

test('A folder that holds no journal is wrong usage, in a sentence that says which file.', () => {
  const empty = temporaryFolder();
  expect(refusal(() => readJournal(empty))).toMatch(
    /run\.ndjson cannot be read\. Give the results folder of a run/,
  );
  const garbage = writeRun(aGoodRun());
  appendToRun(garbage, 'nonsense\n{"type":"check"}\n');
  expect(refusal(() => readJournal(garbage))).toMatch(
    /^Line \d+ of .*run\.ndjson is not a line of a journal\./,
  );
  const misshapen = writeRun(aGoodRun());
  appendToRun(misshapen, '{"type":"judgement","case":"x"}\n');
  expect(refusal(() => aggregateFolders([misshapen], plainly))).toContain('is not a line of a journal.');
  const withoutExchanges = writeRun(aGoodRun());
  rmSync(join(withoutExchanges, exchangesFile));
  expect(refusal(() => readJournal(withoutExchanges))).toContain('exchanges.ndjson cannot be read.');
  const foreign = writeRun(aGoodRun());
  appendFileSync(join(foreign, exchangesFile), '{"no":"exchange"}\n');
  expect(refusal(() => readJournal(foreign))).toMatch(/exchanges\.ndjson is not an exchange\./);
});

test('Two runs in one folder, or none, are wrong usage.', () => {
  const two = writeRun(aGoodRun());
  appendToRun(two, `${JSON.stringify(aGoodRun().header)}\n`);
  expect(refusal(() => readJournal(two))).toContain('contains two runs.');
  const none = writeRun(aGoodRun());
  writeFileSync(join(none, runFile), '');
  expect(refusal(() => readJournal(none))).toContain('the first line is missing');
});

test('A journal of another form is refused by its version.', () => {
  const run = aGoodRun();
  const folder = writeRun({ ...run, header: { ...run.header, schemaVersion: 3 } });
  expect(refusal(() => readJournal(folder))).toContain('uses version 3');
});

test('Lines longer than the pieces in which a file is read are read whole.', () => {
  const run = aGoodRun();
  const long = 'x'.repeat(3_000_000);
  const [first, ...rest] = run.exchanges;
  if (first === undefined) throw new Error('The run has no exchanges.');
  const exchange = anExchange(first.id, {
    answer: { status: 200, reason: '', headers: [], body: Buffer.from(long) },
  });
  const journal = readJournal(writeRun({ ...run, exchanges: [exchange, ...rest] }));
  expect(journal.exchanges.get(first.id)?.answer?.body.toString()).toBe(long);
  expect(journal.exchanges.size).toBe(run.exchanges.length);
});
