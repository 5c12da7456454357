import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { validate } from 'dockerfile-utils';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { startReference } from '../../reference/start.ts';
import { emptyFolder } from '../cli/command.ts';
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
    path: 'examples/ci/kubernetes-job.yaml',
    schema: 'kubernetes-job.schema.json',
    spoilt: ['  completions: 4', '  completion: 4'],
  },
  {
    path: 'examples/ci/kubernetes-merge-job.yaml',
    schema: 'kubernetes-job.schema.json',
    spoilt: ['  backoffLimit: 0', '  backofLimit: 0'],
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
  for (const path of [...templates.map((each) => each.path), 'examples/ci/Containerfile']) {
    const text = textOf(path);
    expect(text.includes('--require-target')).toBe(path !== 'examples/ci/kubernetes-merge-job.yaml');
    const versions = text.match(/ledger-conformance[-:](\d+\.\d+\.\d+)/g) ?? [];
    expect(versions.filter((each) => !each.endsWith(packageJson.version))).toEqual([]);
  }
});

/** The step of action.yml that runs the suite, as its runner would. */
async function ran(settings: Record<string, string>) {
  const cwd = emptyFolder();
  const action = parse(textOf('action.yml')) as { runs: { steps: { id?: string; run?: string }[] } };
  const script = action.runs.steps.find(({ id }) => id === 'run')?.run ?? 'exit 99';
  const { PATH = '', HOME = '' } = process.env;
  const given = {
    SUITE: root,
    OPTIONS: '--effort\nquick\n--only\nlist-users\n',
    FORMAT: 'junit',
    OUTPUT: 'out put',
  };
  const env = { PATH, HOME, ...given, GITHUB_OUTPUT: join(cwd, 'outputs'), ...settings };
  const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd, env, stdio: 'ignore' });
  const status = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { status, outputs: readFileSync(join(cwd, 'outputs'), 'utf8'), cwd };
}

test('The step of the action tests the target, and its status is that of the run.', {
  timeout: 90_000,
}, async () => {
  const server = await startReference();
  onTestFinished(() => server.close());
  const { status, outputs, cwd } = await ran(server.environment);
  expect(status).toBe(0);
  expect(outputs).toBe('status=0\n');
  expect(readFileSync(join(cwd, 'out put/junit.xml'), 'utf8')).toContain('<testsuite');
  const lost = await ran({});
  expect(lost.status).toBe(2);
  expect(lost.outputs).toBe('status=2\n');
});
