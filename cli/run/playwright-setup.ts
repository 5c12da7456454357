import { environmentWithFile, runVariables } from '../../settings/run-environment.ts';
import { exitStatus, explained } from '../output/exit-status.ts';

/** Where the process above is killed without a word, nothing hands a signal on: so often this one looks whether it is there. */
const lookMs = 500;

/** Ends this process, and with it its workers, once the command that started it is gone. */
function endWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(exitStatus.noVerdict);
  }, lookMs).unref();
}

/**
 * Playwright's global set-up. `ledger-conformance run` has prepared the run already; `npx playwright test` does it here,
 * and ends it in the tear-down, which is what this returns.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[runVariables.folder] !== undefined) {
    endWithParent();
    return undefined;
  }
  const [{ finishRun, summary }, { prepareRun }] = await Promise.all([
    import('./finish-run.ts'),
    import('./prepare-run.ts'),
  ]);
  const only = process.env[runVariables.only];
  const prepared = await prepareRun(environmentWithFile(), only === undefined ? {} : { only }).catch(
    (error: unknown) => {
      throw new Error(explained(error).lines.join('\n'));
    },
  );
  Object.assign(process.env, prepared.environment);
  return async () => {
    const report = finishRun(prepared.folder, {
      strict: false,
      requireAll: false,
      only: only ?? null,
      interrupted: false,
      profile: prepared.profile,
      unanswered: await prepared.checkLiveness(),
    });
    await prepared.close();
    process.stdout.write(summary(prepared.folder, report, process.stdout.columns ?? 80, false));
    // A tear-down that throws makes the run red, also where every test was green: the report decides.
    if (report.gate.status !== exitStatus.conformant)
      throw new Error(`The gate is ${report.gate.status}: ${report.gate.causes.join(' ')}`);
  };
}
