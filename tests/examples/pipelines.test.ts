import { appendFileSync, createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faults } from '../../reference/faults/catalogue.ts';
import { type ReferenceServer, startReference } from '../../reference/start.ts';
import type { Report } from '../../reports/report/report.ts';
import { root } from '../docs/documents.ts';
import { bareMachine, type Machine } from './bare-machine.ts';
import { actionWith, componentWith, gitlab, jenkins, type Pipeline } from './pipelines.ts';

const leave: (() => void)[] = [];
let machine: Machine;
let right: ReferenceServer;
let wrong: ReferenceServer;
let files: Server;

beforeAll(async () => {
  const fault = faults.find(({ id }) => id === 'list-users-page-holds-one-more');
  if (fault === undefined) throw new Error('There is no such fault.');
  machine = bareMachine((then) => leave.push(then));
  [right, wrong] = await Promise.all([startReference(), startReference({ fault })]);
  files = createServer((_, response) =>
    createReadStream(machine.tarball)
      .on('error', () => response.writeHead(404).end())
      .pipe(response),
  );
  await new Promise<void>((listening) => files.listen(0, '127.0.0.1', listening));
}, 900_000);

afterAll(async () => {
  files.close();
  await Promise.all([right.close(), wrong.close()]);
  for (const each of leave) each();
});

type Variables = Readonly<Record<string, string>>;

/** A build on the machine: its status, and what the platform keeps of it. */
async function build({ scripts, shell, variables, kept, keptAfter }: Pipeline, settings: Variables) {
  let [status, said, isKept]: [number | null, string, boolean] = [0, '', false];
  for (const script of scripts) {
    isKept ||= script === keptAfter;
    const step = await machine.run(shell, script, { ...variables, ...settings });
    status = step.status;
    said += step.stdout + step.stderr;
    if (status !== 0) break;
  }
  return { status, said, kept: isKept ? machine.filesIn(kept) : [] };
}

/** The settings of four builds in one workspace; each would find the results of the one before it. */
function targets(): { target: string; status: 0 | 1 | 2 | 3; settings: Variables }[] {
  const { TARGET_BASE_URL = '', TARGET_TOKEN = '' } = right.environment;
  const { TARGET_TOKEN: wrongToken = '' } = wrong.environment;
  const nowhere = 'http://127.0.0.1:1';
  return [
    { target: 'conformant', status: 0, settings: { TARGET_BASE_URL, TARGET_TOKEN } },
    { target: 'misspelt', status: 2, settings: { TARGET_BASEURL: TARGET_BASE_URL, TARGET_TOKEN } },
    {
      target: 'non-conformant',
      status: 1,
      settings: { TARGET_BASE_URL: wrong.baseUrl, TARGET_TOKEN: wrongToken },
    },
    { target: 'unreachable', status: 3, settings: { TARGET_BASE_URL: nowhere, TARGET_TOKEN } },
  ];
}

/** So that a build does not take long. */
const narrow = '--only list-users';

/** The command that tests is the last one of a template. */
function narrowed(pipeline: Pipeline): Pipeline {
  const last = pipeline.scripts.at(-1) ?? '';
  const shorter = `${last.trimEnd()} ${narrow}`;
  const keptAfter = pipeline.keptAfter === last ? shorter : pipeline.keptAfter;
  return { ...pipeline, scripts: [...pipeline.scripts.slice(0, -1), shorter], keptAfter };
}

const platforms = [
  {
    path: 'action.yml',
    pipeline: () => actionWith({ options: `\n  ${narrow}\n\n--effort quick\n`, output: 'out put' }),
    besides: ['github-summary.md'],
    platform: () => ({
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: root,
      GITHUB_OUTPUT: join(machine.temporary, 'outputs'),
    }),
    withoutSuite: () => ({ GITHUB_ACTION_PATH: machine.temporary }),
  },
  {
    path: 'examples/ci/gitlab-ci.yml',
    pipeline: () => narrowed(gitlab()),
    besides: [],
    platform: () => ({ GITLAB_CI: 'true' }),
    withoutSuite: () => ({ SUITE_PACKAGE: './none.tgz' }),
  },
  {
    path: 'templates/conformance.yml',
    pipeline: () =>
      componentWith({
        package: `http://127.0.0.1:${(files.address() as AddressInfo).port}/ledger-conformance-0.1.0.tgz`,
        options: `${narrow} --strict`,
        output: 'results',
      }),
    besides: ['summary.logfmt'],
    platform: () => ({ GITLAB_CI: 'true' }),
    withoutSuite: () => ({ SUITE_PACKAGE: './none.tgz' }),
  },
  {
    path: 'examples/ci/Jenkinsfile',
    pipeline: () => {
      // Who copies the file changes the address in it.
      const { variables, ...others } = jenkins();
      const { TARGET_BASE_URL: _, ...kept } = variables;
      return narrowed({ ...others, variables: kept });
    },
    besides: ['summary.logfmt'],
    // The user of the agent has no home.
    platform: () => ({
      HOME: '/dev/null',
      JENKINS_URL: 'http://127.0.0.1',
      WORKSPACE_TMP: machine.temporary,
    }),
    withoutSuite: () => ({ SUITE_PACKAGE: './none.tgz' }),
  },
];

/** How the files of a build end when the next one begins. */
const stale = 'of an earlier build';

/** What every run leaves, whatever its status. */
const results = ['exchanges.ndjson', 'junit.xml', 'report.html', 'report.json', 'run.ndjson'];

test.each(platforms)(
  '$path in an empty workspace: each build has the status and the results of its own target.',
  { timeout: 900_000 },
  async ({ pipeline, platform, besides }) => {
    const whole = pipeline();
    // This checkout is built; the package test builds a copy by the step of the action.
    const steps = { ...whole, scripts: whole.scripts.filter((script) => !script.includes('npm ci')) };
    const given = { CI: 'true', CONFORMANCE_EFFORT: 'quick', ...platform() };
    const resultOf = (file: string): string =>
      readFileSync(join(machine.workspace, steps.kept, file), 'utf8');
    for (const { target, status, settings } of targets()) {
      const made = await build(steps, { ...given, ...settings });
      expect([target, made.status], made.said).toEqual([target, status]);
      expect(made.kept).toEqual([...results, ...besides].sort());
      expect(made.kept.filter((file) => resultOf(file).endsWith(stale))).toEqual([]);
      const report = JSON.parse(resultOf('report.json')) as Report;
      expect(report.gate.status).toBe(status);
      // What a CI server shows: a broken requirement is a failure, a run without a verdict an error.
      const junit = resultOf('junit.xml');
      expect([junit.includes('<failure'), junit.includes('<error')]).toEqual([status === 1, status > 1]);
      const passed = report.results.filter(({ outcome }) => outcome === 'passed');
      expect(new Set(passed.map(({ operation }) => operation))).toEqual(
        new Set(status > 1 ? [] : ['list-users']),
      );
      for (const file of made.kept) appendFileSync(join(machine.workspace, steps.kept, file), stale);
    }
  },
);

test.each(platforms)(
  '$path without the suite: the job fails and keeps nothing of the build before it.',
  {
    timeout: 900_000,
  },
  async ({ pipeline, platform, withoutSuite }) => {
    const steps = pipeline();
    const earlier = join(machine.workspace, steps.kept);
    mkdirSync(earlier, { recursive: true });
    writeFileSync(join(earlier, 'junit.xml'), '<testsuites/>');
    const given = { CI: 'true', ...right.environment, ...platform() };
    const { status, said, kept } = await build(steps, { ...given, ...withoutSuite() });
    expect(said).toMatch(/npm error/);
    expect(status).not.toBe(0);
    expect(kept).toEqual([]);
  },
);
