import type { Case, Run, Steps } from '../../engine/check.ts';
import { usersForPages } from '../../journal/target-facts.ts';
import { judgeAnswers } from '../../judges/answers/judge-answers.ts';
import type { Judge } from '../../judges/judge.ts';
import { judgeChains } from '../../judges/list-users/judge-chains.ts';
import { saidIn } from '../../judges/list-users/page.ts';
import type { MakeValid } from '../shared/cases.ts';
import { paced, type Scenario, type Traffic } from '../shared/scenarios.ts';
import { isOdd, openWalk, walkAnchor, walkBehindFailed, walksFacts } from './walk.ts';

/** The plain listing: no body, no parameters. */
export const validList: MakeValid = () => ({ request: {} });

/** Plain listings among requests that must be rejected. */
function* mixture(): Steps<Case[]> {
  return Array.from({ length: 20 }, () => ({
    kind: 'no-parameters',
    context: ['mixed-traffic'],
    as: 'LU-SUCCESS',
  }));
}

/** The case of listings is judged by its chains, the others by their answers. */
const judgeListings: Judge = (record, context) =>
  (record.attempts.some(({ role }) => role === 'page') ? judgeChains : judgeAnswers)(record, context);

export const listTraffic: Traffic = {
  valid: validList,
  mixture,
  others: readAllPages,
  judge: judgeListings,
};

/** How many times all users are read, and on about how many pages. */
const readings = { quick: 1, standard: 3 } as const;
const pagesWanted = 4;

/** How often a reading that fails is done again. */
const repetitions = 4;

/** With many users, their first pages are enough. */
const pagesAtMost = 6;

/** Reads the users page by page, with pauses, between two listings that show whether users came or went (ruling 18). */
function readAllPages(run: Run): readonly Scenario[] {
  const { facts, effort } = run;
  const users = facts.users ?? 0;
  if (facts.pageSizeWorks !== true || users < usersForPages) return [];
  const times = readings[effort === 'quick' ? 'quick' : 'standard'];
  return Array.from({ length: times }, (_, index): Scenario => {
    const size = Math.max(1, Math.ceil(users / (pagesWanted + index)));
    const each = paced({ kind: 'chains-of-pages-side-by-side', facts: walksFacts(run) });
    return function* (pause) {
      yield* run.open(each, function* (open) {
        const anchor = yield* walkAnchor(open, run, 'before');
        const all = saidIn(anchor.pages);
        // A failure counts only if it comes again (ruling 18).
        for (let repetition = 0; repetition <= repetitions; repetition += 1) {
          yield* pause();
          const again = repetition === 0 ? {} : { repetition };
          const chain = { kind: 'walk', size, ...again } as const;
          const walk = openWalk(open, facts, { chain, atMost: pagesAtMost });
          while ((yield* walk.advance()) === undefined) yield* pause();
          if (!isOdd(walk.walked(), all)) break;
          if (repetition > 0) yield* walkBehindFailed(open, run, repetition);
        }
        yield* pause();
        yield* walkAnchor(open, run, 'after');
      });
      yield* pause();
    };
  });
}
