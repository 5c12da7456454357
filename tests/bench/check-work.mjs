// Counts the requests of each check on the reference server and writes specs/check-work.json, from which a run estimates how
// long it still takes. Needs a build. Arguments: the results folders of a quick and a standard run, if there are any.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

function workIn(folder) {
  const counts = {};
  for (const line of readFileSync(join(folder, 'exchanges.ndjson'), 'utf8').split('\n')) {
    const id = /^\{"id":"([A-Z][^"/]*)\//.exec(line)?.[1];
    if (id !== undefined) counts[id] = (counts[id] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const given = process.argv.slice(2);
const temporary = mkdtempSync(join(tmpdir(), 'check-work-'));
const tables = ['quick', 'standard'].map((effort, index) => {
  const folder = given[index] ?? join(temporary, effort);
  if (given[index] === undefined)
    execFileSync(process.execPath, [
      join(root, 'dist/cli/main.js'),
      'run',
      '--effort',
      effort,
      '--output',
      folder,
    ]);
  return [effort, workIn(folder)];
});
rmSync(temporary, { recursive: true });
writeFileSync(
  join(root, 'specs/check-work.json'),
  `${JSON.stringify(Object.fromEntries(tables), null, 2)}\n`,
);
