import { inDrawnOrder } from '../generators/drawn-order.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { Check } from './check.ts';
import type { CheckResult } from './run-check.ts';
import type { Session } from './session.ts';

/** How many checks of an operation are in progress at once, at most: each waits for its last responses for a while. */
const atOnce = 3;

/** What a queue needs of a session. */
export type QueueSession = { readonly bodies: Pick<Session['bodies'], 'reuse'> };

/** Conducts the checks of all operations side by side, those of each in their order, several at once; the test of each waits for its own. */
export interface Queue<S extends QueueSession> {
  /** Adds a check, in the order of the tests. */
  add(check: Check): void;
  has(check: Check): boolean;
  /** The result of a check, whose test has come. The checks of tests in front of the first that comes were done by another worker. */
  conduct(session: S, check: Check): Promise<CheckResult>;
}

/** The checks of one operation. */
interface Lane {
  waiting: Check[];
  readonly inProgress: Set<Check>;
  most: number;
}

/** The result of a check that has not begun yet, and how to say what it is. */
interface Awaited {
  readonly result: Promise<CheckResult>;
  readonly settle: (result: Promise<CheckResult>) => void;
}

/**
 * @param run conducts one check
 * @param ordered the order in which those of an operation are conducted
 */
export function createQueue<S extends QueueSession = Session>(
  run: (session: S, check: Check) => Promise<CheckResult>,
  ordered: (checks: readonly Check[]) => readonly Check[] = (checks) => checks,
): Queue<S> {
  const lanes = new Map<Operation, Lane>();
  const all = new Map<Check, Awaited>();
  let hasBegun = false;
  const laneOf = ({ operation }: Check): Lane => {
    const lane = lanes.get(operation) ?? { waiting: [], inProgress: new Set(), most: atOnce };
    lanes.set(operation, lane);
    return lane;
  };

  const begin = async (session: S, lane: Lane, check: Check): Promise<CheckResult> => {
    let isUsual = false;
    lane.inProgress.add(check);
    try {
      const result = await run(session, check);
      isUsual = result.state === 'done' || result.state === 'not-exercised';
      return result;
    } finally {
      lane.inProgress.delete(check);
      // An operation in trouble gets one check after the other.
      if (!isUsual) lane.most = 1;
      fill(session, lane);
    }
  };
  const fill = (session: S, lane: Lane): void => {
    const { waiting, inProgress } = lane;
    for (;;) {
      const [next] = waiting;
      if (next === undefined || inProgress.size >= lane.most) return;
      const isOneAlone = [next, ...inProgress].some((each) => isAlone(session, each));
      if (isOneAlone && inProgress.size > 0) return;
      waiting.shift();
      all.get(next)?.settle(begin(session, lane, next));
    }
  };
  return {
    add(check) {
      laneOf(check).waiting.push(check);
      let settle: Awaited['settle'] = () => {};
      const result = new Promise<CheckResult>((resolve) => {
        settle = resolve;
      });
      // An error belongs to the test of the check, which may come later.
      result.catch(() => undefined);
      all.set(check, { result, settle });
    },
    has: (check) => all.has(check),
    async conduct(session, check) {
      const { waiting } = laneOf(check);
      if (!hasBegun) waiting.splice(0, waiting.indexOf(check));
      for (const lane of lanes.values()) {
        if (!hasBegun) lane.waiting = [...ordered(lane.waiting)];
        fill(session, lane);
      }
      hasBegun = true;
      return all.get(check)?.result as Promise<CheckResult>;
    },
  };
}

function isAlone({ bodies }: QueueSession, { isAlone }: Check): boolean {
  return isAlone === true || (isAlone !== undefined && bodies.reuse() !== 'at-once');
}

/**
 * The checks of an operation in their order, or, in a disguised run, as far as it does not matter, in a drawn one. One opens the
 * connections that the last one uses, so it comes first. From the first check on that must be alone, the order matters: it uses up
 * bodies, or what came before is its subject (ruling 14).
 * @param drawnFrom seed and nonce of a disguised run
 */
export function inOrder(all: readonly Check[], drawnFrom: readonly string[] | undefined): readonly Check[] {
  if (drawnFrom === undefined) return all;
  const alone = all.findIndex(({ isAlone }) => isAlone !== undefined);
  const end = alone === -1 ? all.length : alone;
  const front = all.slice(0, end);
  const first = front.filter(({ opensIdle }) => opensIdle === true);
  const others = front.filter(({ opensIdle }) => opensIdle !== true);
  return [...first, ...inDrawnOrder(others, 'checks', ...drawnFrom), ...all.slice(end)];
}
