import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { faults } from '../../reference/faults/catalogue.ts';
import { startReference } from '../../reference/start.ts';
import { readReport } from '../../reports/report/read-report.ts';
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
  return command(['run', '--only', 'GT-REQ-SYNCHRONIZER'], { cwd, settings });
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
}, 60_000);

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
  { timeout: 60_000 },
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
}, 60_000);

test('A waiver file that is wrong is status 2, and what an earlier run left is not touched.', async () => {
  const cwd = emptyFolder();
  await run(cwd, waiver({}));
  const before = readReport(join(cwd, 'conformance-results'));
  const { status, stderr } = await run(cwd, waiver({ expires: day(200) }));
  expect(stderr).toMatch(
    /^waivers\.yaml, line 8: the waiver of GT-REQ-SYNCHRONIZER is invalid: it lasts 201 days/,
  );
  expect(status).toBe(2);
  expect(readReport(join(cwd, 'conformance-results'))).toEqual(before);
}, 60_000);
