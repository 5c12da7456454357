import fc, { type Arbitrary } from 'fast-check';
import { type OpenCase, type Run, type Steps, sideBySide } from '../../engine/check.ts';
import type { Chain } from '../../journal/record.ts';
import { search } from '../shared/shrink.ts';
import { askAgain, failuresWanted, openWalk, type Walked } from './walk.ts';

/** The approximate number of pages per chain: enough to interleave, few enough for a slow target. */
const pagesOfAChain = 8;

/** How many interleavings are walked at most in search of the smallest one that fails. */
const walksAtMost = 12;

const repetitions = 8;

/**
 * The model of a directory is its set of users: however chains interleave, and whichever tokens are used again later,
 * each chain must contain all users. Interleavings are random; the first that fails is shrunk, and the smallest is
 * repeated until it fails again (ruling 18).
 * @param isOdd whether a chain disagrees with the listing
 */
export function* walkInterleaved(open: OpenCase, run: Run, isOdd: (walked: Walked) => boolean): Steps {
  const users = run.facts.users ?? 0;
  const arbitrary = interleavings(Math.max(1, Math.ceil(users / pagesOfAChain)));
  let walks = 0;
  const holds = function* (drawn: Interleaving): Steps<boolean> {
    if (walks >= walksAtMost) return true;
    walks += 1;
    return !(yield* take(open, run, drawn, { kind: 'interleaved', walk: walks })).some(isOdd);
  };
  const { counterexample, seed, counterexamplePath } = yield* search(arbitrary, holds, {
    seed: run.seedAt(0),
    numRuns: run.effort === 'quick' ? 1 : 2,
  });
  const [smallest] = counterexample ?? [];
  if (smallest === undefined) return;
  const chain = {
    kind: 'smallest',
    drawn: `fast-check seed ${seed}, path ${counterexamplePath ?? '0'}`,
  } as const;
  yield* take(open, run, smallest, chain);
  let failed = 0;
  for (let again = 1; again <= repetitions && failed < failuresWanted; again += 1) {
    const walked = yield* take(open, run, smallest, { ...chain, repetition: again });
    if (walked.some(isOdd)) failed += 1;
    else if (failed > 0) return;
  }
}

function* take(
  open: OpenCase,
  { facts }: Run,
  { sizes, steps }: Interleaving,
  chain: Chain,
): Steps<Walked[]> {
  const walks = sizes.map((size, index) =>
    openWalk(open, facts, {
      chain: { ...chain, place: index + 1, of: sizes.length, size },
      atMost: pagesOfAChain * 5,
    }),
  );
  for (const step of steps) yield* sideBySide(step.flatMap((index) => walks[index]?.advance() ?? []));
  yield* sideBySide(
    walks.map(function* (walk) {
      while ((yield* walk.advance()) === undefined);
    }),
  );
  const walked = walks.map((walk) => walk.walked());
  yield* sideBySide(walked.slice(0, 2).map((each) => askAgain(open, facts, each)));
  return walked;
}

/** Chains of pages by page size, and the order in which they are followed: each step lists concurrent chains. */
type Interleaving = { sizes: number[]; steps: number[][] };

const chains = 4;

/**
 * Two to four chains with page sizes from `smallest` to `smallest + 7`, and up to sixteen steps; after these, the
 * remaining pages are requested concurrently.
 */
function interleavings(smallest: number): Arbitrary<Interleaving> {
  const indexes = Array.from({ length: chains }, (_, index) => index);
  return fc.record({
    sizes: fc.array(fc.integer({ min: smallest, max: smallest + 7 }), { minLength: 2, maxLength: chains }),
    steps: fc.array(fc.subarray(indexes, { minLength: 1 }), { maxLength: 16 }),
  });
}
