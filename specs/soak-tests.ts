import { conductPartition, placeInPartition } from '../checks/conduct/soak.ts';
import { soakPartitions } from '../checks/soak-plan.ts';
import { type SoakProperty, soakProperties } from '../checks/soak-properties.ts';
import { sampledJournal } from '../journal/sampled-journal.ts';
import type { Operation } from '../requirements/requirement.ts';
import { doneOf } from '../session/earlier-part.ts';
import { test } from '../session/fixtures.ts';
import { isSelected } from '../settings/selection.ts';
import { isPartitionInShard } from '../settings/shard.ts';
import { workerConfiguration } from '../settings/worker-configuration.ts';
import { conduct } from './conduct.ts';

/**
 * Effort and number of cases of the run. Where tests are listed before a run is prepared, as in UI mode, those of the settings;
 * only then are these read, because their validator would delay every run.
 */
const { effort, cases: all } = workerConfiguration()?.settings ?? (await fromSettings());

async function fromSettings() {
  const [{ environmentWithFile }, { readSettings }] = await Promise.all([
    import('../settings/run-environment.ts'),
    import('../settings/settings.ts'),
  ]);
  return readSettings(environmentWithFile());
}

/** Declares the soak of an operation in a soak run: a test for each of its 64 partitions. */
export function declareSoak(operation: Operation): void {
  if (effort !== 'soak') return;
  const only = workerConfiguration()?.only;
  for (const property of soakProperties)
    if (property.check.operation === operation && isSelected(only, property.check)) declareEach(property);
}

function declareEach({ check, firstPartition, prepare, share }: SoakProperty): void {
  const cases = Math.ceil(all * share);
  const shard = workerConfiguration()?.shard;
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
        conduct: (conductor) => conductPartition(conductor, prepare, { partition, cases, done, checkpoint }),
      });
    });
  }
}
