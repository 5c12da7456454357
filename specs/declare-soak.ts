import type { Operation } from '../requirements/requirement.ts';
import { cases, effort } from './effort.ts';

/** Other runs do not load the checks in the process that lists tests. */
const soak = effort === 'soak' ? await import('./soak-tests.ts') : undefined;

/** Declares the soak of an operation in a soak run: a test for each of its 64 partitions. */
export function declareSoak(operation: Operation): void {
  soak?.declarePartitions(operation, cases);
}
