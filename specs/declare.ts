import type { Check } from '../harness/check.ts';
import { isDone } from '../harness/earlier-part.ts';
import { test } from '../harness/fixtures.ts';
import { runVariables } from '../harness/run-environment.ts';
import { isSelected } from '../harness/selection.ts';
import { areChecksInShard, givenShard } from '../harness/shard.ts';
import { requirement } from '../requirements/catalogue.ts';
import { conduct } from './conduct.ts';

/** Declares checks as tests: one for each requirement and operation, titled by the requirement's id and what it demands. */
export function declareChecks(checks: readonly Check[]): void {
  const only = process.env[runVariables.only];
  const mine = givenShard(process.env[runVariables.shard]);
  for (const check of checks) {
    if (!isSelected(only, check)) continue;
    if (!areChecksInShard(check.operation, mine)) continue;
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
