import { rmSync } from 'node:fs';
import { columnsOf } from '../../reports/terminal/lines.ts';
import { environmentWithFile } from '../../settings/run-environment.ts';
import { variableOf, workerConfiguration } from '../../settings/worker-configuration.ts';
import { exitStatus, explained } from '../output/exit-status.ts';

/** Ends this process and its workers, and deletes its secrets, once the command that started it is killed, which forwards no signal. */
function endWithParent(stateFolder: string): void {
  process.once('disconnect', () => {
    rmSync(stateFolder, { recursive: true, force: true });
    process.exit(exitStatus.noVerdict);
  });
  process.channel?.unref();
}

/**
 * Playwright's global setup. `ledger-conformance run` has already prepared the run; `npx playwright test` prepares it
 * here, and ends it in the teardown function that this returns.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  const given = workerConfiguration();
  if (given !== undefined) {
    endWithParent(given.stateFolder);
    return undefined;
  }
  const [{ finishRun, summary }, { prepareRun }, { readRun }] = await Promise.all([
    import('./finish-run.ts'),
    import('./prepare-run.ts'),
    import('./read-run.ts'),
  ]);
  const prepared = await prepareRun(environmentWithFile(), {}).catch((error: unknown) => {
    throw new Error(explained(error).lines.join('\n'));
  });
  Object.assign(process.env, variableOf(prepared.configuration));
  return async () => {
    const reader = readRun(prepared.folder);
    const run = finishRun(reader, {
      strict: false,
      requireAll: false,
      interrupted: false,
      profile: prepared.profile,
      liveness: await prepared.checkLiveness(reader.unanswered()),
    });
    await prepared.close();
    process.stdout.write(summary(run, { columns: columnsOf(process.stdout), colour: false }));
    const { gate } = run.view;
    // An error in the teardown fails the run even if every test passed: the report decides.
    if (gate.status !== exitStatus.conformant)
      throw new Error(`The gate is ${gate.status}: ${gate.causes.join(' ')}`);
  };
}
