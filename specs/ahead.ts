import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkId } from '../checks/checks.ts';
import { levelOf } from '../profiles/profile.ts';
import { requirement } from '../requirements/catalogue.ts';
import type { Check } from '../session/check.ts';
import { type CheckResult, runCheck } from '../session/run-check.ts';
import type { Session } from '../session/session.ts';
import { workerConfiguration } from '../settings/worker-configuration.ts';

/** How many checks of an operation are in progress at once, at most. */
const atOnce = 3;

/** The checks of this process in the order of their tests. */
const inOrder: Check[] = [];

/** The checks that have begun; those in progress, and those whose tests have not come yet. */
const begun = new Map<Check, Promise<CheckResult>>();
const inProgress = new Set<Check>();
const awaited = new Set<Check>();

/** Whether a finding, or anything unusual, has been seen: from then on, one check follows the other. */
let isUnsteady = false;

/** Adds a check that may begin before its test does. */
export function mayBeginAhead(check: Check): void {
  inOrder.push(check);
}

/**
 * Conducts a check. With a slow target, the next ones begin as soon as connections are free, because only the last responses
 * of this one are missing: waiting for them at the end of each check takes as long as all requests.
 */
export async function conductAhead(session: Session, check: Check): Promise<CheckResult> {
  awaited.add(check);
  const result = begun.get(check) ?? begin(session, check);
  while (inProgress.has(check)) {
    await Promise.race([settled(result), session.wire.whenFree()]);
    const next = inProgress.has(check) ? nextOf(session, check) : undefined;
    if (next !== undefined) begin(session, next);
    else if (inProgress.has(check))
      await Promise.race([...inProgress].map((each) => settled(begun.get(each))));
  }
  return result;
}

/** Resolves when a check has ended, even with an error: that belongs to its own test. */
async function settled(result: Promise<CheckResult> | undefined): Promise<void> {
  await result?.catch(() => undefined);
}

/** Ends looking ahead. */
function stopLookingAhead(): void {
  isUnsteady = true;
}

/**
 * Ends the checks in progress before the worker is restarted, which would lose them. Their tests are told that they are
 * done. Resolves to their results, which the test that fails reports.
 */
export async function endAhead(): Promise<readonly CheckResult[]> {
  stopLookingAhead();
  const rest = [...begun].filter(([check]) => !awaited.has(check));
  const results = await Promise.allSettled(rest.map(([, result]) => result));
  for (const [check] of rest) {
    const file = markOf(check);
    if (file !== undefined) writeFileSync(file, '');
  }
  return results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

/** Whether a check was conducted by a worker that was restarted before the test of the check. */
export function wasConductedAhead(check: Check): boolean {
  const file = markOf(check);
  return file !== undefined && existsSync(file);
}

function begin(session: Session, check: Check): Promise<CheckResult> {
  inProgress.add(check);
  const result = runCheck(session, check);
  begun.set(check, result);
  const end = (isSteady: boolean): void => {
    inProgress.delete(check);
    if (!isSteady) stopLookingAhead();
  };
  result.then(
    (ended) => end(isSteadyAfter(session, ended)),
    () => end(false),
  );
  return result;
}

function isSteadyAfter({ profile }: Session, { state, shown }: CheckResult): boolean {
  const findings = shown.flatMap(({ judgement }) => judgement.findings);
  const hasFailed = findings.some(
    (finding) => levelOf(profile, requirement(finding.requirement), finding.operation) === 'MUST',
  );
  return !hasFailed && (state === 'done' || state === 'not-exercised');
}

/** The next check, if it may begin now. */
function nextOf({ bodies }: Session, check: Check): Check | undefined {
  const isSlow = workerConfiguration()?.slow === true;
  if (!isSlow || isUnsteady || inProgress.size >= atOnce) return undefined;
  const next = inOrder.slice(inOrder.indexOf(check)).find((each) => !begun.has(each));
  if (next?.operation !== check.operation) return undefined;
  const isAlone = [next, ...inProgress].some(
    (each) => each.isAlone === true || (each.isAlone !== undefined && bodies.reuse() !== 'at-once'),
  );
  return isAlone ? undefined : next;
}

function markOf(check: Check): string | undefined {
  const folder = workerConfiguration()?.stateFolder;
  if (folder === undefined) return undefined;
  const marks = join(folder, 'conducted-ahead');
  mkdirSync(marks, { recursive: true });
  return join(marks, checkId(check));
}
