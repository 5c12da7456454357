import { spawnSync } from 'node:child_process';
import {
  constants,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requirements } from '../../requirements/catalogue.ts';
import document from '../../schemas/openapi.json' with { type: 'json' };
import { operationStems } from '../../schemas/openapi.ts';
import own from './get-version/requirements/get-version.json' with { type: 'json' };

const root = fileURLToPath(new URL('../../', import.meta.url));
const added = join(root, 'tests/operations/get-version');
const copy = mkdtempSync(join(tmpdir(), 'fourth-operation-'));
const leftOut = new Set([
  '.git',
  'node_modules',
  'build',
  'dist',
  'conformance-results',
  'tests/recorded',
  'tests/field/servers',
]);

/** The six files that have to be edited; every other file of the operation is a new one. */
const edits: Readonly<Record<string, (text: string) => string>> = {
  'schemas/openapi.json': () => {
    const { paths, components } = document;
    const get = {
      ...components.pathItems['list-users'].get,
      operationId: 'get-version',
      parameters: [],
      responses: { 200: { description: 'The version.' } },
    };
    return JSON.stringify({
      ...document,
      paths: { ...paths, '/v2/version': { $ref: '#/components/pathItems/get-version' } },
      components: { ...components, pathItems: { ...components.pathItems, 'get-version': { get } } },
    });
  },
  'operations/operations.ts': (text) =>
    `import { getVersion } from './get-version.ts';\n${text.replace('const definitions = {', "$&\n  'get-version': getVersion,")}`,
  'specs/all.ts': (text) =>
    ['credentials', 'failures', 'success', 'unstated', 'whole']
      .map((name) => `import './get-version/${name}.spec.ts';\n`)
      .join('') + text,
  'specs/ordinary-traffic.ts': (text) =>
    `import { versionTraffic } from './get-version/traffic.ts';\n${text.replace("  'generate-topology': generateTraffic,", "  'get-version': versionTraffic,\n$&")}`,
  'reference/faults/catalogue.ts': (text) =>
    `import { versionFaults } from './get-version.ts';\n${text.replace('  ...relationsOfRun,\n', '$&  ...versionFaults,\n')}`,
  'reference/operations/operations.ts': (text) =>
    `import { getVersionOperation } from './get-version.ts';\n${text.replace('export const referenceOperations = {', "$&\n  'get-version': getVersionOperation,")}`,
};

function run(...command: readonly string[]): { readonly status: number | null; readonly output: string } {
  const [program = '', ...args] = command;
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  const shell = process.platform === 'win32';
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, encoding: 'utf8', env, shell });
  return { status, output: `${stdout}${stderr}` };
}

/** How many MUST the last line of a run's summary counts. */
function mustsOf(output: string): string | undefined {
  return /\((\d+ of \d+) MUST\)/.exec(output)?.[1];
}

beforeAll(() => {
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => !leftOut.has(path.slice(root.length)) && basename(path) !== '.stryker-tmp',
  });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  // Every file is a new one: a second file of the same name is an error.
  for (const path of readdirSync(added, { recursive: true, encoding: 'utf8' })) {
    if (statSync(join(added, path)).isDirectory()) mkdirSync(join(copy, path), { recursive: true });
    else copyFileSync(join(added, path), join(copy, path), constants.COPYFILE_EXCL);
  }
  for (const [path, edit] of Object.entries(edits)) {
    const before = readFileSync(join(copy, path), 'utf8');
    expect(edit(before), path).not.toBe(before);
    writeFileSync(join(copy, path), edit(before));
  }
  const built = run('npm', 'run', '--silent', 'build');
  expect(built.output.replace(/^npm warn.*\n/gm, '')).toBe('');
  expect(built.status).toBe(0);
}, 900_000);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Each MUST of an operation counts; those of every operation count on the fourth one too. */
function mustsWithTheFourth(): number {
  const musts = requirements.filter(({ level }) => level === 'MUST');
  const before = musts.reduce((sum, { operations }) => sum + operations.length, 0);
  const ofEvery = musts.filter(({ operations }) => operations.length === operationStems.length);
  return before + ofEvery.length + own.requirements.filter(({ level }) => level === 'MUST').length;
}

test('A fourth operation takes new files and edits of six, and a run counts its requirements.', {
  timeout: 900_000,
}, () => {
  const wanted = mustsWithTheFourth();
  const { status, output } = run('node', 'dist/cli/main.js', 'run', '--effort', 'quick');
  expect(output).toContain('conformant (');
  expect(status).toBe(0);
  expect(mustsOf(output)).toBe(`${wanted} of ${wanted}`);
});

test('Its faults are killed.', { timeout: 900_000 }, () => {
  const { status, output } = run('node', 'build/tests/prove/prove.js', '--only', 'get-version-is-answered');
  expect(output).toContain('2 of 2 faults killed');
  expect(status).toBe(0);
});
