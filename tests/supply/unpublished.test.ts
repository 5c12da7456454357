import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { root, textOf } from '../docs/documents.ts';

/** All that a user may read or run: of the rest, tests use registries of their own. */
const files = execFileSync('git', ['ls-files', ':!tests', ':!generators', ':!package-lock.json'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((path) => !path.endsWith('.png'));

const { name } = packageJson;
/** Programs that take what they do not have from a registry, and what follows them in the same command. */
const asking = /\b(?:npx|bunx|(?:npm|pnpm|yarn|bun) (?:i|install|add|exec|x|dlx|create))\b([^`|;&]*)/g;

/** Commands of a text that take the suite from a registry, where anybody could have taken its name. */
function asked(text: string): string[] {
  const joined = text.replace(/\\\n\s*/g, '');
  const commands = [...joined.matchAll(asking)]
    .filter(([, rest = '']) => !/(?:^|\s)--no-install(?:\s|$)/.test(rest))
    .flatMap(([command, rest = '']) => {
      const [line = ''] = rest.split('\n');
      const words = line.split(/[\s"']+/);
      return words.some((word) => word === name || word.startsWith(`${name}@`)) ? [command] : [];
    });
  return [...commands, ...(joined.match(new RegExp(`${name}(?:@|": ?"[~^]?)\\d\\S*`, 'g')) ?? [])];
}

test('No page, template or message takes the suite from a package registry, while it is not published.', () => {
  expect(files).toEqual(expect.arrayContaining(['README.md', 'action.yml', 'templates/conformance.yml']));
  expect(files.flatMap((path) => asked(textOf(path)).map((command) => `${path}: ${command}`))).toEqual([]);
});

test.each([
  'npm install ledger-conformance',
  'npm i --save-dev ledger-conformance @types/node',
  '    - npm install --global \\\n        --ignore-scripts "ledger-conformance"',
  'alias ledger-conformance="npx ledger-conformance"',
  'Run `npx ledger-conformance init`.',
  'npm exec -- ledger-conformance run',
  'default: ledger-conformance@0.1.0',
  '"ledger-conformance": "^0.1.0"',
])('%s would be found.', (text) => expect(asked(text)).not.toEqual([]));

test.each([
  'npx --no-install ledger-conformance init',
  'npm install ./ledger-conformance-0.1.0.tgz',
  'npm ci && ledger-conformance run',
  'Run `npm install` and then `ledger-conformance run`.',
  'uses: OWNER/ledger-conformance@REF',
])('%s is allowed.', (text) => expect(asked(text)).toEqual([]));
