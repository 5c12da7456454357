import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { faults } from '../../reference/faults/catalogue.ts';
import { startReference } from '../../reference/start.ts';
import { readReport } from '../../reports/report/report-file.ts';
import { command, emptyFolder, type Finished } from './command.ts';

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

interface Parts {
  readonly requirement?: string;
  readonly finding?: string;
  readonly created?: string;
  readonly expires?: string;
}

function waiver(parts: Parts): string {
  const given = {
    requirement: 'GT-REQ-SYNCHRONIZER',
    finding: 'must be rejected',
    created: day(-1),
    expires: day(60),
    ...parts,
  };
  return `  - requirement: ${given.requirement}
    finding: "${given.finding}"
    reason: The release that corrects it is on its way.
    owner: the ledger team
    issue: https://tracker.example/LEDGER-7
    created: ${given.created}
    expires: ${given.expires}
`;
}

/** Runs one check against a server that takes a request without synchronizer, or a good one. */
async function run(cwd: string, waivers: string, faulty = true): Promise<Finished> {
  const fault = faults.find(({ id }) => id === 'generate-topology-accepts-missing-synchronizer');
  const server = await startReference(faulty && fault !== undefined ? { fault } : {});
  onTestFinished(() => server.close());
  writeFileSync(join(cwd, 'waivers.yaml'), `waivers:\n${waivers}`);
  const settings = {
    ...server.environment,
    CONFORMANCE_WAIVERS: 'waivers.yaml',
    CONFORMANCE_EFFORT: 'quick',
  };
  return command(['run', '--only', 'GT-REQ-SYNCHRONIZER@generate-topology'], { cwd, settings });
}

test('A waived failure leaves status 0 and the verdict, and report and judge say the same of the folder.', async () => {
  const cwd = emptyFolder();
  const { status, stdout } = await run(cwd, waiver({}) + waiver({ requirement: 'LU-SUCCESS' }));
  expect(stdout).toContain('1 failure is waived');
  expect(stdout).toContain('exit status 0: every failure is waived\nnon-conformant');
  expect(status).toBe(0);
  const folder = join(cwd, 'conformance-results');
  const report = readReport(folder);
  expect(report.waivers.map(({ state }) => state)).toEqual(['active', 'not-exercised']);
  writeFileSync(join(cwd, 'waivers.yaml'), 'waivers: []\n');
  const again = await command(['report', folder], { cwd });
  expect(again.status).toBe(0);
  expect(readReport(folder)).toEqual(report);
  expect((await command(['judge', folder], { cwd })).status).toBe(0);
}, 900_000);

const redStates: readonly {
  readonly state: string;
  readonly faulty: boolean;
  readonly parts: Parts;
  readonly sentence: string;
}[] = [
  { state: 'stale', faulty: false, parts: {}, sentence: 'no longer applies' },
  { state: 'expired', faulty: true, parts: { created: day(-50), expires: day(-1) }, sentence: 'expired on' },
  { state: 'mismatched', faulty: true, parts: { finding: 'another finding' }, sentence: 'something else' },
  {
    state: 'unknown',
    faulty: false,
    parts: { requirement: 'GT-NONE-SUCH' },
    sentence: 'names no requirement',
  },
];

test.for(redStates)(
  'A waiver that is $state makes the run red: status 1, with a sentence.',
  { timeout: 900_000 },
  async ({ state, faulty, parts, sentence }) => {
    const cwd = emptyFolder();
    const { status, stdout } = await run(cwd, waiver(parts), faulty);
    expect(stdout.replace(/\s+/g, ' ')).toContain(sentence);
    expect(status).toBe(1);
    expect(readReport(join(cwd, 'conformance-results')).waivers.map((each) => each.state)).toEqual([state]);
  },
);

test('A waiver within 14 days of its end warns and leaves status 0.', async () => {
  const { status, stdout } = await run(emptyFolder(), waiver({ expires: day(5) }));
  expect(stdout.replace(/\s+/g, ' ')).toContain(`expires on ${day(5)}.`);
  expect(status).toBe(0);
}, 900_000);

test('A waiver file that is wrong is status 2, and the results say so.', async () => {
  const cwd = emptyFolder();
  const { status, stderr } = await run(cwd, waiver({ expires: day(200) }));
  const sentence = /^waivers\.yaml, line 8: the waiver of GT-REQ-SYNCHRONIZER is invalid: it lasts 201 days/;
  expect(stderr).toMatch(sentence);
  expect(status).toBe(2);
  expect(readReport(join(cwd, 'conformance-results')).gate).toMatchObject({
    status: 2,
    causes: [expect.stringMatching(sentence)],
  });
});

/** Settings for a server of the known implementation, judged by the document alone: many requirements are broken. */
async function manyFailures(fault?: string): Promise<Record<string, string>> {
  const found = faults.find(({ id }) => id === fault);
  const server = await startReference({
    profile: 'canton-3.5',
    ...(found === undefined ? {} : { fault: found }),
  });
  onTestFinished(() => server.close());
  return { ...server.environment, TARGET_PROFILE: 'document', CONFORMANCE_EFFORT: 'quick' };
}

test('waive makes the next run pass, and what is new fails it.', async () => {
  const cwd = emptyFolder();
  // One fails in each of the first two; with another nonce, others could fail than those that are waived.
  const checks = 'AUTH-EMPTY@generate-topology,GT-REQ-PARTYHINT@generate-topology,LU-PAGE-SIZE@list-users';
  const run = (settings: Record<string, string>) =>
    command(['run', '--only', checks, '--nonce', 'n1'], { cwd, settings });
  expect((await run(await manyFailures())).status).toBe(1);
  const failed = readReport(join(cwd, 'conformance-results')).results.filter(
    ({ outcome }) => outcome === 'failed',
  );
  expect(failed.length).toBeGreaterThan(1);
  const args = ['waive', 'conformance-results', '--owner', 'me', '--expires', day(30)];
  const waived = await command(args, { cwd });
  expect(waived.stdout).toContain(`requirements, until ${day(30)}.`);
  expect(waived.status).toBe(0);
  const waivers = { CONFORMANCE_WAIVERS: 'waivers.yaml' };
  const again = await run({ ...(await manyFailures()), ...waivers });
  expect(again.stdout).toContain('exit status 0: every failure is waived');
  expect(again.status).toBe(0);
  const nothing = await command(args, { cwd });
  expect(nothing.stdout).toContain('there is nothing to waive');
  const worse = await run({
    ...(await manyFailures('list-users-page-holds-one-more')),
    ...waivers,
  });
  expect(worse.stdout).toContain('1 MUST requirement is broken: LU-PAGE-SIZE');
  expect(worse.status).toBe(1);
  const over = await command(args, { cwd });
  expect(over.stderr).toBe('waivers.yaml already exists and was not changed. Choose another name.\n');
  expect(over.status).toBe(2);
});

test('waive says what is wrong with an option, and writes nothing.', async () => {
  const cwd = emptyFolder();
  await run(cwd, waiver({ requirement: 'LU-SUCCESS' }));
  for (const [option = '', value = '', sentence = ''] of [
    ['--expires', day(91), '--expires .* is invalid: it lasts 91 days'],
    ['--expires', day(-1), '--expires .* is in the past'],
    ['--expires', 'soon', '--expires is invalid. Write its last day'],
    ['--owner', ' ', '--owner is invalid. Write who is responsible.'],
    ['--issue', 'LEDGER-7', '--issue is invalid. Write the URL'],
  ]) {
    const right = ['--owner', 'me', '--expires', day(30), '--output', 'new.yaml'];
    const { status, stderr } = await command(['waive', 'conformance-results', ...right, option, value], {
      cwd,
    });
    expect(stderr).toMatch(new RegExp(sentence));
    expect(status).toBe(2);
    expect(existsSync(join(cwd, 'new.yaml'))).toBe(false);
  }
});
