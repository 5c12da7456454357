import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { bundleRoles } from '../../certificate/manifest.ts';
import { exitStatus } from '../../cli/output/exit-status.ts';
import { createProgram } from '../../cli/program.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { watched } from '../defeat/watched.ts';
import { textOf } from './documents.ts';

/** The rows of the table of a page whose head begins with this cell: texts of the cells, code marks left out. */
function rowsOf(page: string, head: RegExp): string[][] {
  const lines = textOf(page).split('\n');
  const at = lines.findIndex((line) => line.startsWith('|') && head.test(line));
  expect(at, `${page} has no table ${head}`).toBeGreaterThanOrEqual(0);
  const end = lines.findIndex((line, index) => index > at && !line.startsWith('|'));
  return lines.slice(at + 2, end).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const codeIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

test('The page on CI has the inputs of the action, and no other.', () => {
  const { inputs } = parse(textOf('action.yml')) as { inputs: object };
  expect(rowsOf('docs/ci.md', /^\| input /).flatMap(([cell]) => codeIn(cell))).toEqual(Object.keys(inputs));
});

test('The page on certificates has each file of a bundle, with its role.', () => {
  const rows = rowsOf('docs/certificate.md', /^\| file +\| role /);
  const listed = rows.flatMap(([files, role = '']) => codeIn(files).map((file) => [file, role]));
  // A manifest names neither itself nor what signs it or is attached later.
  const unnamed = [
    'statement.dsse.json',
    'test-result.dsse.json',
    'manifest.json',
    'timestamps/KEY.tst',
    'log-entries/KEY.sigstore.json',
  ];
  const named = listed.filter(([file = '']) => !unnamed.includes(file));
  expect(Object.fromEntries(named)).toEqual(
    Object.fromEntries(Object.entries(bundleRoles).map(([file, role]) => [file, role.replace('-', ' ')])),
  );
  expect(listed.length - named.length).toBe(unnamed.length);
});

test('The page on defeat devices has each device that is tried, and by what it recognizes a test.', () => {
  const rows = rowsOf('docs/defeat-devices.md', /^\| device +\| recognizes /);
  expect(rows.map(([id, by]) => [...codeIn(id), by])).toEqual(watched.map(({ id, by }) => [id, by]));
});

test('The page on the API has each module of the package with the names that it exports.', () => {
  const sources: Readonly<Record<string, string>> = {
    'ledger-conformance': 'api.ts',
    'ledger-conformance/specs': 'specs-config.ts',
    'ledger-conformance/provisioner': 'provisioners/provisioner.ts',
    'ledger-conformance/profile': 'profiles/profile.ts',
    'ledger-conformance/routes': 'reference/own-routes/own-route.ts',
  };
  const modules = Object.keys(packageJson.exports)
    .filter((path) => path !== './package.json')
    .map((path) => path.replace(/^\./, 'ledger-conformance'));
  expect(Object.keys(sources).sort()).toEqual([...modules].sort());
  const rows = rowsOf('docs/api.md', /^\| module /);
  expect(rows.flatMap(([cell]) => codeIn(cell)).sort()).toEqual([...modules].sort());
  for (const [module = '', exported = ''] of rows) {
    const source = textOf(sources[codeIn(module)[0] ?? ''] ?? '');
    const isExported = (name: string): boolean =>
      new RegExp(
        `export (?:type )?\\{[^}]*\\b${name}\\b|export (?:const|function|interface|type) ${name}\\b`,
      ).test(source);
    expect(
      codeIn(exported).filter((name) => !isExported(name)),
      module,
    ).toEqual([]);
    expect(codeIn(exported).length, module).toBeGreaterThan(0);
  }
});

test('The page on exit statuses has their names, and only commands that there are.', () => {
  const names = Object.entries(exitStatus).map(([name, status]) => [String(status), wordsOf(name)]);
  expect(
    rowsOf('docs/exit-status.md', /^\| status +\| name /).map(([status, name = '']) => [
      status,
      name.replace(/[ -]/g, ''),
    ]),
  ).toEqual(names);
  const known = createProgram().commands.map((command) => command.name());
  const listed = rowsOf('docs/exit-status.md', /^\| command /).flatMap(([cell]) =>
    codeIn(cell).map((each) => each.split(' ')[0] ?? ''),
  );
  expect(listed.filter((name) => !known.includes(name))).toEqual([]);
  expect(listed.length).toBeGreaterThan(5);
});

const wordsOf = (name: string): string => name.toLowerCase();

test('The contributing guide has a row for each script that a person starts.', () => {
  // Parts of others.
  const inside = ['prepack', 'postpack', 'build'];
  const rows = rowsOf('CONTRIBUTING.md', /^\| command /).flatMap(([cell]) => codeIn(cell));
  const scripts = rows.flatMap((each) => /^npm (?:run )?([a-z:-]+)/.exec(each)?.[1] ?? []);
  expect([...new Set([...scripts, ...inside])].sort()).toEqual(Object.keys(packageJson.scripts).sort());
});
