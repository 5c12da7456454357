import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from '../docs/documents.ts';

const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((path) => path !== 'tests/supply/any-system.test.ts')
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** What each system takes in a script of package.json: programs, files and options, and `&&` between commands. */
const plainCommand = /^(?:node|npm|tsc|vitest|playwright|biome|stryker)(?: [\w@.:/-]+)*$/;

test.each(Object.entries(packageJson.scripts))('npm run %s needs no shell of one system.', (_, script) => {
  expect(script.split(' && ').filter((command) => !plainCommand.test(command))).toEqual([]);
});

test.each(['rm -rf dist', 'A=b node c.mjs', "node 'a b.mjs'", 'node $(a)', 'node a/*.mjs', 'node a.mjs > b'])(
  'A script %s would be found.',
  (script) => expect(script).not.toMatch(plainCommand),
);

/** What works on one system only, by what to write instead. */
const forbidden: Readonly<Record<string, RegExp>> = {
  'fileURLToPath(new URL(…))': /new URL\([^;\n]*import\.meta\.url\)\.pathname/,
  "shell: process.platform === 'win32', because npm is a script on Windows":
    /(?:spawn|spawnSync|execFile|execFileSync|promisify\(execFile\))\(\s*'np[mx]'(?![^;]*\bshell\b)/,
  'process.execPath and the path of the script, because what is in .bin differs':
    /(?:spawn|spawnSync|execFile|execFileSync|need)\(\s*[`'][^`'\n]*\.bin\//,
  "process.execPath instead of 'node'": /(?:spawn|spawnSync|execFile|execFileSync)\(\s*'node'/,
  'pathToFileURL(…) in import()': /\bimport\((?:join|resolve|fileURLToPath)\(/,
};

/** Of the program: tests may need a shell. */
const forbiddenInProgram: Readonly<Record<string, RegExp>> = {
  'execSync, which uses the shell of the system': /'(?:\/bin\/)?(?:ba)?sh'/,
  'os.tmpdir()': /['"`]\/tmp\b/,
};

test.each(Object.entries(forbidden))('Every source has %s.', (_, pattern) => {
  expect(sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([]);
});

test.each(Object.entries(forbiddenInProgram))('The program has %s.', (_, pattern) => {
  const found = sources.filter(({ path, text }) => !path.startsWith('tests/') && pattern.test(text));
  expect(found.map(({ path }) => path)).toEqual([]);
});

test.each([
  ["const root = new URL('../..', import.meta.url).pathname;", forbidden],
  ["spawnSync('npm', ['install'], { cwd });", forbidden],
  ["spawnSync('node_modules/.bin/tsc', ['-p', 'a']);", forbidden],
  ["spawn('node', ['a.mjs']);", forbidden],
  ["await import(join(root, 'a.mjs'));", forbidden],
  ["execFileSync('/bin/sh', ['-c', command]);", forbiddenInProgram],
  ["writeFileSync('/tmp/a', text);", forbiddenInProgram],
])('%s would be found.', (text, patterns) => {
  expect(Object.values(patterns).filter((pattern) => pattern.test(text))).toHaveLength(1);
});
