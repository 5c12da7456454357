import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startReference } from '../../reference/start.ts';
import { readReport } from '../../reports/report/report-file.ts';
import type { Drawn, Proof } from './prove-one.ts';
import type { Subject } from './subject.ts';

const main = fileURLToPath(new URL('../../cli/main.js', import.meta.url));

/** Statuses of a run that came to an end. */
const ended: readonly (number | null)[] = [0, 1, 3];

/**
 * Runs `ledger-conformance run`, whole and with the default effort, on a server with a fault, as a gate would. This takes as
 * long as a run and uses both cores; `proveInRun` sends the same in a part of the time.
 */
export async function proveByCommand(subject: Subject, drawn: Drawn): Promise<Proof> {
  const started = performance.now();
  const { change } = subject;
  const server = await startReference(
    subject.kind === 'fault' ? { fault: subject.change } : { variant: subject.change },
  );
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-by-command-'));
  try {
    writeFileSync(join(folder, 'execute-requests.json'), JSON.stringify(server.executeRequests));
    const status = await run(folder, {
      ...server.environment,
      TARGET_EXECUTE_REQUEST: 'execute-requests.json',
      CONFORMANCE_SEED: drawn.seed,
      CONFORMANCE_NONCE: drawn.nonce,
    });
    const { results } = ended.includes(status)
      ? readReport(join(folder, 'conformance-results'))
      : { results: [] };
    return {
      id: change.id,
      kind: subject.kind,
      effort: 'standard',
      condemnedBy: results
        .filter(({ outcome, level }) => outcome === 'failed' && level === 'MUST')
        .map(({ requirement, operation }) => `${requirement}@${operation}`),
      fired: server.fired(),
      error: ended.includes(status) ? null : `the command ended with status ${status}`,
      ms: Math.round(performance.now() - started),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await server.close();
  }
}

/** Runs the built command with no setting but those given; resolves to its status, null after a signal. */
function run(cwd: string, settings: Readonly<Record<string, string>>): Promise<number | null> {
  const others = Object.entries(process.env).filter(([name]) => !/^(TARGET|CONFORMANCE)_/.test(name));
  const child = spawn(process.execPath, [main, 'run'], {
    cwd,
    env: { ...Object.fromEntries(others), ...settings },
    stdio: 'ignore',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}
