import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** The page with these rows; what stands before its first table stays. */
function pageOf(rows: readonly TableRow[]): string {
  const sections = Object.entries(catalogue).map(([kind, behaviours]) => {
    const lines = behaviours.flatMap(({ name }) => {
      const row = rows.find((each) => each.kind === kind && each.name === name);
      if (row === undefined) return [];
      return [`| ${[name.replaceAll('__', '\\_\\_'), row.status, row.took.seconds].join(' | ')} |`];
    });
    const head = ['| behaviour | status | seconds |', '| --- | --- | --- |'];
    return `\n## ${kind}\n\n${[...head, ...lines].join('\n')}\n`;
  });
  const before = readFileSync(page, 'utf8');
  return before.slice(0, before.indexOf(`\n## ${Object.keys(catalogue)[0]}\n`)) + sections.join('');
}
