import type { TestDetails, TestInfo } from '@playwright/test';
import { concernsOf } from '../checks/checks.ts';
import { isConducted } from '../checks/conducted.ts';
import { requirement } from '../requirements/catalogue.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { Check } from '../session/check.ts';
import { isDone } from '../session/earlier-part.ts';
import type { Session } from '../session/session.ts';
import { unselectedTag, workAnnotation } from '../session/test-annotations.ts';
import { areChecksInShard } from '../settings/shard.ts';
import { workerConfiguration } from '../settings/worker-configuration.ts';
import { workOf } from './check-work.ts';
import { conduct } from './conduct.ts';
import { ahead, wasConductedAhead } from './conducted-ahead.ts';
import { inOrder } from './order.ts';

/** What Playwright's `test` takes: title, details, and the test itself. */
export type Declared = readonly [
  title: string,
  details: TestDetails,
  body: (fixtures: { session: Session }, testInfo: TestInfo) => Promise<void>,
];

/**
 * A function that declares a check of an operation by the id of its requirement: `test(...check('AUTH-REQUIRED'))`. Specs call `test`
 * themselves, because Playwright and editors take the line of that call for the place of the test. In a disguised run, checks
 * whose order does not matter trade places.
 */
export function checksOf(operation: Operation): (id: string) => Declared {
  const { settings } = workerConfiguration() ?? {};
  const drawnFrom = settings?.disguise === true ? [settings.seed, settings.nonce] : undefined;
  const conducted = inOrder(concernsOf(operation), drawnFrom);
  const all = new Map(
    Object.values(concernsOf(operation))
      .flat()
      .map(({ requirement }, place) => [requirement, conducted[place]]),
  );
  return (id) => {
    const check = all.get(id);
    if (check === undefined) throw new Error(`There is no check of ${id} on ${operation}; correct the spec.`);
    return declared(check);
  };
}

function declared(check: Check): Declared {
  const { id, statement, level, section } = requirement(check.requirement);
  const isWanted = isWantedHere(check);
  if (isWanted) ahead.add(check);
  const details = {
    tag: [`@${level}`, `@${check.operation}`, ...(isWanted ? [] : [unselectedTag])],
    annotation: [
      { type: 'requirement', description: id },
      { type: 'section', description: section },
      { type: workAnnotation, description: String(workOf(check)) },
    ],
  };
  return [
    `${id}: ${statement}`,
    details,
    async ({ session }, testInfo) => {
      if (wasConductedAhead(check))
        testInfo.skip(true, 'Conducted before the worker was restarted; the report counts it.');
      await conduct(session, testInfo, check, ahead.conduct);
    },
  ];
}

/** Whether this process conducts a check: it is selected, in the shard, and not done yet. */
function isWantedHere(check: Check): boolean {
  const { only, shard } = workerConfiguration() ?? {};
  return isConducted(only, check) && areChecksInShard(check.operation, shard) && !isDone(check);
}
