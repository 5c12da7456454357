// The one test file of `ledger-conformance run`.
import { test } from '../engine/fixtures.ts';
import { countAnnotation } from '../engine/run-progress.ts';
import { conductRun, partsOfRun } from '../engine/whole-run.ts';
import { allChecks } from './all.ts';

const parts = partsOfRun(allChecks);

test('the run', { annotation: { type: countAnnotation, description: String(parts.length) } }, ({ session }) =>
  conductRun(session, parts),
);
