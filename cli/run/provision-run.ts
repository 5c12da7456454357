import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAccess } from '../../engine/open-session.ts';
import type { Provisioner } from '../../provisioners/provisioner.ts';
import { loadProvisioner, provisioningContext } from '../../provisioners/provisioning.ts';
import { plainLine } from '../../reports/formats/plain-text.ts';
import { NoVerdict } from '../../settings/run-errors.ts';
import type { Settings, TargetSettings } from '../../settings/settings.ts';

/**
 * Runs the configured provisioner; execute bodies go to the state folder of the run.
 * @returns the settings that it made, and what cleans up: that never throws, as leftovers are printed and do not affect the outcome
 * @throws NoVerdict if it fails, after cleaning up what it had created.
 */
export async function provisionRun(settings: Settings, target: TargetSettings, state: string) {
  const name = target.provisioner ?? '';
  const provisioner = await loadProvisioner(name);
  process.stderr.write(`provisioning with ${plainLine(name)}, nonce ${settings.nonce}\n`);
  try {
    const { settings: made, executeBodies } = await withContext(settings, target, (context) =>
      provisioner.provision(context),
    );
    const path = join(state, 'provisioned-execute-requests.json');
    if (executeBodies.length > 0) writeFileSync(path, JSON.stringify(executeBodies), { mode: 0o600 });
    return {
      environment: { ...made, ...(executeBodies.length > 0 ? { TARGET_EXECUTE_REQUEST: path } : {}) },
      clean: () => cleanUp(provisioner, settings, target),
    };
  } catch (error) {
    await cleanUp(provisioner, settings, target);
    throw new NoVerdict(
      `The provisioner ${plainLine(name)} failed: ${plainLine((error as Error).message, 500)}`,
    );
  }
}

/** Removes what runs with the nonce of these settings left behind; returns a line for each item. */
export async function cleanLeftovers(settings: Settings, target: TargetSettings): Promise<readonly string[]> {
  const provisioner = await loadProvisioner(target.provisioner ?? '');
  return withContext(settings, target, (context) => provisioner.clean(context));
}

async function cleanUp(provisioner: Provisioner, settings: Settings, target: TargetSettings): Promise<void> {
  try {
    await withContext(settings, target, (context) => provisioner.clean(context));
  } catch (error) {
    process.stderr.write(
      `Not everything that was provisioned could be removed: ${plainLine((error as Error).message, 300)}\nTry again later: ledger-conformance provision clean --nonce ${settings.nonce}\n`,
    );
  }
}

async function withContext<T>(
  settings: Settings,
  target: TargetSettings,
  work: (context: Awaited<ReturnType<typeof provisioningContext>>) => Promise<T>,
): Promise<T> {
  const access = openAccess(settings, target);
  try {
    return await work(await provisioningContext(settings, access));
  } catch (error) {
    const problem = error instanceof Error ? error : new Error(String(error));
    // What a provisioner throws may contain what it was given.
    problem.message = access.redactor.text(problem.message);
    throw problem;
  } finally {
    await access.wire.close();
  }
}
