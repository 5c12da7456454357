import { answersWanted, type CaseBuilder, type Conductor } from '../../engine/conductor.ts';
import { type CheckParts, checksOf, test } from '../../engine/spec.ts';
import { type Steps, sideBySide } from '../../engine/steps.ts';
import { judgeChains } from '../../judges/list-users/judge-chains.ts';
import { fewAtQuick } from '../shared/rounds.ts';
import { walkInterleaved } from './interleaved.ts';
import { completePlans, emptyTokenPlans, mixedPlans, plainPlans } from './plans.ts';
import { askSizesAgain, walkShortChains } from './taken-sizes.ts';
import { type ChainPlan, isOdd, type Walked, walkAnchor, walkChain, walksFacts } from './walk.ts';

// Compares chains of pages with several sizes, sent in several ways (rulings 17 and 37).
const check = checksOf('list-users');

test(
  ...check(
    'LU-PAGE-SIZE',
    chains((...drawn) => plainPlans(...drawn).filter(({ chain }) => chain.size !== undefined)),
  ),
);
test(
  ...check(
    'LU-PAGE-CONTINUES',
    chains(() => [], { mixed: true }),
  ),
);
test(...check('LU-PAGE-COMPLETE', chains(completePlans, { interleaved: true })));
test(...check('LU-PAGE-EMPTYTOKEN', chains(emptyTokenPlans)));

function chains(plans: Plans, sampling: Sampling = {}): CheckParts {
  return {
    cases: (conductor) => conductWalks(conductor, plans, sampling),
    judge: judgeChains,
    over: ['scheme', 'optional-fields'],
  };
}

const repetitions = 8;
const together = 4;

/** If the listings before and after differ, how many more show whether users come and go with every request. */
const listingsAgain = 6;

/** How many pages of a chain are walked where nothing tells whether it is complete. */
const firstPages = 5;

/** Which chains a check walks in a round. */
type Plans = (conductor: Conductor, users: number, round: number) => readonly ChainPlan[];

/** What a check of pages does besides comparing chains. */
interface Sampling {
  /** Mixes circumstances in short chains, of the sizes that the target accepts. */
  readonly mixed?: true;
  readonly interleaved?: true;
}

/** Walks all chains concurrently, interleaved, between two listings that show whether users came or went. */
function* conductWalks(conductor: Conductor, plans: Plans, sampling: Sampling): Steps {
  const { facts } = conductor;
  const draft = {
    kind: 'chains-of-pages-side-by-side',
    facts: walksFacts(conductor),
  };
  yield* conductor.inCase(draft, function* (builder) {
    const anchor = yield* walkAnchor(builder, conductor, 'before');
    const all = new Set(anchor.pages.flatMap(({ ids }) => ids));
    // Before the run only the first pages were counted.
    const users = Math.max(facts.users ?? 0, all.size);
    if (anchor.end === 'stopped') return walkBeginnings(builder, conductor, plans(conductor, users, 0));
    const walked =
      sampling.mixed === true
        ? yield* walkMixed(builder, conductor, users)
        : yield* walkRounds(builder, conductor, (round) => plans(conductor, users, round));
    yield* askSizesAgain(builder, conductor, walked);
    const odd = walked.filter((chain) => isOdd(chain, all)).slice(0, 4);
    const settled = yield* sideBySide(odd.map((chain) => isOddAgain(builder, conductor, chain, all)));
    const once = odd.filter((_, index) => settled[index] === false);
    if (once.length > 0)
      yield* repeatTogether(
        builder,
        conductor,
        walked,
        (chain, original) => once.includes(original) && isOdd(chain, all),
      );
    if (sampling.interleaved === true)
      yield* walkInterleaved(builder, conductor, (chain) => isOdd(chain, all));
    const after = yield* walkAnchor(builder, conductor, 'after');
    if (isSame(after, all)) return;
    for (let again = 1; again <= listingsAgain; again += 1)
      yield* walkAnchor(builder, conductor, 'after', again);
  });
}

/** The first pages of each chain, where the listing did not end: there is nothing to compare more of them with. */
function* walkBeginnings(builder: CaseBuilder, { facts }: Conductor, plans: readonly ChainPlan[]): Steps {
  yield* sideBySide(plans.map(({ chain }) => walkChain(builder, facts, { chain, atMost: firstPages })));
}

/** Walks the chains of as many rounds as it takes to judge enough pages. */
function* walkRounds(
  builder: CaseBuilder,
  { effort, facts }: Conductor,
  plansOf: (round: number) => readonly ChainPlan[],
): Steps<Walked[]> {
  const walked: Walked[] = [];
  let pages = 0;
  for (
    let round = 0;
    round === 0 || (effort !== 'quick' && pages < answersWanted && round < 20);
    round += 1
  ) {
    const some = yield* sideBySide(plansOf(round).map((plan) => walkChain(builder, facts, plan)));
    walked.push(...some);
    pages += some.reduce((sum, chain) => sum + chain.pages.length, 0);
    // If most chains cannot be followed, more of them prove no more.
    if (some.filter(({ end }) => end === 'refused').length * 2 >= some.length) break;
  }
  return walked;
}

/** Walks chains in which circumstances meet in pairs, behind plain ones of the same sizes. */
function* walkMixed(builder: CaseBuilder, conductor: Conductor, users: number): Steps<Walked[]> {
  const { sizes, walked } = yield* walkShortChains(builder, conductor, users);
  // The plain chains are the first round.
  const rounds = conductor.effort === 'quick' ? [1] : [1, 2];
  const plans = fewAtQuick(
    conductor,
    rounds.flatMap((round) => mixedPlans(conductor, round, sizes)),
  );
  return [...walked, ...(yield* sideBySide(plans.map((plan) => walkChain(builder, conductor.facts, plan))))];
}

function isSame({ pages }: Walked, all: ReadonlySet<string>): boolean {
  const users = new Set(pages.flatMap(({ ids }) => ids));
  return users.size === all.size && [...users].every((id) => all.has(id));
}

function repeated(plan: ChainPlan, repetition: number): ChainPlan {
  return { ...plan, chain: { ...plan.chain, repetition } };
}

/** Walks a chain alone until it fails again; returns whether it did. */
function* isOddAgain(
  builder: CaseBuilder,
  conductor: Conductor,
  chain: Walked,
  all: ReadonlySet<string>,
): Steps<boolean> {
  for (let again = 1; again <= repetitions; again += 1) {
    const walked = yield* walkChain(builder, conductor.facts, repeated(chain.plan, again));
    if (isOdd(walked, all)) return true;
  }
  return false;
}

/** Repeats failures that need concurrency: walks all chains concurrently until one of the odd ones fails again. */
function* repeatTogether(
  builder: CaseBuilder,
  { facts }: Conductor,
  walked: readonly Walked[],
  isFailing: (chain: Walked, original: Walked) => boolean,
): Steps {
  for (let again = repetitions + 1; again <= repetitions + together; again += 1) {
    const chains = yield* sideBySide(
      walked.map(({ plan }) => walkChain(builder, facts, repeated(plan, again))),
    );
    if (chains.some((chain, index) => isFailing(chain, walked[index] as Walked))) return;
  }
}
