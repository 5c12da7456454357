// The one test file of `ledger-conformance run`.
import { test } from '../engine/fixtures.ts';
import { countAnnotation, slowedAnnotation, slowedText } from '../engine/run-progress.ts';
import { conductRun, partsOfRun } from '../engine/whole-run.ts';
import { allChecks } from './all.ts';

const parts = partsOfRun(allChecks);

const annotation = { type: countAnnotation, description: String(parts.length) };

test('the run', { annotation }, async ({ session }, { annotations }) => {
  await conductRun(session, parts);
  for (const description of slowedText(session.wire.slowed()))
    annotations.push({ type: slowedAnnotation, description });
});
