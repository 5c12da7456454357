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

/** Declares a test for each of the 64 partitions of the soak of an operation. */
export function declarePartitions(operation: Operation, cases: number): void {
  const only = workerConfiguration()?.only;
  for (const property of soakProperties)
    if (property.check.operation === operation && isSelected(only, property.check))
      declareEach(property, Math.ceil(cases * property.share));
}

function declareEach({ check, firstPartition, prepare }: SoakProperty, cases: number): void {
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
