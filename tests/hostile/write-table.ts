import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Costs } from './behaviour.ts';
import { catalogue } from './catalogue.ts';
import { rowsVariable, type TableRow, toldRows } from './table.ts';

const page = new URL('../../docs/hostile-targets.md', import.meta.url);

const introduction = `# Hostile targets

How runs against misbehaving servers end. Each row is a test of the real command (\`npm run hostile\`), whole and at the default effort. Besides
the status and the limits, it checks that evidence was kept and can be read, that it contains no secret, and that no text of the target
reaches a terminal or a CI log as a command. See [exit status](exit-status.md) for the statuses.

Each cost stands before its limit: the time of the run, the resident memory of all its processes and of the largest one, and the size of its
results in every format. They were measured on two cores, with two runs at a time; the time limit is extended if the machine is busy. Most
rows have a \`TARGET_TIMEOUT_MS\` of 1500. The targets of the last table do nothing wrong; runs against them are at \`quick\`, because a run takes
as long as their responses do. \`WRITE_TABLE=1 npm run hostile\` writes this page.

## Bounds

- Per response: \`TARGET_TIMEOUT_MS\`, 64 KiB of headers, \`TARGET_BODY_LIMIT_MIB\` of body (32 MiB by default), twice as much after
  decoding. Of an incomplete response the first 64 KiB are kept as evidence, marked as truncated. A response that was still arriving at
  one of the limits makes its requirement inconclusive, not failed.
- Per operation: the suite stops testing an operation when incomplete responses have taken ten times \`TARGET_TIMEOUT_MS\` (concurrent
  ones counted once) plus a fifth of the run's time, or when its large responses take as much
  of the journal as one body may be long (32 MiB by default). A page of users is large above 8 KiB plus 1 KiB for each user, and in any
  case above 256 KiB; other responses are large above 48 KiB. Remaining checks are inconclusive, with this
  reason; earlier findings stay. Slow but complete responses do not count.
- Per case: up to three requests that use up the time or size limit are investigated with valid requests before and after; further
  ones are only recorded.
`;

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
  return introduction + sections.join('');
}
