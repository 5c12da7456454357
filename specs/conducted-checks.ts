import { concernsOf } from '../checks/checks.ts';
import { isConducted } from '../checks/conducted.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { Check } from '../session/check.ts';
import { keepStacksPlain } from '../session/plain-stacks.ts';
import { workerConfiguration } from '../settings/worker-configuration.ts';
import { conduct } from './conduct.ts';
import { ahead, wasConductedAhead } from './conducted-ahead.ts';
import type { Declared } from './declare.ts';
import { inOrder } from './order.ts';

keepStacksPlain(import.meta.url);

/**
 * The check that is conducted in the place of each requirement of an operation, by its id. In a disguised run, checks whose
 * order does not matter trade places.
 */
export function checksInOrder(operation: Operation): (id: string) => Check {
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
    return check;
  };
}

/** Whether the run's selection conducts a check. */
export function isSelectedToConduct(check: Check): boolean {
  return isConducted(workerConfiguration()?.only, check);
}

/** Adds a check to those that this process conducts, in the order of their tests. */
export function willConduct(check: Check): void {
  ahead.add(check);
}

/** The body of the test of a check. */
export function testOf(check: Check): Declared[2] {
  return async ({ session }, testInfo) => {
    if (wasConductedAhead(check))
      testInfo.skip(true, 'Conducted before the worker was restarted; the report counts it.');
    await conduct(session, testInfo, check, ahead.conduct);
  };
}
