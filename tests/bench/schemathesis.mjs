import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newFolder, reported, root, served } from './suite.mjs';

/** The time limit for a fault on which the tool does not finish. */
const patience = 30_000;

/**
 * The command of Schemathesis: from PATH or, if allowed, installed from PyPI into an environment in the system's
 * temporary folder. Otherwise a sentence.
 */
export function findSchemathesis(mayInstall) {
  if (spawnSync('schemathesis', ['--version']).status === 0) return { command: 'schemathesis' };
  if (!mayInstall)
    return {
      missing:
        'Schemathesis is not installed, so it was not measured: `npm run bench -- --schemathesis` installs it for the bench alone.',
    };
  const folder = join(tmpdir(), 'ledger-conformance-bench-schemathesis');
  const command = join(folder, 'bin/schemathesis');
  if (!existsSync(command)) {
    const steps = [
      ['python3', '-m', 'venv', folder],
      [join(folder, 'bin/pip'), 'install', '--quiet', 'schemathesis'],
    ];
    for (const [program, ...args] of steps) {
      const { status, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 240_000 });
      if (status === 0) continue;
      const reason = (stderr ?? '').trim().split('\n').at(-1);
      return { missing: `Schemathesis could not be installed, so it was not measured: ${reason || program}` };
    }
  }
  return { command };
}

/** The API description with accepted bodies as examples, as a user of the tool would write it. */
export async function described() {
  const server = await served();
  try {
    const { folder } = await reported(
      ['--only', 'GT-SUCCESS@generate-topology', '--effort', 'quick'],
      server.settings,
    );
    const [line] = readFileSync(join(folder, 'exchanges.ndjson'), 'utf8')
      .split('\n')
      .filter((each) => each.startsWith('{"id":"GT-SUCCESS@') && each.includes('"status":200'));
    const [execute] = [JSON.parse(readFileSync(server.settings.TARGET_EXECUTE_REQUEST, 'utf8'))].flat();
    const examples = {
      'generate-topology': JSON.parse(JSON.parse(line ?? '').request.body),
      'execute-submission': execute,
    };
    const description = JSON.parse(readFileSync(join(root, 'schemas/openapi.json'), 'utf8'));
    for (const [stem, example] of Object.entries(examples))
      description.components.pathItems[stem].post.requestBody.content['application/json'].example = example;
    const folderOfIt = newFolder();
    // It refers to the schemas in the same folder.
    cpSync(join(root, 'schemas'), folderOfIt, { recursive: true });
    const file = join(folderOfIt, 'openapi.json');
    writeFileSync(file, JSON.stringify(description));
    return file;
  } finally {
    server.stop();
  }
}

/** One run: seconds, requests, checks of answers, and each kind of failure with the second of its discovery. */
export async function schemathesisRun(command, description, settings, seed) {
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  const events = join(folder, 'events.ndjson');
  const args = ['run', description, '--url', settings.TARGET_BASE_URL];
  args.push('-H', `Authorization: Bearer ${settings.TARGET_TOKEN}`, '--phases', 'examples,coverage,fuzzing');
  args.push('--max-examples', '50', '--seed', String(seed), '--continue-on-failure', '--no-color');
  args.push('--report', 'ndjson', '--report-ndjson-path', events);
  const began = Date.now();
  const child = spawn(command, args, { cwd: folder, stdio: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGKILL'), patience);
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  const result = { seconds: (Date.now() - began) / 1000, requests: 0, checks: 0, failures: new Map() };
  for (const line of existsSync(events) ? readFileSync(events, 'utf8').split('\n') : []) {
    if (line.startsWith('{"ScenarioFinished"')) take(JSON.parse(line).ScenarioFinished, began, result);
  }
  return result;
}

function take({ recorder }, began, result) {
  for (const [id, interaction] of Object.entries(recorder.interactions ?? {})) {
    result.requests += 1;
    const checks = recorder.checks?.[id] ?? [];
    result.checks += checks.length;
    for (const { failure_info: info, status } of checks) {
      if (status !== 'failure') continue;
      const kind = `${recorder.label} ${info.failure.code} ${interaction.response?.status_code ?? 'none'}`;
      const at = (interaction.timestamp ?? 0) - began / 1000;
      result.failures.set(kind, Math.min(at, result.failures.get(kind) ?? Number.POSITIVE_INFINITY));
    }
  }
}
