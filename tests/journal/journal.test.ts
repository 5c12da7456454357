import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exchangesFile, fileJournal, runFile } from '../../journal/journal.ts';
import type { CheckLine } from '../../journal/journal-line.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { temporaryFolder } from './temporary-folder.ts';

function check(requirement: string): CheckLine {
  return { type: 'check', requirement, operation: 'list-users', state: 'done', reason: null };
}

function exchange(id: string, size = 1): Exchange {
  return {
    id,
    request: { method: 'GET', target: '/', headers: [], body: Buffer.alloc(size, 'x') },
    ms: 1,
  };
}

function linesOf(folder: string, name: string): Record<string, unknown>[] {
  const text = readFileSync(join(folder, name), 'utf8');
  return text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => JSON.parse(line));
}

test('Two journals in one folder append whole lines beside each other.', () => {
  const folder = join(temporaryFolder(), 'results');
  const [one, other] = [fileJournal(folder), fileJournal(folder)];
  for (let round = 0; round < 50; round += 1) {
    for (const [name, journal] of [
      ['one', one],
      ['other', other],
    ] as const) {
      journal.exchange(exchange(`${name}-${round}`, 5_000));
      journal.line(check(`${name}-${round}`));
      journal.flush();
    }
  }
  const wanted = Array.from({ length: 50 }, (_, round) => [`one-${round}`, `other-${round}`]).flat();
  expect(linesOf(folder, exchangesFile).map(({ id }) => id)).toEqual(wanted);
  expect(linesOf(folder, runFile).map(({ requirement }) => requirement)).toEqual(wanted);
});

test('Nothing is written before it is flushed, and flushing twice writes once.', () => {
  const folder = temporaryFolder();
  const journal = fileJournal(folder);
  journal.line(check('A'));
  expect(linesOf(folder, runFile)).toEqual([]);
  journal.flush();
  journal.flush();
  expect(linesOf(folder, runFile)).toEqual([check('A')]);
});

test('A run file never contains a case whose exchanges are not written yet.', () => {
  const folder = temporaryFolder();
  const journal = fileJournal(folder);
  for (let index = 0; index < 400; index += 1) {
    journal.exchange(exchange(`${index}`, 10_000));
    journal.line(check(`${index}`));
    const written = linesOf(folder, runFile).length;
    expect(linesOf(folder, exchangesFile).length).toBeGreaterThanOrEqual(written);
    if (written > 0) break;
  }
  expect(linesOf(folder, runFile).length).toBeGreaterThan(0);
});

test('A journal goes on behind what an earlier one left.', () => {
  const folder = temporaryFolder();
  for (const name of ['A', 'B']) {
    const journal = fileJournal(folder);
    journal.line(check(name));
    journal.flush();
  }
  expect(linesOf(folder, runFile)).toEqual([check('A'), check('B')]);
});
