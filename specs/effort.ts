import { workerConfiguration } from '../settings/worker-configuration.ts';

/**
 * Effort and number of cases of the run. Where tests are listed before a run is prepared, as in UI mode, those of the settings;
 * only then are these read, because their validator would delay every run.
 */
export const { effort, cases } = workerConfiguration()?.settings ?? (await fromSettings());

async function fromSettings() {
  const [{ environmentWithFile }, { readSettings }] = await Promise.all([
    import('../settings/run-environment.ts'),
    import('../settings/settings.ts'),
  ]);
  return readSettings(environmentWithFile());
}
