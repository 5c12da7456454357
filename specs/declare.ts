import type { TestDetails, TestInfo } from '@playwright/test';
import { requirement } from '../requirements/catalogue.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { Check } from '../session/check.ts';
import { isDone } from '../session/earlier-part.ts';
import type { Session } from '../session/session.ts';
import { unselectedTag, workAnnotation } from '../session/test-annotations.ts';
import { areChecksInShard } from '../settings/shard.ts';
import { workerConfiguration } from '../settings/worker-configuration.ts';
import { workOf } from './check-work.ts';

/** What Playwright's `test` takes: title, details, and the test itself. */
export type Declared = readonly [
  title: string,
  details: TestDetails,
  body: (fixtures: { session: Session }, testInfo: TestInfo) => Promise<void>,
];

/**
 * Playwright's main process only lists tests, and starts the workers when it has listed them all. Loading the checks takes it
 * half as long as everything else, so it does so only where they decide about a title or a selection.
 */
const conducted = onlyLists() ? undefined : await import('./conducted-checks.ts');

function onlyLists(): boolean {
  const { only, settings } = workerConfiguration() ?? {};
  return process.env.TEST_WORKER_INDEX === undefined && only === undefined && settings?.disguise !== true;
}

/**
 * A function that declares a check of an operation by the id of its requirement: `test(...check('AUTH-REQUIRED'))`. Specs call `test`
 * themselves, because Playwright and editors take the line of that call for the place of the test. In a disguised run, checks
 * whose order does not matter trade places.
 */
export function checksOf(operation: Operation): (id: string) => Declared {
  if (conducted === undefined) return (id) => listed({ requirement: id, operation });
  const { checksInOrder, isSelectedToConduct, testOf, willConduct } = conducted;
  const checkOf = checksInOrder(operation);
  return (id) => {
    const check = checkOf(id);
    const isWanted = isSelectedToConduct(check) && isLeft(check);
    if (isWanted) willConduct(check);
    return [...described(check, isWanted), testOf(check)];
  };
}

/** Which check a test is about. */
type Named = Pick<Check, 'requirement' | 'operation'>;

function listed(check: Named): Declared {
  return [
    ...described(check, isLeft(check)),
    async ({ session }, testInfo) => {
      const { checksInOrder, testOf } = await import('./conducted-checks.ts');
      await testOf(checksInOrder(check.operation)(check.requirement))({ session }, testInfo);
    },
  ];
}

/** @param isWanted whether this run conducts the check */
function described(check: Named, isWanted: boolean): readonly [title: string, details: TestDetails] {
  const { id, statement, level, section } = requirement(check.requirement);
  const details = {
    tag: [`@${level}`, `@${check.operation}`, ...(isWanted ? [] : [unselectedTag])],
    annotation: [
      { type: 'requirement', description: id },
      { type: 'section', description: section },
      { type: workAnnotation, description: String(workOf(check)) },
    ],
  };
  return [`${id}: ${statement}`, details];
}

/** Whether a check is in the shard, and not done yet. */
function isLeft(check: Named): boolean {
  return areChecksInShard(check.operation, workerConfiguration()?.shard) && !isDone(check);
}
