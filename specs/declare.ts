import { requirement } from '../requirements/catalogue.ts';
import type { Check } from '../session/check.ts';
import { isDone } from '../session/earlier-part.ts';
import { test } from '../session/fixtures.ts';
import { isSelected } from '../settings/selection.ts';
import { areChecksInShard } from '../settings/shard.ts';
import { workerConfiguration } from '../settings/worker-configuration.ts';
import { conduct } from './conduct.ts';

/** Declares checks as tests: one for each requirement and operation, titled by the requirement's id and what it demands. */
export function declareChecks(checks: readonly Check[]): void {
  const { only, shard } = workerConfiguration() ?? {};
  for (const check of checks) {
    if (!isSelected(only, check)) continue;
    if (!areChecksInShard(check.operation, shard)) continue;
    if (isDone(check)) continue;
    const { id, statement, level, section } = requirement(check.requirement);
    const details = {
      tag: [`@${level}`, `@${check.operation}`],
      annotation: [
        { type: 'requirement', description: id },
        { type: 'section', description: section },
      ],
    };
    test(`${id}: ${statement}`, details, async ({ session }, testInfo) => conduct(session, testInfo, check));
  }
}
