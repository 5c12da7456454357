import { concernsOf } from '../checks/checks.ts';
import { isConducted } from '../checks/conducted.ts';
import { requirement } from '../requirements/catalogue.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { Check } from '../session/check.ts';
import { isDone } from '../session/earlier-part.ts';
import { test } from '../session/fixtures.ts';
import { workAnnotation } from '../session/test-annotations.ts';
import { areChecksInShard } from '../settings/shard.ts';
import { workerConfiguration } from '../settings/worker-configuration.ts';
import { workOf } from './check-work.ts';
import { conduct } from './conduct.ts';
import { ahead, wasConductedAhead } from './conducted-ahead.ts';
import { declareSoak } from './declare-soak.ts';

/**
 * Declares the checks of an operation in order, grouped by concern, and its soak.
 * @param beside concerns that share nothing with the others, each in a spec of its own that may run at the same time
 */
export function declareOperation(operation: Operation, beside: readonly string[] = []): void {
  for (const [concern, checks] of Object.entries(concernsOf(operation))) {
    if (beside.includes(concern)) continue;
    // A soak sends invalid requests, and a success may use up the execute body (ruling 14).
    if (concern === 'success') declareSoak(operation);
    test.describe(concern, () => declareChecks(checks));
  }
}

/** Declares the checks of one concern of an operation. */
export function declareConcern(operation: Operation, concern: string): void {
  test.describe(concern, () => declareChecks(concernsOf(operation)[concern] ?? []));
}

/** Declares one test per requirement, with its id and statement as the title. */
function declareChecks(checks: readonly Check[]): void {
  const { only, shard } = workerConfiguration() ?? {};
  for (const check of checks) {
    if (!isConducted(only, check)) continue;
    if (!areChecksInShard(check.operation, shard)) continue;
    if (isDone(check)) continue;
    ahead.add(check);
    const { id, statement, level, section } = requirement(check.requirement);
    const details = {
      tag: [`@${level}`, `@${check.operation}`],
      annotation: [
        { type: 'requirement', description: id },
        { type: 'section', description: section },
        { type: workAnnotation, description: String(workOf(check)) },
      ],
    };
    test(`${id}: ${statement}`, details, async ({ session }, testInfo) => {
      if (wasConductedAhead(check))
        testInfo.skip(true, 'Conducted before the worker was restarted; the report counts it.');
      await conduct(session, testInfo, check, ahead.conduct);
    });
  }
}
