import { sampledJournal } from '../journal/sampled-journal.ts';
import { isPartitionInShard } from '../settings/selection.ts';
import { workerConfiguration } from '../settings/worker-configuration.ts';
import type { JudgedCheck } from './check.ts';
import type { Conductor } from './conductor.ts';
import { doneOf } from './earlier-part.ts';
import { isConducted } from './named-checks.ts';
import { partOf, placeInPartition, soakPartitions } from './soak-plan.ts';
import { host, test } from './spec.ts';
import type { Steps } from './steps.ts';

/** A partition of a property: cases `partition`, `partition + 64`, `partition + 128`, … below `cases`. */
export interface Partition {
  readonly partition: number;
  readonly cases: number;
  /** How many cases of the partition were done before the run was resumed. */
  readonly done: number;
  /** Called when the first `upto` cases of the partition are done. */
  readonly checkpoint: (upto: number) => void;
}

/**
 * Effort and number of cases of the run. Where tests are listed before a run is prepared, as in UI mode, those of the settings;
 * only then are these read, because their validator would delay every run.
 */
const settings = host === undefined ? undefined : (workerConfiguration()?.settings ?? (await fromSettings()));

async function fromSettings() {
  const [{ environmentWithFile }, { readSettings }] = await Promise.all([
    import('../settings/run-environment.ts'),
    import('../settings/settings.ts'),
  ]);
  return readSettings(environmentWithFile());
}

/**
 * Declares the soak of an operation in a soak run: a test for each of its 64 partitions.
 * @param check whose judge judges its cases, and whose id is their prefix
 */
export function declareSoak(
  check: JudgedCheck,
  conductPartition: (conductor: Conductor, partition: Partition) => Steps,
): void {
  const { only, shard } = workerConfiguration() ?? {};
  const { effort, cases: all = 0 } = settings ?? {};
  if (host === undefined || effort !== 'soak' || !isConducted(only, check)) return;
  const { conduct } = host;
  const { firstPartition, share } = partOf(check.operation);
  const cases = Math.ceil(all * share);
  for (let partition = 0; partition < soakPartitions; partition += 1) {
    if (!isPartitionInShard(firstPartition + partition, shard)) continue;
    const title = `soak of ${check.operation}, partition ${partition + 1} of ${soakPartitions}`;
    test(title, { tag: ['@soak'] }, async ({ session }, testInfo) => {
      const journal = sampledJournal(session.journal, check.operation, partition, placeInPartition);
      const { checkpoint } = journal;
      const done = doneOf(check.operation, partition);
      await conduct({ ...session, journal }, testInfo, {
        ...check,
        mayBeEmpty: true,
        cases: (conductor) => conductPartition(conductor, { partition, cases, done, checkpoint }),
      });
    });
  }
}
