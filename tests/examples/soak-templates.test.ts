import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { startReference } from '../../reference/start.ts';
import type { Report } from '../../reports/report/report.ts';
import { emptyFolder } from '../cli/command.ts';
import { textOf } from '../docs/documents.ts';
import { inAShell, provideCommands } from './in-a-shell.ts';

interface Container {
  readonly args: readonly [string];
}
interface Pods {
  readonly spec: {
    readonly completions?: number;
    readonly template: {
      readonly spec: {
        readonly containers: readonly Container[];
        readonly initContainers?: readonly Container[];
      };
    };
  };
}
interface Steps {
  readonly steps: readonly { readonly name?: string; readonly run?: string }[];
}

const shards = parse(textOf('examples/ci/kubernetes-job.yaml')) as Pods;
const merging = parse(textOf('examples/ci/kubernetes-merge-job.yaml')) as Pods;
const github = parse(textOf('examples/ci/github-soak.yml')) as { jobs: { shard: Steps; merge: Steps } };
const gitlab = parse(textOf('examples/ci/gitlab-soak.yml')) as {
  soak: { before_script: readonly string[]; script: [string] };
  'soak-merge': { before_script: readonly string[]; script: [string] };
};

const scriptOf = ({ spec }: Pods): string => spec.template.spec.containers[0]?.args[0] ?? '';
const stepOf = ({ steps }: Steps, name: string): string | undefined =>
  steps.find((step) => step.name === name)?.run;
/** A command without the formats that are written: GitHub has one more. */
const plain = (text?: string): string | undefined => text?.replace(/ --format \S+/, '');

test('Kubernetes, GitHub and GitLab soak by the very same command, and merge by the same.', () => {
  const soak = scriptOf(shards);
  expect(soak).toContain('run --require-target --effort soak');
  expect(soak).toContain('--shard "$((JOB_COMPLETION_INDEX + 1))/$SHARDS" --nonce "$NONCE"');
  expect(stepOf(github.jobs.shard, 'Soak')).toBe(soak);
  expect(gitlab.soak.script).toEqual([soak]);
  const merge = plain(scriptOf(merging));
  expect(plain(stepOf(github.jobs.merge, 'Merge'))).toBe(merge);
  expect(plain(gitlab['soak-merge'].script[0])).toBe(merge);
});

test('Each template has as many machines as it says that there are shards.', () => {
  const { spec } = shards;
  for (const path of [
    'kubernetes-job.yaml',
    'kubernetes-merge-job.yaml',
    'github-soak.yml',
    'gitlab-soak.yml',
  ])
    expect(textOf(`examples/ci/${path}`)).toMatch(/SHARDS(?:: |\n +value: )'4'/);
  expect(spec.completions).toBe(4);
  expect(textOf('examples/ci/github-soak.yml')).toContain('index: [0, 1, 2, 3]');
  expect(textOf('examples/ci/gitlab-soak.yml')).toContain("JOB_COMPLETION_INDEX: ['0', '1', '2', '3']");
});

test('A GitLab job keeps nothing of an earlier one, but merging keeps the shards.', async () => {
  const cwd = emptyFolder();
  provideCommands(cwd, '');
  const left = [];
  for (const job of ['soak-merge', 'soak'] as const) {
    for (const folder of ['shard-1', 'whole']) mkdirSync(join(cwd, 'results', folder), { recursive: true });
    const { status } = await inAShell(cwd, gitlab[job].before_script.join('\n'), { RESULTS: 'results' });
    left.push([job, status, existsSync(join(cwd, 'results')) ? readdirSync(join(cwd, 'results')) : []]);
  }
  expect(left).toEqual([
    ['soak-merge', 0, ['shard-1']],
    ['soak', 0, []],
  ]);
  expect(readFileSync(join(cwd, 'npm.log'), 'utf8')).toMatch(
    /^(install --global .*--ignore-scripts .*\n){2}$/,
  );
});

test('The commands of the templates, one index after the other, make one whole run.', {
  timeout: 900_000,
}, async () => {
  const cwd = emptyFolder();
  // One operation is enough to see that the parts fit.
  provideCommands(cwd, '--only list-users');
  const server = await startReference();
  onTestFinished(() => server.close());
  const given = { NONCE: 'soak-1', SHARDS: '2', RESULTS: 'results/soak-1' };
  for (const index of ['0', '1']) {
    const settings = {
      ...given,
      ...server.environment,
      CONFORMANCE_CASES: '1000',
      JOB_COMPLETION_INDEX: index,
    };
    expect((await inAShell(cwd, scriptOf(shards), settings)).status).toBe(0);
  }
  const waits = merging.spec.template.spec.initContainers?.[0]?.args[0] ?? 'exit 99';
  expect((await inAShell(cwd, waits, given)).status).toBe(0);
  expect((await inAShell(cwd, scriptOf(merging), given)).status).toBe(0);
  const whole = join(cwd, 'results/soak-1/whole');
  const report = JSON.parse(readFileSync(join(whole, 'report.json'), 'utf8')) as Report;
  expect(report.run).toMatchObject({ shard: null, effort: 'soak', nonce: 'soak-1' });
  expect(readFileSync(join(whole, 'junit.xml'), 'utf8')).toContain('<testsuite');
  const again = await inAShell(cwd, waits, given);
  expect(again.stderr).toBe(
    'results/soak-1 has the results of an earlier soak. Give both Jobs another NONCE.\n',
  );
  expect(again.status).toBe(2);
  const lost = { ...given, JOB_COMPLETION_INDEX: '0' };
  expect((await inAShell(cwd, scriptOf(shards), lost)).status).toBe(2);
});
