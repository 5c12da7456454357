import { type OpenCase, type Run, type Steps, sideBySide } from '../../engine/check.ts';
import { everyUsualSize, sizesOfShortChains } from '../../generators/list-users.ts';
import type { Chain } from '../../journal/record.ts';
import { type Walked, walkChain } from './walk.ts';

/** How many rejected first pages are requested again, and how often each. */
const again = { chains: 12, times: 3 };

/** How many page sizes short chains use. */
const sizesWanted = { quick: 2, standard: 3, soak: 3 } as const;

/**
 * Requests first pages again, rejected ones and others: a size that is accepted once stays accepted (ruling 37). If every size was
 * rejected, tries the usual ones instead. The judge decides what is wrong.
 */
export function* askSizesAgain(open: OpenCase, { facts }: Run, walked: readonly Walked[]): Steps {
  const sized = walked.filter(({ plan }) => plan.chain.size !== undefined);
  const refused = sized.filter(({ end, pages }) => end === 'refused' && pages.length === 0);
  const first = (plan: Walked['plan']): Steps<Walked> => walkChain(open, facts, { ...plan, atMost: 1 });
  if (refused.length === sized.length) {
    const tried = new Set(sized.map(({ plan }) => plan.chain.size));
    const others = everyUsualSize.filter((size) => !tried.has(size));
    yield* sideBySide(others.map((size) => first({ chain: { kind: 'walk', size } })));
    return;
  }
  for (let repetition = 1; repetition <= again.times; repetition += 1)
    yield* sideBySide(
      refused
        .slice(0, again.chains)
        .map(({ plan }) => first({ ...plan, chain: { ...plan.chain, repetition } })),
    );
  // Behind all others: what a target takes at first, it may reject once it has seen many of them.
  const taken = new Set(
    sized.flatMap(({ plan, pages }) => (pages.length > 0 ? (plan.chain.size ?? []) : [])),
  );
  yield* sideBySide(
    [...taken].slice(0, takenAgain).map((size) => first({ chain: { kind: 'walk', size, round: lastRound } })),
  );
}

/** How many accepted page sizes are requested again at the end, as another round than all others. */
const takenAgain = 8;
const lastRound = 1_000;

/** A target that reduces page sizes makes short chains long. */
const atMostPages = 40;

/**
 * Walks short chains as usual until enough page sizes are accepted, and one without a size. Returns them, and the sizes that lead to
 * several pages: only these need a token.
 */
export function* walkShortChains(
  open: OpenCase,
  run: Run,
  users: number,
): Steps<{ readonly walked: readonly Walked[]; readonly sizes: readonly (number | undefined)[] }> {
  const wanted = sizesWanted[run.effort];
  const left = sizesOfShortChains(users, run.seedAt(0));
  const walk = (chain: Chain): Steps<Walked> => walkChain(open, run.facts, { chain, atMost: atMostPages });
  const walked = [yield* walk({ kind: 'walk' })];
  const taken = (): number =>
    walked.filter(({ plan, pages }) => plan.chain.size !== undefined && pages.length > 0).length;
  while (taken() < wanted && left.length > 0) {
    const some = left.splice(0, wanted - taken());
    walked.push(...(yield* sideBySide(some.map((size) => walk({ kind: 'walk', size })))));
  }
  const several = walked.filter(({ pages }) => pages.length > 1);
  return { walked, sizes: several.map(({ plan }) => plan.chain.size) };
}
