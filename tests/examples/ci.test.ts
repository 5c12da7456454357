import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { emptyFolder } from '../cli/command.ts';
import { documents, root, textOf } from '../docs/documents.ts';
import { schemaBytes } from '../formats/published.ts';
import { action, actionWith } from './pipelines.ts';

/** What a published schema has against a YAML file; nothing where it is valid. */
function violations(schema: string, text: string): string[] {
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false, logger: false });
  const check = ajv.compile(JSON.parse(schemaBytes(schema).toString()) as object);
  return check(parse(text))
    ? []
    : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const templates = [
  { path: 'action.yml', schema: 'github-action.schema.json', spoilt: ['using: composite', 'using: compost'] },
  {
    path: 'examples/ci/gitlab-ci.yml',
    schema: 'gitlab-ci.schema.json',
    spoilt: ['when: always', 'when: perhaps'],
  },
  {
    path: 'examples/ci/github-soak.yml',
    schema: 'github-workflow.schema.json',
    spoilt: ['needs: shard', 'neds: shard'],
  },
  {
    path: 'examples/ci/gitlab-soak.yml',
    schema: 'gitlab-ci.schema.json',
    spoilt: ['when: always', 'when: perhaps'],
  },
] as const;

test.each(templates)(
  '$path is of its published schema, and a mistake in it would be seen.',
  ({ path, schema, spoilt }) => {
    const text = textOf(path);
    expect(violations(schema, text)).toEqual([]);
    expect(text).toContain(spoilt[0]);
    expect(violations(schema, text.replace(spoilt[0], spoilt[1]))).not.toEqual([]);
  },
);

test('The Containerfile has nothing that a linter finds, does not run as root, and a mistake would be seen.', () => {
  const text = textOf('examples/ci/Containerfile');
  expect(validate(text)).toEqual([]);
  expect(validate(text.replace('USER node', 'USR node'))).not.toEqual([]);
  expect(text).toMatch(/^USER node$/m);
});

const others = readdirSync(join(root, 'examples/ci')).map((name) => `examples/ci/${name}`);

const all = ['action.yml', 'templates/conformance.yml', ...others];

test('Every template that tests gives --require-target.', () => {
  expect(others.length).toBeGreaterThan(templates.length);
  const without = all.filter((path) => !textOf(path).includes('--require-target'));
  expect(without).toEqual(['examples/ci/kubernetes-merge-job.yaml']);
});

test('Templates and pages name the version of the suite that they are of.', () => {
  for (const path of [...all, ...documents.filter((each) => each !== 'CHANGELOG.md')]) {
    const versions = textOf(path).match(/ledger-conformance[-:@](\d+\.\d+\.\d+)/g) ?? [];
    expect(versions.filter((each) => !each.endsWith(packageJson.version))).toEqual([]);
  }
});

test('The action keeps the Node of the job, and says which one it needs.', () => {
  const { scripts, shell } = actionWith({});
  const [bash = '', ...options] = shell;
  const check = (path: string) =>
    spawnSync(bash, [...options, scripts[0] ?? ''], { env: { PATH: path }, encoding: 'utf8' });
  const { PATH = '' } = process.env;
  expect(check(PATH)).toMatchObject({ status: 0, stdout: '' });
  const folder = emptyFolder();
  writeFileSync(join(folder, 'node'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const { status, stdout } = check(`${folder}:${PATH}`);
  expect(status).toBe(2);
  expect(stdout).toBe(
    '::error::ledger-conformance needs Node 20.19 or newer. Add actions/setup-node before this step.\n',
  );
  expect(action.runs.steps.filter(({ uses }) => uses?.includes('setup-node'))).toEqual([]);
});

test('The action uses one action of others, pinned by commit.', () => {
  const used = action.runs.steps.flatMap(({ uses }) => uses ?? []);
  expect(used).toHaveLength(1);
  expect(used[0]).toMatch(/^actions\/upload-artifact@[0-9a-f]{40}$/);
});

test('No template lets npm run scripts of packages, and each names the suite as a URL or a path.', () => {
  for (const path of all) {
    const installing = textOf(path).match(/npm (?:ci|install)(?: .*\\\n)?.*/g) ?? [];
    expect(installing.filter((each) => !each.includes('--ignore-scripts'))).toEqual([]);
    for (const [, named = ''] of textOf(path).matchAll(/SUITE_PACKAGE(?:: | = ')([^'$\n]+)/g))
      expect(named).toBe(`./${packageJson.name}-${packageJson.version}.tgz`);
  }
});

test('The artifacts of the jobs of a matrix have different names.', () => {
  const name = action.runs.steps.at(-1)?.with?.name;
  expect(name).toContain('github.job');
  expect(name).toContain('strategy.job-index');
});
