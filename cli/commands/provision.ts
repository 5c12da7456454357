import { plainLine } from '../../reports/formats/plain-text.ts';
import { environmentWithFile } from '../../settings/run-environment.ts';
import { readSettings } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import type { Options } from '../options.ts';
import { exitStatus } from '../output/exit-status.ts';
import { say } from '../output/say.ts';
import { cleanLeftovers } from '../run/provision-run.ts';

/** Removes what a killed run left on its target. */
export async function provisionClean(options: Options<'provision clean'>): Promise<number> {
  const settings = readSettings(
    { ...environmentWithFile(), CONFORMANCE_NONCE: options.nonce },
    { CONFORMANCE_NONCE: '--nonce' },
  );
  const { target } = settings;
  if (target?.provisioner === undefined) {
    throw new UsageError([
      'No provisioner is configured. Set TARGET_BASE_URL and TARGET_PROVISIONER as they were in the run.',
    ]);
  }
  const removed = await cleanLeftovers(settings, target);
  say(
    ...(removed.length === 0
      ? [`Nothing is left of the run with nonce ${options.nonce}.`]
      : removed.map((each) => `removed: ${plainLine(each)}`)),
  );
  return exitStatus.conformant;
}
