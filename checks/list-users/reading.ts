import { usersForPages } from '../../journal/target-facts.ts';
import type { Errand } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { unhurried } from '../conduct/errands.ts';
import { isOdd, walkAnchor, walksFacts } from './pages.ts';
import { openWalk } from './walk.ts';

/** How many times all users are read, and on about how many pages. */
const readings = { quick: 1, standard: 3 } as const;
const pagesWanted = 4;

/** How often a reading that fails is done again. */
const repetitions = 4;

/** With many users, their first pages are enough. */
const pagesAtMost = 6;

/** Reads the users page by page, with pauses, between two listings that show whether users came or went (ruling 18). */
export function readAllPages(conductor: Conductor): readonly Errand[] {
  const { facts, effort } = conductor;
  const users = facts.users ?? 0;
  if (facts.pageSizeWorks !== true || users < usersForPages) return [];
  const times = readings[effort === 'quick' ? 'quick' : 'standard'];
  return Array.from({ length: times }, (_, index): Errand => {
    const size = Math.max(1, Math.ceil(users / (pagesWanted + index)));
    const draft = unhurried({ kind: 'chains-of-pages-side-by-side', facts: walksFacts(conductor) });
    return async (pause) => {
      await conductor.inCase(draft, async (builder) => {
        const anchor = await walkAnchor(builder, conductor, 'before');
        const all = new Set(anchor.pages.flatMap(({ ids }) => ids));
        // A failure counts only if it comes again (ruling 18).
        for (let repetition = 0; repetition <= repetitions; repetition += 1) {
          await pause();
          const again = repetition === 0 ? {} : { repetition };
          const chain = { kind: 'walk', size, ...again } as const;
          const walk = openWalk(builder, facts, { chain, atMost: pagesAtMost });
          while ((await walk.advance()) === undefined) await pause();
          if (!isOdd(walk.walked(), all)) break;
        }
        await pause();
        await walkAnchor(builder, conductor, 'after');
      });
      await pause();
    };
  });
}
