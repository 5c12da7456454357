import type { Step, Steps } from './check.ts';
import { idleSince } from './line-history.ts';
import type { Session } from './session.ts';

/** How steps ended: with a result, or with what they threw. */
export type Outcome<T> = { readonly result: T } | { readonly error: unknown };

/** A step for the driver; `play` itself takes steps side by side, and lets them wait for each other. */
export type OwnStep = Exclude<Step, { readonly do: 'side-by-side' | 'until' }>;

/** Takes a step, now or later, and then says how it ended. */
type Take = (step: OwnStep, goOn: (outcome: Outcome<unknown>) => void) => void;

/** Steps in progress, which `whenEnded` is told the end of. */
interface Task {
  readonly steps: Steps<unknown>;
  readonly whenEnded: (outcome: Outcome<unknown>) => void;
}

/**
 * Steps through what a check does. It knows neither time nor target: a live run, the verification of a certificate and tests differ
 * only in how they take a step. If all that is in progress waits for something else, that is an error in the check.
 */
export function play<T>(steps: Steps<T>, take: Take, whenEnded: (outcome: Outcome<T>) => void): void {
  const waiting = new Map<Task, () => boolean>();
  let underWay = 0;

  const goOnWhereSo = (): void => {
    for (;;) {
      const [ready] = [...waiting].find(([, isSo]) => isSo()) ?? [];
      if (ready === undefined) break;
      waiting.delete(ready);
      goOn(ready, { result: undefined });
    }
    const [stuck] = waiting.keys();
    if (stuck === undefined || underWay > 0) return;
    waiting.delete(stuck);
    goOn(stuck, { error: new Error('A check waits for something that nothing in progress can make so.') });
  };

  const all = (task: Task, each: readonly Steps<unknown>[]): void => {
    const results: unknown[] = [];
    let left = each.length;
    let failed: Outcome<unknown> | undefined;
    for (const [place, own] of each.entries())
      begin({
        steps: own,
        whenEnded(outcome) {
          if ('error' in outcome) failed ??= outcome;
          else results[place] = outcome.result;
          left -= 1;
          if (left === 0) goOn(task, failed ?? { result: results });
        },
      });
  };

  /** Takes one step; returns its outcome if it has ended at once. */
  const begun = (task: Task, step: Step): Outcome<unknown> | undefined => {
    if (step.do === 'until') {
      if (step.isSo()) return { result: undefined };
      waiting.set(task, step.isSo);
      return undefined;
    }
    if (step.do === 'side-by-side') {
      all(task, step.all);
      return step.all.length === 0 ? { result: [] } : undefined;
    }
    let isBeginning = true;
    let atOnce: Outcome<unknown> | undefined;
    underWay += 1;
    take(step, (outcome) => {
      underWay -= 1;
      if (isBeginning) atOnce = outcome;
      else {
        goOn(task, outcome);
        goOnWhereSo();
      }
    });
    isBeginning = false;
    return atOnce;
  };

  const goOn = (task: Task, outcome: Outcome<unknown>): void => {
    let before: Outcome<unknown> | undefined = outcome;
    while (before !== undefined) {
      const next = nextOf(task.steps, before);
      if ('step' in next) before = begun(task, next.step);
      else {
        before = undefined;
        task.whenEnded(next);
      }
    }
  };

  const begin = (task: Task): void => goOn(task, { result: undefined });
  begin({ steps, whenEnded: whenEnded as Task['whenEnded'] });
  goOnWhereSo();
}

/** The next step behind an outcome, or how the steps have ended. */
function nextOf(steps: Steps<unknown>, before: Outcome<unknown>): { readonly step: Step } | Outcome<unknown> {
  try {
    const { done, value } = 'error' in before ? steps.throw(before.error) : steps.next(before.result);
    return done === true ? { result: value } : { step: value as Step };
  } catch (error) {
    return { error };
  }
}

/** What a driver needs of a session. */
export interface Driven {
  readonly wire: Pick<Session['wire'], 'openLine'>;
  readonly clock: Session['clock'];
}

/** Takes the steps of a check in a session: sends its requests, waits its pauses, and judges its cases as they end. */
export function drive<T>(session: Driven, steps: Steps<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    play(
      steps,
      (step, goOn) => {
        take(session, step).then(
          (result) => goOn({ result }),
          (error) => goOn({ error }),
        );
      },
      (outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.result)),
    );
  });
}

async function take({ wire, clock }: Driven, step: OwnStep): Promise<unknown> {
  switch (step.do) {
    case 'send':
      return step.in.send(step.as, step.request);
    case 'end':
      return step.case.end();
    case 'pause': {
      const over = step.idle === undefined ? 0 : clock.now() - idleSince(step.idle);
      return over < step.ms ? clock.wait(step.ms - over) : undefined;
    }
    case 'open-line':
      return wire.openLine();
    case 'close-line':
      return step.line.close();
  }
}
