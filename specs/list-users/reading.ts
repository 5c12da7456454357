import type { Run } from '../../engine/check.ts';
import { usersForPages } from '../../journal/target-facts.ts';
import { paced, type Scenario } from '../shared/scenarios.ts';
import { isOdd, openWalk, walkAnchor, walksFacts } from './walk.ts';

/** How many times all users are read, and on about how many pages. */
const readings = { quick: 1, standard: 3 } as const;
const pagesWanted = 4;

/** How often a reading that fails is done again. */
const repetitions = 4;

/** With many users, their first pages are enough. */
const pagesAtMost = 6;

/** Reads the users page by page, with pauses, between two listings that show whether users came or went (ruling 18). */
export function readAllPages(run: Run): readonly Scenario[] {
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
        const all = new Set(anchor.pages.flatMap(({ ids }) => ids));
        // A failure counts only if it comes again (ruling 18).
        for (let repetition = 0; repetition <= repetitions; repetition += 1) {
          yield* pause();
          const again = repetition === 0 ? {} : { repetition };
          const chain = { kind: 'walk', size, ...again } as const;
          const walk = openWalk(open, facts, { chain, atMost: pagesAtMost });
          while ((yield* walk.advance()) === undefined) yield* pause();
          if (!isOdd(walk.walked(), all)) break;
        }
        yield* pause();
        yield* walkAnchor(open, run, 'after');
      });
      yield* pause();
    };
  });
}
