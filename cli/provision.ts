import { environmentWithFile } from '../harness/run-environment.ts';
import { readSettings } from '../harness/settings.ts';
import { UsageError } from '../harness/usage-error.ts';
import { plainLine } from '../reports/plain-text.ts';
import { exitStatus } from './exit-status.ts';
import { cleanLeftovers } from './provision-run.ts';

/** Removes what a run that was killed left on its target. */
export async function provisionClean(options: { readonly nonce: string }): Promise<number> {
  const settings = readSettings({ ...environmentWithFile(), CONFORMANCE_NONCE: options.nonce });
  const { target } = settings;
  if (target?.provisioner === undefined) {
    throw new UsageError([
      'There is nothing to clean up with: set TARGET_BASE_URL and TARGET_PROVISIONER as they were in the run.',
    ]);
  }
  const removed = await cleanLeftovers(settings, target);
  const lines = removed.map((each) => `removed: ${plainLine(each)}`);
  process.stdout.write(
    `${lines.length === 0 ? `Nothing is left of nonce ${options.nonce}.` : lines.join('\n')}\n`,
  );
  return exitStatus.conformant;
}
