import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import requirements from '../../examples/get-version/requirements.json' with { type: 'json' };
import { finished } from '../cli/command.ts';
import { type Block, blocksOf, placeOf } from './blocks.ts';
import { root, textOf } from './documents.ts';
import { installedFolder } from './installed-folder.ts';
import { shellLines } from './shell-lines.ts';
import { promised, ranLine, started } from './shell-run.ts';

// Follows docs/adding-an-operation.md in a project of its own: writes the files that the page shows, runs the commands
// that it gives, in their order, and expects the status that it promises.
const page = blocksOf('docs/adding-an-operation.md');
const isShell = ({ kind }: Block): boolean => kind === 'sh';
const [project, checkout, ...commands] = page.filter(isShell);

/** The files of the example that the page shows, by the path behind "From". */
const shown = page.flatMap((block) => {
  const path = /^From `examples\/(.+)`:$/.exec(block.before)?.[1];
  return path === undefined ? [] : [{ path, text: `${block.text}\n` }];
});

const aliasOf = (block: Block | undefined): string[] =>
  shellLines(block?.text ?? '')
    .map(({ text }) => text)
    .filter((text) => text.startsWith('alias '));

test('Who follows the page gets the statuses that it promises, from a server that conforms and from others.', {
  timeout: 900_000,
}, async () => {
  const cwd = installedFolder();
  for (const { path, text } of shown) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const statuses: number[] = [];
  const everFailed = new Set<string>();
  for (const block of commands) {
    for (const line of shellLines(block.text)) {
      const wanted = promised(line);
      const said = await ranLine(cwd, line, { before: aliasOf(project) });
      if (said === undefined) continue;
      const output = said.stdout + said.stderr;
      expect(wanted, `${placeOf(block)}: ${line.text} says no status`).toBeDefined();
      expect(said.status, `${line.text}\n${output}`).toBe(wanted?.status);
      const failed = new Set(output.match(/(?<=\n {2}\d+\) .* › )VER-[A-Z-]+/g));
      expect([...failed].sort(), line.text).toEqual([...(wanted?.names ?? [])].sort());
      statuses.push(said.status ?? -1);
      for (const id of failed) everFailed.add(id);
    }
  }
  // Each MUST is broken by one of the last two servers.
  expect(statuses).toEqual([0, 0, 0, 1, 1]);
  expect([...everFailed].sort()).toEqual(
    requirements.flatMap(({ id, level }) => (level === 'MUST' ? [id] : [])).sort(),
  );
});

test('The folder that the page says to copy has the files that the page shows, and no other.', async () => {
  const cwd = installedFolder();
  const lines = shellLines(project?.text ?? '');
  const [install, ...rest] = lines;
  // Replaced by the folder as npm leaves it; tests/package/ installs the package.
  expect(install?.text).toBe('npm install --save-dev ./ledger-conformance-0.1.0.tgz @types/node');
  const { status, stderr } = await finished(
    started(
      cwd,
      rest.map(({ text }) => text),
    ),
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(readdirSync(join(cwd, 'get-version')).sort()).toEqual(
    shown.map(({ path }) => path.slice('get-version/'.length)).sort(),
  );
  for (const { path, text } of shown) expect(readFileSync(join(cwd, path), 'utf8'), path).toBe(text);
});

test('In a checkout, the commands of the page lead to the same folder and the built command.', async () => {
  const [install, build, ...rest] = shellLines(checkout?.text ?? '').map(({ text }) => text);
  expect([install, build]).toEqual(['npm ci', 'npm run build']);
  const child = started(root, [...rest, 'ls get-version', 'ledger-conformance --version']);
  const { status, stdout } = await finished(child);
  const { version } = JSON.parse(textOf('package.json'));
  expect(status).toBe(0);
  expect(stdout.trim().split('\n').sort()).toEqual(
    [...readdirSync(join(root, 'examples/get-version')), version].sort(),
  );
});
