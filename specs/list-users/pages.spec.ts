import { answersWanted, type OpenCase, type Run, type Steps, sideBySide } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { greatestPageSize } from '../../generators/list-users.ts';
import { judgeChains } from '../../judges/list-users/judge-chains.ts';
import { saidIn } from '../../judges/list-users/page.ts';
import { fewAtQuick } from '../shared/cases.ts';
import { walkInterleaved } from './interleaved.ts';
import { completePlans, emptyTokenPlans, mixedPlans, plainPlans, wholeUpTo } from './plans.ts';
import { askSizesAgain, walkShortChains } from './taken-sizes.ts';
import {
  type ChainPlan,
  failuresWanted,
  isOdd,
  isSame,
  type Walked,
  walkAnchor,
  walkBehindFailed,
  walkChain,
  walksFacts,
} from './walk.ts';

// Compares chains of pages with several sizes, sent in several ways (rulings 17 and 37).
const check = checksOf('list-users', { judge: judgeChains, over: ['scheme', 'optional-fields'] });

test(
  ...chains('LU-PAGE-SIZE', (...drawn) =>
    plainPlans(...drawn).filter(({ chain }) => chain.size !== undefined),
  ),
);
test(...chains('LU-PAGE-CONTINUES', () => [], { mixed: true }));
test(...chains('LU-PAGE-COMPLETE', completePlans, { interleaved: true }));
test(...chains('LU-PAGE-EMPTYTOKEN', emptyTokenPlans));

function chains(requirement: string, plans: Plans, sampling: Sampling = {}) {
  return check(requirement, { cases: (run) => walkAll(run, plans, sampling) });
}

const repetitions = 8;
const together = 4;

/** If the listings before and after differ, how many more show whether users come and go with every request. */
const listingsAgain = 6;

/** How many pages of a chain are walked where nothing tells whether it is complete. */
const firstPages = 5;

/** Which chains a check walks in a round. */
type Plans = (run: Run, users: number, round: number) => readonly ChainPlan[];

/** What a check of pages does besides comparing chains. */
interface Sampling {
  /** Mixes circumstances in short chains, of the sizes that the target accepts. */
  readonly mixed?: true;
  readonly interleaved?: true;
}

/** Walks all chains concurrently, interleaved, between two listings that show whether users came or went. */
function* walkAll(run: Run, plans: Plans, sampling: Sampling): Steps {
  const { facts } = run;
  const each = {
    kind: 'chains-of-pages-side-by-side',
    facts: walksFacts(run),
  };
  yield* run.open(each, function* (open) {
    const anchor = yield* walkAnchor(open, run, 'before');
    const all = saidIn(anchor.pages);
    // Before the run only the first pages were counted.
    const users = Math.max(facts.users ?? 0, all.size);
    if (anchor.end === 'stopped') return walkBeginnings(open, run, plans(run, users, 0));
    const walked =
      sampling.mixed === true
        ? yield* walkMixed(open, run, users)
        : yield* walkRounds(open, run, (round) => plans(run, users, round));
    yield* askSizesAgain(open, run, walked);
    const odd = walked.filter((chain) => isOdd(chain, all)).slice(0, 4);
    const settled = yield* sideBySide(odd.map((chain) => isOddAgain(open, run, chain, all)));
    const behind = settled.includes(true) ? yield* walkBehindFailed(open, run) : anchor;
    const once = odd.filter((_, index) => settled[index] === false);
    if (once.length > 0)
      yield* repeatTogether(
        open,
        run,
        walked,
        (chain, original) => once.includes(original) && isOdd(chain, all),
      );
    if (sampling.interleaved === true) yield* walkInterleaved(open, run, (chain) => isOdd(chain, all));
    const after = yield* walkAnchor(open, run, 'after');
    if (isSame(after, all) && isSame(behind, all)) return;
    for (let again = 1; again <= listingsAgain; again += 1) yield* walkAnchor(open, run, 'after', again);
  });
}

/** The first pages of each chain, where the listing did not end: there is nothing to compare more of them with. */
function* walkBeginnings(open: OpenCase, { facts }: Run, plans: readonly ChainPlan[]): Steps {
  yield* sideBySide(plans.map(({ chain }) => walkChain(open, facts, { chain, atMost: firstPages })));
}

/** Walks the chains of as many rounds as it takes to judge enough pages. */
function* walkRounds(
  open: OpenCase,
  { effort, facts }: Run,
  plansOf: (round: number) => readonly ChainPlan[],
): Steps<Walked[]> {
  const walked: Walked[] = [];
  let pages = 0;
  for (
    let round = 0;
    round === 0 || (effort !== 'quick' && pages < answersWanted && round < 20);
    round += 1
  ) {
    const some = yield* sideBySide(plansOf(round).map((plan) => walkChain(open, facts, plan)));
    walked.push(...some);
    pages += some.reduce((sum, chain) => sum + chain.pages.length, 0);
    // If most chains cannot be followed, more of them prove no more.
    if (some.filter(({ end }) => end === 'refused').length * 2 >= some.length) break;
  }
  return walked;
}

/** Walks chains in which circumstances meet in pairs, behind plain ones of the same sizes. */
function* walkMixed(open: OpenCase, run: Run, users: number): Steps<Walked[]> {
  const { sizes, walked } = yield* walkShortChains(open, run, users);
  // The plain chains are the first round.
  const rounds = run.effort === 'quick' ? [1] : [1, 2];
  const plans = fewAtQuick(
    run,
    rounds.flatMap((round) => mixedPlans(run, round, sizes)),
  );
  const mixed = yield* sideBySide(plans.map((plan) => walkChain(open, run.facts, plan)));
  return [...walked, ...mixed, ...(yield* walkToAll(open, run, sizes, users))];
}

/** Behind a first page, requests all others at once, if the target takes a size for that. */
function* walkToAll(
  open: OpenCase,
  { facts }: Run,
  sizes: readonly (number | undefined)[],
  users: number,
): Steps<Walked[]> {
  if (users > wholeUpTo.users) return [];
  const all = yield* walkChain(open, facts, { chain: { kind: 'walk', size: greatestPageSize }, atMost: 1 });
  if (all.pages.length === 0 || sizes.length === 0) return [];
  const chain = { kind: 'walk', size: sizes[0], laterSizes: [greatestPageSize] } as const;
  return [yield* walkChain(open, facts, { chain, atMost: firstPages })];
}

function repeated(plan: ChainPlan, repetition: number): ChainPlan {
  return { ...plan, chain: { ...plan.chain, repetition } };
}

/** Walks a chain alone until it fails again, and then until it does not, for another client may have changed the users; returns whether it did. */
function* isOddAgain(open: OpenCase, run: Run, chain: Walked, all: Map<string, number>): Steps<boolean> {
  let failed = 0;
  for (let again = 1; again <= repetitions && failed < failuresWanted; again += 1) {
    const walked = yield* walkChain(open, run.facts, repeated(chain.plan, again));
    if (isOdd(walked, all)) failed += 1;
    else if (failed > 0) break;
  }
  return failed > 0;
}

/** Repeats failures that need concurrency: walks all chains concurrently until one of the odd ones fails again. */
function* repeatTogether(
  open: OpenCase,
  { facts }: Run,
  walked: readonly Walked[],
  isFailing: (chain: Walked, original: Walked) => boolean,
): Steps {
  for (let again = repetitions + 1; again <= repetitions + together; again += 1) {
    const chains = yield* sideBySide(walked.map(({ plan }) => walkChain(open, facts, repeated(plan, again))));
    if (chains.some((chain, index) => isFailing(chain, walked[index] as Walked))) return;
  }
}
