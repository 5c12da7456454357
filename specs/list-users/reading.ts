import type { Scenario } from '../../engine/check.ts';
import type { Conductor } from '../../engine/conductor.ts';
import { usersForPages } from '../../journal/target-facts.ts';
import { paced } from '../shared/scenarios.ts';
import { isOdd, openWalk, walkAnchor, walksFacts } from './walk.ts';

/** How many times all users are read, and on about how many pages. */
const readings = { quick: 1, standard: 3 } as const;
const pagesWanted = 4;

/** How often a reading that fails is done again. */
const repetitions = 4;

/** With many users, their first pages are enough. */
const pagesAtMost = 6;

/** Reads the users page by page, with pauses, between two listings that show whether users came or went (ruling 18). */
export function readAllPages(conductor: Conductor): readonly Scenario[] {
  const { facts, effort } = conductor;
  const users = facts.users ?? 0;
  if (facts.pageSizeWorks !== true || users < usersForPages) return [];
  const times = readings[effort === 'quick' ? 'quick' : 'standard'];
  return Array.from({ length: times }, (_, index): Scenario => {
    const size = Math.max(1, Math.ceil(users / (pagesWanted + index)));
    const draft = paced({ kind: 'chains-of-pages-side-by-side', facts: walksFacts(conductor) });
    return function* (pause) {
      yield* conductor.inCase(draft, function* (builder) {
        const anchor = yield* walkAnchor(builder, conductor, 'before');
        const all = new Set(anchor.pages.flatMap(({ ids }) => ids));
        // A failure counts only if it comes again (ruling 18).
        for (let repetition = 0; repetition <= repetitions; repetition += 1) {
          yield* pause();
          const again = repetition === 0 ? {} : { repetition };
          const chain = { kind: 'walk', size, ...again } as const;
          const walk = openWalk(builder, facts, { chain, atMost: pagesAtMost });
          while ((yield* walk.advance()) === undefined) yield* pause();
          if (!isOdd(walk.walked(), all)) break;
        }
        yield* pause();
        yield* walkAnchor(builder, conductor, 'after');
      });
      yield* pause();
    };
  });
}
