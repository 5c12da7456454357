import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readExchanges } from '../../journal/exchanges.ts';
import { exchangesFile, runFile } from '../../journal/journal.ts';
import type { JournalLine } from '../../journal/journal-line.ts';
import { toStored } from '../../journal/stored-exchange.ts';
import { aFooter, type Run } from './journal-fixture.ts';

/** Writes a run into a folder, its lines in the order that `arrange` gives them. */
export function writeRunInto(folder: string, run: Run, arrange: Arrange = (lines) => lines): void {
  const lines: JournalLine[] = [
    run.header,
    run.preflight,
    ...(run.waivers === undefined ? [] : [{ type: 'waivers', waivers: run.waivers } as const]),
    ...run.cases.flatMap((line, index) => [line, run.judgements[index]].filter((each) => each !== undefined)),
    ...run.checks,
  ];
  const text = (values: readonly object[]): string =>
    values.map((value) => `${JSON.stringify(value)}\n`).join('');
  writeFileSync(join(folder, exchangesFile), text(arrange(run.exchanges.map(toStored))));
  const footer = run.ended === undefined ? [] : [aFooter(run, run.ended, readExchanges(folder).digest)];
  writeFileSync(join(folder, runFile), text(arrange([...lines, ...footer])));
}

/** An order for the lines of a file. */
export type Arrange = <T>(lines: readonly T[]) => readonly T[];

/** Puts text behind the last line of a results folder's journal, as a writer does that was stopped. */
export function appendToRun(folder: string, text: string): void {
  appendFileSync(join(folder, runFile), text);
}
