import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readLines } from '../../journal/open-regular.ts';
import { type Behaviour, boundsOf } from './behaviour.ts';
import { type Measured, measuredRun } from './measured-run.ts';
import { overTls } from './over-tls.ts';
import type { TableRow } from './table.ts';

/** Every form of results that holds words of the target. */
const formats = 'junit,ctrf,sarif,har,github,markdown,html,prometheus,logfmt';

/** Short, so that what never comes is not waited for long: an honest answer here takes milliseconds. */
const timeoutMs = '1500';

/**
 * Runs the built command against a misbehaving target, and expects what holds of every one of them: it ends in time and
 * within memory, with the right status, keeps evidence, and no secret and no command of the target gets out.
 */
export async function holds(
  row: Behaviour,
  effort: 'quick' | 'standard',
  scheme: 'http' | 'https' = 'http',
): Promise<Pick<TableRow, 'status' | 'took'>> {
  const cwd = mkdtempSync(join(tmpdir(), 'ledger-conformance-hostile-'));
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-authority-'));
  const plain = await row.serve();
  const served = scheme === 'https' ? await overTls(plain, folder) : plain;
  const bounds = boundsOf(row);
  try {
    const ours: Record<string, string> = row.atDefaults === true ? {} : { TARGET_TIMEOUT_MS: timeoutMs };
    const settings = { ...ours, CONFORMANCE_EFFORT: row.effort ?? effort, ...served.settings };
    const run = await measuredRun(['run', '--format', formats], cwd, settings, {
      atMost: bounds.seconds * 2 * stretch(),
    });
    const said = `${run.stdout.slice(-3_000)}\n${run.stderr.slice(-3_000)}`;
    expect(row.statuses, said).toContain(run.status);
    if (run.status === 3 && row.saysIfInconclusive !== undefined)
      expect(`${run.stdout}\n${run.stderr}`).toMatch(row.saysIfInconclusive);
    expect(run.mebibytes, 'MiB of all processes').toBeLessThanOrEqual(bounds.mebibytes);
    expect(run.processMebibytes, 'MiB of one process').toBeLessThanOrEqual(bounds.processMebibytes);
    expect(run.stderr).not.toMatch(/\n {4}at |node:internal|heap out of memory/);
    expectPlain(run.stdout);
    expectPlain(run.stderr);
    const keptMegabytes = megabytesIn(join(cwd, 'conformance-results'));
    expect(keptMegabytes, 'MB on disk').toBeLessThanOrEqual(bounds.keptMegabytes);
    expectEvidence(join(cwd, 'conformance-results'), run);
    expectNoSecrets(cwd, run, settings);
    served.afterwards?.();
    // Whatever a text of the target wanted done would have left something beside the results.
    expect(readdirSync(cwd)).toEqual(['conformance-results']);
    expect(run.seconds, said).toBeLessThanOrEqual(bounds.seconds * stretch());
    const { status, seconds, mebibytes, processMebibytes } = run;
    return { status, took: { seconds, mebibytes, processMebibytes, keptMegabytes } };
  } finally {
    await served.close();
    for (const each of [cwd, folder]) rmSync(each, { recursive: true, force: true });
  }
}

/** The bounds are those of a machine that has nothing else to do: where processes wait for a processor, all take longer. */
function stretch(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}

/** Nothing that a terminal or a CI runner would take for a command; our own workflow commands are a format of the run. */
function expectPlain(text: string): void {
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  expect(text).not.toMatch(
    /^\s*::(?!error (title|file)=|warning (title|file)=|notice (title|file)=|group::|endgroup::)/m,
  );
  expect(text).not.toMatch(/##(vso)?\[/);
}

function megabytesIn(folder: string): number {
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  return Math.ceil(bytes / 1_000_000);
}

/** An exchange at the least, and lines that can all be read. */
function expectEvidence(folder: string, { status, stderr }: Measured): void {
  let count = 0;
  for (const { bytes, whole } of readLines(join(folder, 'exchanges.ndjson'))) {
    count += 1;
    expect(whole).toBe(true);
    expect(bytes.toString('latin1', 0, 300)).toMatch(/^\{"id":"[^"]+"/);
    expect(bytes.at(-1)).toBe('}'.charCodeAt(0));
  }
  expect(count).toBeGreaterThan(0);
  if (existsSync(join(folder, 'report.json'))) {
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
      gate: { status: number };
    };
    expect(report.gate.status).toBe(status);
  } else {
    expect(stderr).not.toBe('');
  }
}

const secretNames = ['TARGET_TOKEN', 'TARGET_TOKEN_SECRET'];

function expectNoSecrets(cwd: string, { stdout, stderr }: Measured, settings: Record<string, string>): void {
  const values = secretNames.flatMap((name) => settings[name] ?? []);
  const secrets = values.flatMap((value) => [value, ...value.split('.').slice(2)]);
  const folder = join(cwd, 'conformance-results');
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  for (const secret of secrets) {
    for (const each of [Buffer.from(stdout), Buffer.from(stderr), ...files]) {
      expect(each.includes(secret)).toBe(false);
      expect(each.includes(Buffer.from(secret).toString('base64').slice(0, -4))).toBe(false);
    }
  }
}
