import { levelOf } from '../profiles/profile.ts';
import { requirement } from '../requirements/catalogue.ts';
import type { Check } from '../session/check.ts';
import type { CheckResult } from '../session/run-check.ts';
import type { Session } from '../session/session.ts';

/** How many checks of an operation are in progress at once, at most. */
const atOnce = 6;

/** What looking ahead needs of a session. */
export type AheadSession = Pick<Session, 'profile'> & {
  readonly wire: Pick<Session['wire'], 'whenFree'>;
  readonly bodies: Pick<Session['bodies'], 'reuse'>;
};

/** Conducts checks in order, and begins some before their tests. */
export interface Ahead<S extends AheadSession> {
  /** Adds a check, in the order of the tests. */
  add(check: Check): void;
  /**
   * Conducts a check, unless it has begun already. The next ones begin as soon as connections are free, because only the
   * last responses of this one are missing: to wait for them at the end of each check takes as long as all requests.
   */
  conduct(session: S, check: Check): Promise<CheckResult>;
  /** Begins no more checks ahead of their tests, and resolves to those that have begun, when they have ended. */
  end(): Promise<ReadonlyMap<Check, CheckResult | undefined>>;
}

/**
 * @param isWanted whether checks begin ahead at all
 * @param run conducts one check
 */
export function createAhead<S extends AheadSession = Session>(
  isWanted: () => boolean,
  run: (session: S, check: Check) => Promise<CheckResult>,
): Ahead<S> {
  const inOrder: Check[] = [];
  const begun = new Map<Check, Promise<CheckResult>>();
  const inProgress = new Set<Check>();
  /** Checks whose tests have come. */
  const come = new Set<Check>();
  /** After a breach, or anything unusual, one check follows the other. */
  let isSteady = true;

  const begin = (session: S, check: Check): void => {
    inProgress.add(check);
    const result = run(session, check);
    begun.set(check, result);
    const end = (isUsual: boolean): void => {
      inProgress.delete(check);
      isSteady &&= isUsual;
    };
    result.then(
      (each) => end(isAsUsual(session, each)),
      () => end(false),
    );
  };
  const nextOf = (session: S, check: Check): Check | undefined => {
    if (!isSteady || !isWanted() || inProgress.size >= atOnce) return undefined;
    const next = inOrder.slice(inOrder.indexOf(check)).find((each) => !begun.has(each));
    if (next?.operation !== check.operation) return undefined;
    return [next, ...inProgress].some((each) => isAlone(session, each)) ? undefined : next;
  };
  return {
    add: (check) => inOrder.push(check),
    async conduct(session, check) {
      come.add(check);
      if (!begun.has(check)) begin(session, check);
      const result = begun.get(check) as Promise<CheckResult>;
      while (inProgress.has(check)) {
        await Promise.race([ended(result), session.wire.whenFree()]);
        if (!inProgress.has(check)) break;
        const next = nextOf(session, check);
        if (next !== undefined) begin(session, next);
        else await Promise.race([...inProgress].map((each) => ended(begun.get(each))));
      }
      return result;
    },
    async end() {
      isSteady = false;
      const results = new Map<Check, CheckResult | undefined>();
      for (const [check, result] of begun)
        if (!come.has(check)) results.set(check, await result.catch(() => undefined));
      return results;
    },
  };
}

/** Resolves when a check has ended, even with an error: that belongs to its own test. */
async function ended(result: Promise<CheckResult> | undefined): Promise<void> {
  await result?.catch(() => undefined);
}

function isAlone({ bodies }: AheadSession, { isAlone }: Check): boolean {
  return isAlone === true || (isAlone !== undefined && bodies.reuse() !== 'at-once');
}

function isAsUsual({ profile }: AheadSession, { state, shown }: CheckResult): boolean {
  const findings = shown.flatMap(({ judgement }) => judgement.findings);
  const isBreach = findings.some(
    (finding) => levelOf(profile, requirement(finding.requirement), finding.operation) === 'MUST',
  );
  return !isBreach && (state === 'done' || state === 'not-exercised');
}
