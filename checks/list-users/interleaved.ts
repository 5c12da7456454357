import fc, { type Arbitrary } from 'fast-check';
import type { Chain } from '../../journal/record.ts';
import type { CaseBuilder } from '../../session/case-builder.ts';
import type { Conductor } from '../../session/conductor.ts';
import { askAgain, openWalk, type Walked } from './walk.ts';

/** The approximate number of pages per chain: enough to interleave, few enough for a slow target. */
const pagesOfAChain = 8;

/** Bounds of the search for the smallest failing interleaving. */
const bounds = { walks: 12, ms: 6_000 };

const repetitions = 8;

/**
 * The model of a directory is its set of users: however chains interleave, and whichever tokens are used again later,
 * each chain must contain all users. Interleavings are random; the first that fails is shrunk, and the smallest is
 * repeated until it fails again (ruling 18).
 * @param isOdd whether a chain disagrees with the listing
 */
export async function walkInterleaved(
  builder: CaseBuilder,
  conductor: Conductor,
  isOdd: (walked: Walked) => boolean,
): Promise<void> {
  const users = conductor.facts.users ?? 0;
  const arbitrary = interleavings(Math.max(1, Math.ceil(users / pagesOfAChain)));
  const { clock } = conductor;
  const until = clock.now() + bounds.ms;
  let walks = 0;
  const holds = async (drawn: Interleaving): Promise<boolean> => {
    if (walks >= bounds.walks || clock.now() > until) return true;
    walks += 1;
    return !(await take(builder, conductor, drawn, { kind: 'interleaved', walk: walks })).some(isOdd);
  };
  const { counterexample, seed, counterexamplePath } = await fc.check(fc.asyncProperty(arbitrary, holds), {
    seed: conductor.seedAt(0),
    numRuns: conductor.effort === 'quick' ? 1 : 2,
  });
  const [smallest] = counterexample ?? [];
  if (smallest === undefined) return;
  const chain = {
    kind: 'smallest',
    drawn: `fast-check seed ${seed}, path ${counterexamplePath ?? '0'}`,
  } as const;
  await take(builder, conductor, smallest, chain);
  for (let again = 1; again <= repetitions; again += 1) {
    const walked = await take(builder, conductor, smallest, { ...chain, repetition: again });
    if (walked.some(isOdd)) return;
  }
}

async function take(
  builder: CaseBuilder,
  { facts }: Conductor,
  { sizes, steps }: Interleaving,
  chain: Chain,
): Promise<Walked[]> {
  const walks = sizes.map((size, index) =>
    openWalk(builder, facts, {
      chain: { ...chain, place: index + 1, of: sizes.length, size },
      atMost: pagesOfAChain * 5,
    }),
  );
  for (const step of steps) await Promise.all(step.map((index) => walks[index]?.advance()));
  await Promise.all(
    walks.map(async (walk) => {
      while ((await walk.advance()) === undefined);
    }),
  );
  const walked = walks.map((walk) => walk.walked());
  await Promise.all(walked.slice(0, 2).map((each) => askAgain(builder, facts, each)));
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
