import type { Operation } from '../requirements/requirement.ts';
import { environmentWithFile } from '../settings/run-environment.ts';
import { readSettings } from '../settings/settings.ts';
import { workerConfiguration } from '../settings/worker-configuration.ts';

// Tests may be listed before a run is prepared, for example in UI mode.
const { effort, cases } = workerConfiguration()?.settings ?? readSettings(environmentWithFile());

/** Other runs do not load the checks in the process that lists tests. */
const soak = effort === 'soak' ? await import('./soak-tests.ts') : undefined;

/** Declares the soak of an operation in a soak run: a test for each of its 64 partitions. */
export function declareSoak(operation: Operation): void {
  soak?.declarePartitions(operation, cases);
}
