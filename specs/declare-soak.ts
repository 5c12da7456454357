import { conductSlice, placeInSlice, sliceLength, soakSlices } from '../checks/conduct/soak.ts';
import { type SoakProperty, soakProperties } from '../checks/soak-properties.ts';
import { sampledJournal } from '../journal/sampled-journal.ts';
import type { Operation } from '../requirements/requirement.ts';
import { doneOf } from '../session/earlier-part.ts';
import { test } from '../session/fixtures.ts';
import { keepHeapSteady } from '../session/steady-heap.ts';
import { runVariables } from '../settings/run-environment.ts';
import { isSelected } from '../settings/selection.ts';
import { readSettings } from '../settings/settings.ts';
import { givenShard, isSliceInShard } from '../settings/shard.ts';
import { conduct } from './conduct.ts';

/** Declares the soak of an operation where the run is one: a test for each of its 64 slices. */
export function declareSoak(operation: Operation): void {
  // Reading all settings takes a while, and no other run needs them to declare its tests.
  if (process.env.CONFORMANCE_EFFORT !== 'soak') return;
  const { cases } = readSettings(process.env);
  const only = process.env[runVariables.only];
  for (const property of soakProperties)
    if (property.check.operation === operation && isSelected(only, property.check))
      declareSlices(property, Math.ceil(cases * property.share));
}

function declareSlices({ check, firstSlice, prepare }: SoakProperty, cases: number): void {
  const mine = givenShard(process.env[runVariables.shard]);
  for (let slice = 0; slice < soakSlices; slice += 1) {
    if (!isSliceInShard(firstSlice + slice, mine)) continue;
    const weight = { type: 'cases', description: String(sliceLength(cases, slice)) };
    const title = `soak of ${check.operation}, slice ${slice + 1} of ${soakSlices}`;
    test(title, { tag: ['@soak'], annotation: [weight] }, async ({ session }, testInfo) => {
      keepHeapSteady();
      const journal = sampledJournal(session.journal, check.operation, slice, placeInSlice);
      const { checkpoint } = journal;
      const done = doneOf(check.operation, slice);
      await conduct({ ...session, journal }, testInfo, {
        ...check,
        conduct: (conductor) => conductSlice(conductor, prepare, { slice, cases, done, checkpoint }),
      });
    });
  }
}
