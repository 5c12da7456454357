import type { TestDetails, TestInfo } from '@playwright/test';
import { type Concerns, concernsOf } from '../checks/checks.ts';
import { isConducted } from '../checks/conducted.ts';
import { inDrawnOrder } from '../generators/drawn-order.ts';
import { requirement } from '../requirements/catalogue.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { Check } from '../session/check.ts';
import { isDone } from '../session/earlier-part.ts';
import { runCheck } from '../session/run-check.ts';
import type { Session } from '../session/session.ts';
import { unselectedTag } from '../session/test-annotations.ts';
import { areChecksInShard } from '../settings/shard.ts';
import { workerConfiguration } from '../settings/worker-configuration.ts';
import { conduct } from './conduct.ts';
import { createQueue } from './queue.ts';

/** What Playwright's `test` takes: title, details, and the test itself. */
export type Declared = readonly [
  title: string,
  details: TestDetails,
  body: (fixtures: { session: Session }, testInfo: TestInfo) => Promise<void>,
];

/** The checks that this process conducts in a run. Elsewhere, Playwright's options decide which tests come at all. */
const queue = workerConfiguration()?.reportDecides === true ? createQueue(runCheck) : undefined;

/**
 * A function that declares a check of an operation by the id of its requirement: `test(...check('AUTH-REQUIRED'))`. Specs call `test`
 * themselves, because Playwright and editors take the line of that call for the place of the test. In a disguised run, checks
 * whose order does not matter trade places.
 */
export function checksOf(operation: Operation): (id: string) => Declared {
  const checks = checksInOrder(operation);
  return (id) => {
    const check = checks.get(id);
    if (check === undefined) throw new Error(`There is no check of ${id} on ${operation}; correct the spec.`);
    return declared(check);
  };
}

/** The check that is conducted in the place of each requirement, by its id. */
function checksInOrder(operation: Operation): ReadonlyMap<string, Check> {
  const { settings } = workerConfiguration() ?? {};
  const drawnFrom = settings?.disguise === true ? [settings.seed, settings.nonce] : undefined;
  const conducted = inOrder(concernsOf(operation), drawnFrom);
  const places = inOrder(concernsOf(operation), undefined);
  return new Map(conducted.map((check, place) => [places[place]?.requirement ?? '', check]));
}

function declared(check: Check): Declared {
  const isWanted = isSelected(check);
  if (isWanted) queue?.add(check);
  const { id, statement, level, section } = requirement(check.requirement);
  const details = {
    tag: [`@${level}`, `@${check.operation}`, ...(isWanted ? [] : [unselectedTag])],
    annotation: [
      { type: 'requirement', description: id },
      { type: 'section', description: section },
    ],
  };
  return [
    `${id}: ${statement}`,
    details,
    ({ session }, testInfo) => conduct(session, testInfo, check, queue?.conduct),
  ];
}

/** Whether this run conducts a check: it is wanted, in the shard, and not done yet. */
function isSelected(check: Check): boolean {
  const { only, shard } = workerConfiguration() ?? {};
  return isConducted(only, check) && areChecksInShard(check.operation, shard) && !isDone(check);
}

/**
 * The checks of an operation in their order, or, in a disguised run, as far as it does not matter, in a drawn one. The first
 * check begins what the last one ends. From the first check on that must be alone, the order matters: it uses up bodies, or
 * what came before is its subject (ruling 14).
 * @param drawnFrom seed and nonce of a disguised run
 */
export function inOrder(concerns: Concerns, drawnFrom: readonly string[] | undefined): readonly Check[] {
  const all = Object.values(concerns).flat();
  if (drawnFrom === undefined) return all;
  const alone = all.findIndex(({ isAlone }) => isAlone !== undefined);
  const end = alone === -1 ? all.length : alone;
  return [...all.slice(0, 1), ...inDrawnOrder(all.slice(1, end), 'checks', ...drawnFrom), ...all.slice(end)];
}
