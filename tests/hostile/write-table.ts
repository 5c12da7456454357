import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from './catalogue.ts';
import { rowsVariable, type TableRow, toldRows } from './table.ts';

const page = new URL('../../docs/hostile-targets.md', import.meta.url);

const introduction = `# Hostile targets

What a run comes to against servers that misbehave. Each row is a test (\`npm run hostile\`) of the real command; besides
the status and the two bounds it expects that evidence was kept, that all of it can be read, that no secret is in it, and
that no text of the target reaches a terminal or a CI log as a command. Most rows run at \`quick\` effort with a
\`TARGET_TIMEOUT_MS\` of 1500. Seconds and memory (resident, all processes of the run together) are as measured on two
cores, with the bound behind the stroke; where processes wait for a processor, the bound on seconds stretches with the
load. [Exit status](exit-status.md) says what the statuses mean. \`WRITE_TABLE=1 npm run hostile\` writes this page.

## Bounds

- One answer: \`TARGET_TIMEOUT_MS\`, 64 KiB of headers, 16 MiB of body, 32 MiB after decoding. Of an answer that did not
  arrive whole the first 64 KiB are kept as evidence, and the failure says so.
- One operation: after ten times \`TARGET_TIMEOUT_MS\` lost to answers that did not arrive whole (side by side counted
  once) and a fifth of the time of the run, or 2 GiB of answers, it is not asked any more. What was still to be asked is inconclusive, with this reason; what
  was found stays found. Slow answers that arrive whole cost nothing of this.
- One case: three requests that took all the time or bytes of an answer are looked into by good requests beside them;
  further ones are recorded and not looked into.
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

function pageOf(rows: readonly TableRow[]): string {
  const sections = Object.entries(catalogue).map(([kind, behaviours]) => {
    const lines = behaviours.flatMap(({ name }) => {
      const row = rows.find((each) => each.kind === kind && each.name === name);
      if (row === undefined) return [];
      const { status, seconds, megabytes, bounds } = row;
      return [
        `| ${name.replaceAll('__', '\\_\\_')} | ${status} | ${seconds} / ${bounds.seconds} | ${megabytes} / ${bounds.megabytes} |`,
      ];
    });
    const head = ['| behaviour | status | seconds | megabytes |', '| --- | --- | --- | --- |'];
    return `\n## ${kind}\n\n${[...head, ...lines].join('\n')}\n`;
  });
  return introduction + sections.join('');
}
