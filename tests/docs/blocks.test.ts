import { expect, test } from 'vitest';
import { type Block, blocksOf, pages, placeOf } from './blocks.ts';
import { provisioner, python, specsConfiguration } from './verifiers/code.ts';
import {
  action,
  editorSettings,
  fieldServer,
  gitlabInclude,
  gitlabJob,
  recordedExchange,
  waivers,
} from './verifiers/data.ts';
import { excerpt } from './verifiers/excerpt.ts';
import { cron, shell } from './verifiers/shell.ts';
import {
  graph,
  layout,
  layoutsWithoutBlock,
  logLine,
  recording,
  sampleOfTheReadme,
  trendRows,
} from './verifiers/shown-output.ts';
import type { Verifier } from './verifiers/verifier.ts';

/** A block is checked by the first that claims it. */
const verifiers: readonly Verifier[] = [
  excerpt,
  shell,
  cron,
  waivers,
  action,
  gitlabInclude,
  gitlabJob,
  editorSettings,
  recordedExchange,
  fieldServer,
  specsConfiguration,
  provisioner,
  python,
  recording,
  sampleOfTheReadme,
  trendRows,
  graph,
  logLine,
  layout,
];

const blocks = pages.flatMap((page) => blocksOf(page)).map((block) => ({ place: placeOf(block), block }));

async function problemsOf(block: Block): Promise<readonly string[]> {
  const verifier = verifiers.find(({ claims }) => claims(block));
  if (verifier === undefined) {
    const kind = block.kind === '' ? 'a block without a language' : `this block of ${block.kind}`;
    return [`${placeOf(block)}: no test checks ${kind}. Add a verifier to tests/docs/verifiers/.`];
  }
  const problems = await verifier.problems(block);
  return problems.map((problem) => `${placeOf(block)}: ${problem.trim()}`);
}

test.each(blocks)('The block at $place is right.', { timeout: 900_000 }, async ({ block }) => {
  expect(await problemsOf(block)).toEqual([]);
});

test('Every verifier has a block, and every layout without a check is on its page.', () => {
  const used = new Set(blocks.map(({ block }) => verifiers.find(({ claims }) => claims(block))));
  expect(verifiers.filter((each) => !used.has(each)).map(({ name }) => name)).toEqual([]);
  expect(layoutsWithoutBlock(pages)).toEqual([]);
});

/** A block as it would stand on a page. */
const block = (kind: string, text: string, more: Partial<Block> = {}): Block => ({
  page: 'docs/page.md',
  line: 7,
  kind,
  text,
  before: '',
  ...more,
});

test('A block that nothing checks is a problem that names its page and line.', async () => {
  expect(await problemsOf(block('toml', 'a = 1'))).toEqual([
    'docs/page.md:7: no test checks this block of toml. Add a verifier to tests/docs/verifiers/.',
  ]);
  expect(await problemsOf(block('', 'a'))).toEqual([
    'docs/page.md:7: no test checks a block without a language. Add a verifier to tests/docs/verifiers/.',
  ]);
  expect(await problemsOf(block('json', '{ "a": ')), 'no JSON').toHaveLength(1);
});

test.each([
  ['sh', 'ledger-conformance rum', /unknown command 'rum'/],
  ['sh', 'ledger-conformance run --onyl GT-SUCCESS', /unknown option '--onyl'/],
  ['sh', 'npx ledger-conformance run --only GT-NONE', /no such value: run --only: GT-NONE/],
  ['sh', 'ledger-conformance run --effort=great', /no such value: run --effort: great/],
  ['sh', 'node dist/cli/main.js explain', /missing required argument 'id'/],
  ['sh', 'ledger-conformance merge a b', /required option '--output <folder>'/],
  ['sh', 'ledger-conformance replay results GT-NONE@list-users/1', /replay id: GT-NONE/],
  ['sh', 'ledger-conformance serve --fault none', /serve --fault: none/],
  ['sh', 'ledger-conformance doctor extra', /too many arguments/],
  ['sh', 'a=1 && CONFORMANCE_EFORT=quick ledger-conformance run', /Did you mean CONFORMANCE_EFFORT/],
  ['sh', 'CONFORMANCE_CASES=many ledger-conformance run', /CONFORMANCE_CASES has an invalid value/],
  ['sh', 'npm run biuld', /no script biuld/],
  ['sh', 'npm run conformance -- --onyl x', /unknown option '--onyl'/],
  ['sh', 'npm run field -- --nothing', /no option --nothing/],
  ['sh', 'node examples/nothing.mjs', /no examples\/nothing.mjs/],
  ['sh', 'npx playwright test --nothing', /Playwright has no --nothing/],
  ['sh', 'wget http://a', /wget is no known program/],
  ['sh', 'alias ledger-conformance="node $PWD/main.js"', /starts nothing/],
  ['sh', 'ledger-conformance run "', /unexpected EOF/],
  ['cron', '15 2 * * cd /srv', /no five fields/],
  ['yaml', 'waivers:\n  - requirement: GT-SUCCESS', /waivers.yaml, line 2/],
  ['yaml', '- uses: a\n  with:\n    option: x', /no input option/],
  ['yaml', '- uses: a\n  with:\n    options: --strct', /unknown option '--strct'/],
  ['yaml', 'include:\n  - component: a/conformance@1\n    inputs:\n      option: x', /no input option/],
  ['yaml', 'include:\n  - component: a/conformance@1\n    inputs:\n      options: --strct', /unknown option/],
  ['yaml', 'ledger-conformance:\n  allow_failure:\n    exit_codes: [33]', /no status 33/],
  ['yaml', 'ledger-conformance:\n  allow_failur: true', /does not take this job/],
  ['json', '{ "json.schemas": [{ "fileMatch": ["a"], "url": "./dist/a.json" }] }', /not in the package/],
  ['json', '{ "request": {}, "response": {} }', /not an exchange/],
  ['json', '{ "name": "express", "framework": "Express" }', /other members/],
  ['ts', 'export default specsConfig({});', /writes another one/],
  ['text', '| nights | requirement |\n| ✓ | LU-SUCCESS (MUST) |', /no row/],
  ['text', 'suite=a target=b', /other keys/],
  ['mermaid', 'flowchart TD\n  reference --> checks', /import something else now/],
] as const)('A mistake in a block of %s is found: %s', async (kind, text, problem) => {
  const problems = await problemsOf(block(kind, text));
  expect(problems.join('\n')).toMatch(problem);
});

test('Excerpts, samples and recordings that differ are found.', async () => {
  const path = 'docs/first-five-minutes.md';
  const wrong = [
    block('ts', 'nothing like it', { before: 'From `cli/main.ts`:' }),
    block('ts', 'anything', { before: 'From `cli/nothing.ts`:' }),
    block('text', 'self-check: no target was tested\nanother line', { page: 'README.md' }),
    block('text', '$ ledger-conformance run --nothing\n…', { page: path }),
    block('python', 'import json', { page: path }),
  ];
  for (const each of wrong) expect(await problemsOf(each), each.text).not.toEqual([]);
});
