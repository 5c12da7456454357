import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { validate } from 'dockerfile-utils';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { startReference } from '../../reference/start.ts';
import { emptyFolder, finished } from '../cli/command.ts';
import { root, textOf } from '../docs/documents.ts';
import { schemaBytes } from '../formats/published.ts';

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

test('Every template that tests gives --require-target, and the version of the package where it names one.', () => {
  const others = readdirSync(join(root, 'examples/ci')).map((name) => `examples/ci/${name}`);
  expect(others.length).toBeGreaterThan(templates.length);
  for (const path of ['action.yml', 'templates/conformance.yml', ...others]) {
    const text = textOf(path);
    expect(text.includes('--require-target')).toBe(path !== 'examples/ci/kubernetes-merge-job.yaml');
    const versions = text.match(/ledger-conformance[-:@](\d+\.\d+\.\d+)/g) ?? [];
    expect(versions.filter((each) => !each.endsWith(packageJson.version))).toEqual([]);
  }
});

const action = parse(textOf('action.yml')) as {
  inputs: Record<string, { default: string }>;
  runs: { steps: { id?: string; name: string; run?: string; uses?: string; with?: { name?: string } }[] };
};

const stepOf = (id: string): string => action.runs.steps.find((step) => step.id === id)?.run ?? 'exit 99';

/** A step of action.yml, as its runner would run it; what it said, and its outputs. */
async function ran(script: string, settings: Record<string, string>) {
  const cwd = emptyFolder();
  const { PATH = '', HOME = '' } = process.env;
  const given = {
    FOLDER: join(cwd, 'suite'),
    OPTIONS: '--effort quick\n\n  --only list-users\n',
    FORMAT: 'junit',
    OUTPUT: 'out put',
  };
  // Where npm would install the package.
  mkdirSync(join(cwd, 'suite/node_modules'), { recursive: true });
  symlinkSync(root, join(cwd, 'suite/node_modules/ledger-conformance'));
  const outputs = join(cwd, 'outputs');
  writeFileSync(outputs, '');
  const env = { PATH, HOME, ...given, GITHUB_OUTPUT: outputs, ...settings };
  const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { status, stdout } = await finished(child);
  return { status, said: stdout, outputs: readFileSync(outputs, 'utf8'), cwd };
}

test('The step of the action tests the target, and its status is that of the run.', {
  timeout: 90_000,
}, async () => {
  const server = await startReference();
  onTestFinished(() => server.close());
  const { status, outputs, cwd } = await ran(stepOf('run'), server.environment);
  expect(status).toBe(0);
  expect(outputs).toBe('status=0\n');
  expect(readFileSync(join(cwd, 'out put/junit.xml'), 'utf8')).toContain('<testsuite');
  const report = JSON.parse(readFileSync(join(cwd, 'out put/report.json'), 'utf8'));
  expect(report.run.effort).toBe('quick');
  const conducted = report.results.filter(({ outcome }: { outcome: string }) => outcome === 'passed');
  expect(new Set(conducted.map(({ operation }: { operation: string }) => operation))).toEqual(
    new Set(['list-users']),
  );
  const lost = await ran(stepOf('run'), {});
  expect(lost.status).toBe(2);
  expect(lost.outputs).toBe('status=2\n');
});

test('The action keeps the Node of the job, and says which one it needs.', async () => {
  const [check] = action.runs.steps;
  expect(await ran(check?.run ?? '', {})).toMatchObject({ status: 0, said: '' });
  const folder = emptyFolder();
  writeFileSync(join(folder, 'node'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const { status, said } = await ran(check?.run ?? '', { PATH: `${folder}:${process.env.PATH}` });
  expect(status).toBe(2);
  expect(said).toBe(
    '::error::ledger-conformance needs Node 20.19 or newer. Add actions/setup-node before this step.\n',
  );
  expect(action.runs.steps.filter(({ uses }) => uses?.includes('setup-node'))).toEqual([]);
});

test('The action installs the package of its own version, and what others it uses is pinned by commit.', () => {
  expect(action.inputs.package?.default).toBe(`${packageJson.name}@${packageJson.version}`);
  expect(stepOf('install')).toContain(
    'npm install --prefix "$FOLDER" --no-audit --no-fund --ignore-scripts "$PACKAGE"',
  );
  const used = action.runs.steps.flatMap(({ uses }) => uses ?? []);
  expect(used).toHaveLength(2);
  for (const each of used) expect(each).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
});

test('The artifacts of the jobs of a matrix have different names.', () => {
  const name = action.runs.steps.at(-1)?.with?.name;
  expect(name).toContain('github.job');
  expect(name).toContain('strategy.job-index');
});
