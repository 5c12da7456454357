import { selfCheck } from '../../reports/terminal/terminal.ts';
import { environmentWithFile } from '../../settings/run-environment.ts';
import { variableOf, workerConfiguration } from '../../settings/worker-configuration.ts';
import { explained } from '../output/exit-status.ts';
import { warn } from '../output/say.ts';
import { endJournal } from './finish-run.ts';
import { prepareRun } from './prepare-run.ts';

/** The results folder of a user's own specs, unless CONFORMANCE_OUTPUT names another. */
const specsOutput = 'conformance-specs';

/**
 * Playwright's global setup for a user's own specs: prepares the run, and ends it in the teardown function that this returns.
 * Under `ledger-conformance specs`, the command does that.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (workerConfiguration() !== undefined) return undefined;
  const environment = environmentWithFile();
  const prepared = await prepareRun(
    { ...environment, CONFORMANCE_OUTPUT: environment.CONFORMANCE_OUTPUT ?? specsOutput },
    {},
  ).catch((error: unknown) => {
    throw new Error(explained(error).lines.join('\n'));
  });
  // Standard output belongs to the reporter, which may write JSON there.
  if (prepared.header.target.kind === 'reference') warn(selfCheck);
  Object.assign(process.env, variableOf(prepared.configuration));
  return async () => {
    endJournal(prepared.folder, { interrupted: false });
    await prepared.close();
  };
}
