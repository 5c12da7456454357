import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Costs } from './behaviour.ts';
import { catalogue } from './catalogue.ts';
import { rowsVariable, type TableRow, toldRows } from './table.ts';

const page = new URL('../../docs/hostile-targets.md', import.meta.url);

/** Gathers what the tests measure, and with WRITE_TABLE=1 writes it down at the end. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-hostile-'));
  const file = join(folder, 'rows.ndjson');
  process.env[rowsVariable] = file;
  return () => {
    const rows = toldRows(file);
    rmSync(folder, { recursive: true, force: true });
    if (process.env.WRITE_TABLE === '1') writeFileSync(page, pageOf(rows));
  };
}

/** Each cost in the table, with its limit behind a slash. */
const columns: readonly (readonly [title: string, keyof Costs])[] = [
  ['seconds', 'seconds'],
  ['MiB', 'mebibytes'],
  ['MiB of one process', 'processMebibytes'],
  ['MB on disk', 'keptMegabytes'],
];

/** The page with these rows; what stands before its first table stays. */
function pageOf(rows: readonly TableRow[]): string {
  const sections = Object.entries(catalogue).map(([kind, behaviours]) => {
    const lines = behaviours.flatMap(({ name }) => {
      const row = rows.find((each) => each.kind === kind && each.name === name);
      if (row === undefined) return [];
      const { status, took, bounds } = row;
      const cells = columns.map(([, cost]) => `${took[cost]} / ${bounds[cost]}`);
      return [`| ${[name.replaceAll('__', '\\_\\_'), status, ...cells].join(' | ')} |`];
    });
    const titles = ['behaviour', 'status', ...columns.map(([title]) => title)];
    const head = [`| ${titles.join(' | ')} |`, `|${' --- |'.repeat(titles.length)}`];
    return `\n## ${kind}\n\n${[...head, ...lines].join('\n')}\n`;
  });
  const before = readFileSync(page, 'utf8');
  return before.slice(0, before.indexOf(`\n## ${Object.keys(catalogue)[0]}\n`)) + sections.join('');
}
