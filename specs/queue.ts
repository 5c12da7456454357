import type { Check } from '../session/check.ts';
import type { CheckResult } from '../session/run-check.ts';
import type { Session } from '../session/session.ts';

/** How many checks are in progress at once, at most: each waits for its last responses for a while. */
const atOnce = 3;

/** What a queue needs of a session. */
export type QueueSession = { readonly bodies: Pick<Session['bodies'], 'reuse'> };

/** Conducts checks in order, several at once; the test of each waits for its own. */
export interface Queue<S extends QueueSession> {
  /** Adds a check, in the order of the tests. */
  add(check: Check): void;
  /** The result of a check, whose test has come. Checks of earlier tests that have not begun by then were done by another worker. */
  conduct(session: S, check: Check): Promise<CheckResult>;
}

/** @param run conducts one check */
export function createQueue<S extends QueueSession = Session>(
  run: (session: S, check: Check) => Promise<CheckResult>,
): Queue<S> {
  const waiting: Check[] = [];
  const begun = new Map<Check, Promise<CheckResult>>();
  const inProgress = new Set<Check>();
  let most = atOnce;

  const begin = async (session: S, check: Check): Promise<CheckResult> => {
    let isUsual = false;
    inProgress.add(check);
    try {
      const result = await run(session, check);
      isUsual = result.state === 'done' || result.state === 'not-exercised';
      return result;
    } finally {
      inProgress.delete(check);
      // A target in trouble gets one check after the other.
      if (!isUsual) most = 1;
      fill(session);
    }
  };
  const fill = (session: S): void => {
    for (;;) {
      const [next] = waiting;
      if (next === undefined || inProgress.size >= most) return;
      const isOneAlone = [next, ...inProgress].some((each) => isAlone(session, each));
      if (isOneAlone && inProgress.size > 0) return;
      waiting.shift();
      const result = begin(session, next);
      // An error belongs to the test of the check, which may come later.
      result.catch(() => undefined);
      begun.set(next, result);
    }
  };
  return {
    add: (check) => waiting.push(check),
    async conduct(session, check) {
      if (!begun.has(check)) {
        waiting.splice(0, waiting.indexOf(check));
        fill(session);
      }
      return begun.get(check) as Promise<CheckResult>;
    },
  };
}

function isAlone({ bodies }: QueueSession, { isAlone }: Check): boolean {
  return isAlone === true || (isAlone !== undefined && bodies.reuse() !== 'at-once');
}
