import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { documents, tableUnder, textOf } from './documents.ts';

const readme = textOf('README.md');
const { argv, exitCode } = process;

beforeEach(() => vi.resetModules());
afterEach(() => {
  process.argv = argv;
  process.exitCode = exitCode;
  // Each import of the command line listens to a reader that stops reading.
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  vi.restoreAllMocks();
});

/** What the command line prints for its help, of the whole or of one command. */
async function help(...command: string[]): Promise<string> {
  let text = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  process.argv = ['node', 'ledger-conformance', ...command, '--help'];
  await import('../../cli/main.ts');
  vi.restoreAllMocks();
  return text;
}

async function commands(): Promise<string[]> {
  const listed = (await help()).split('Commands:\n')[1] ?? '';
  return [...listed.matchAll(/^ {2}(\w+)/gm)].map(([, name = '']) => name);
}

async function optionsOf(command: string): Promise<string[]> {
  return [...(await help(command)).matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)]
    .map(([, option = '']) => option)
    .filter((option) => option !== '--help');
}

test('The README lists the commands of --help, all of them and no other.', async () => {
  const listed = tableUnder(readme, 'Commands').flatMap(([cell = '']) => cell.match(/^`([a-z]+)/)?.[1] ?? []);
  const known = await commands();
  expect(known).toContain('run');
  expect(listed.sort()).toEqual(known.sort());
});

test('The README lists the options of run, all of them and no other.', async () => {
  const listed = tableUnder(readme, 'Commands').flatMap(
    ([cell = '']) => cell.match(/^`(--[a-z-]+)/)?.[1] ?? [],
  );
  const known = await optionsOf('run');
  expect(known).toContain('--only');
  expect(listed).toEqual(known);
});

test.each([
  'compare',
  'doctor',
  'explain',
  'init',
  'judge',
  'list',
  'merge',
  'replay',
  'report',
  'serve',
  'specs',
  'trend',
])('The README names every option of %s.', async (command) => {
  expect((await optionsOf(command)).filter((option) => !readme.includes(`\`${option}`))).toEqual([]);
});

test.each(['attach', 'certify', 'challenge', 'keygen', 'revoke', 'verify'])(
  'The document on certificates names every option of %s.',
  async (command) => {
    const text = textOf('docs/certificate.md');
    expect((await optionsOf(command)).filter((option) => !text.includes(`\`${option}`))).toEqual([]);
  },
);

test.each(documents)('%s calls only commands and scripts that there are.', async (path) => {
  const text = textOf(path);
  const called = [...text.matchAll(/(?<=^|[`$ ] ?)ledger-conformance ([a-z]+)\b/gm)].map(
    ([, name = '']) => name,
  );
  const known = await commands();
  expect(called.filter((name) => !known.includes(name))).toEqual([]);
  const scripts = [...text.matchAll(/\bnpm (?:run (?:--silent )?([a-z-]+)|(test))\b/g)].map(
    ([, script, test]) => script ?? test ?? '',
  );
  expect(scripts.filter((name) => !(name in packageJson.scripts))).toEqual([]);
});
