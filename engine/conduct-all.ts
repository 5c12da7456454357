import { inDrawnOrder } from '../generators/sampling.ts';
import { groupBy } from '../journal/group-by.ts';
import type { ExecuteBodies } from '../settings/execute-bodies.ts';
import type { Check } from './check.ts';
import type { CheckResult } from './run-check.ts';

/** How many checks of an operation are in progress at once, at most: each waits for its last responses for a while. */
const atOnce = 3;

/** What is known about the execute bodies of a run. */
type Bodies = Pick<ExecuteBodies, 'reuse'>;

/** What tells when a check, or a part of one, may begin. */
type Ordered = Pick<Check, 'operation' | 'isAlone'>;

/**
 * Conducts the checks of all operations side by side, those of each in their order, several at once.
 * @param conduct conducts one, and says how it ended
 * @throws what conducting one throws; no further one of its operation begins then
 */
export async function conductAll<C extends Ordered>(
  checks: readonly C[],
  bodies: Bodies,
  conduct: (check: C) => Promise<CheckResult['state']>,
): Promise<void> {
  const byOperation = groupBy(checks, ({ operation }) => operation).values();
  await Promise.all([...byOperation].map((own) => conductInOrder(own, bodies, conduct)));
}

function conductInOrder<C extends Ordered>(
  waiting: C[],
  bodies: Bodies,
  conduct: (check: C) => Promise<CheckResult['state']>,
): Promise<void> {
  const inProgress = new Set<C>();
  let most = atOnce;
  return new Promise((resolve, reject) => {
    const begin = async (check: C): Promise<void> => {
      inProgress.add(check);
      const state = await conduct(check);
      inProgress.delete(check);
      // An operation in trouble gets one check after the other.
      if (state !== 'done' && state !== 'not-exercised') most = 1;
      fill();
    };
    const fill = (): void => {
      for (let next = waiting[0]; next !== undefined && inProgress.size < most; next = waiting[0]) {
        const isOneAlone = [next, ...inProgress].some((each) => isAlone(bodies, each));
        if (isOneAlone && inProgress.size > 0) return;
        waiting.shift();
        begin(next).catch(reject);
      }
      if (inProgress.size === 0) resolve();
    };
    fill();
  });
}

function isAlone(bodies: Bodies, { isAlone }: Ordered): boolean {
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
  const [front, rest] = splitAtAlone(all);
  const first = front.filter(({ opensIdle }) => opensIdle === true);
  const others = front.filter(({ opensIdle }) => opensIdle !== true);
  return [...first, ...inDrawnOrder(others, 'checks', ...drawnFrom), ...rest];
}

/** Checks of an operation in front of the first that must be alone, and those from it on. */
export function splitAtAlone<C extends Pick<Check, 'isAlone'>>(
  all: readonly C[],
): readonly [front: readonly C[], rest: readonly C[]] {
  const alone = all.findIndex(({ isAlone }) => isAlone !== undefined);
  const end = alone === -1 ? all.length : alone;
  return [all.slice(0, end), all.slice(end)];
}
