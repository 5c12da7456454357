import type { Facts } from '../../journal/record.ts';
import type { CaseBuilder } from '../../session/case-builder.ts';
import type { Check } from '../../session/check.ts';
import { answersWanted, type Conductor } from '../../session/conductor.ts';
import { createCheck } from '../conduct/check.ts';
import { fewAtQuick } from '../conduct/few-at-quick.ts';
import { walkInterleaved } from './interleaved.ts';
import { judgeChains } from './judge-chains.ts';
import { completePlans, emptyTokenPlans, mixedPlans, plainPlans } from './plans.ts';
import { askSizesAgain, walkShortChains } from './taken-sizes.ts';
import { type ChainPlan, type Walked, walkChain } from './walk.ts';

const repetitions = 8;
const together = 4;

/** If the listings before and after differ, how many more show whether users come and go with every request. */
const listingsAgain = 6;

/** The page size of the listing of all users, for as few pages as possible. The target may reject or reduce it. */
const largest = 1_000;

/** How many pages of a chain are walked where nothing tells whether it is complete. */
const firstPages = 5;

/** Which chains a check walks in a round. */
type Plans = (conductor: Conductor, users: number, round: number) => readonly ChainPlan[];

/** What a check of pages does besides comparing chains. */
interface Extent {
  /** Mixes circumstances in short chains, of the sizes that the target accepts. */
  readonly mixed?: true;
  readonly interleaved?: true;
}

/** What the judge of chains needs to know. */
export function walksFacts({ facts }: Conductor): Facts {
  const { pageSizeParameter, pageSizeWorks, knownUsers } = facts;
  return { pageSizeParameter, pageSizeWorks, knownUsers };
}

/** Walks all chains concurrently, interleaved, between two listings that show whether users came or went. */
async function conductWalks(conductor: Conductor, plans: Plans, extent: Extent): Promise<void> {
  const { facts } = conductor;
  const draft = {
    kind: 'chains-of-pages-side-by-side',
    facts: walksFacts(conductor),
  };
  await conductor.inCase(draft, async (builder) => {
    const anchor = await walkAnchor(builder, conductor, 'before');
    const all = new Set(anchor.pages.flatMap(({ ids }) => ids));
    // Before the run only the first pages were counted.
    const users = Math.max(facts.users ?? 0, all.size);
    if (anchor.end === 'stopped') return walkBeginnings(builder, conductor, plans(conductor, users, 0));
    const walked =
      extent.mixed === true
        ? await walkMixed(builder, conductor, users)
        : await walkRounds(builder, conductor, (round) => plans(conductor, users, round));
    await askSizesAgain(builder, conductor, walked);
    const odd = walked.filter((chain) => isOdd(chain, all)).slice(0, 4);
    const settled = await Promise.all(odd.map((chain) => isOddAgain(builder, conductor, chain, all)));
    const once = odd.filter((_, index) => settled[index] === false);
    if (once.length > 0)
      await repeatTogether(
        builder,
        conductor,
        walked,
        (chain, original) => once.includes(original) && isOdd(chain, all),
      );
    if (extent.interleaved === true) await walkInterleaved(builder, conductor, (chain) => isOdd(chain, all));
    const after = await walkAnchor(builder, conductor, 'after');
    if (isSame(after, all)) return;
    for (let again = 1; again <= listingsAgain; again += 1)
      await walkAnchor(builder, conductor, 'after', again);
  });
}

/** The first pages of each chain, where the listing did not end: there is nothing to compare more of them with. */
async function walkBeginnings(
  builder: CaseBuilder,
  { facts }: Conductor,
  plans: readonly ChainPlan[],
): Promise<void> {
  await Promise.all(plans.map(({ chain }) => walkChain(builder, facts, { chain, atMost: firstPages })));
}

/** Walks the chains of as many rounds as it takes to judge enough pages. */
async function walkRounds(
  builder: CaseBuilder,
  { effort, facts }: Conductor,
  plansOf: (round: number) => readonly ChainPlan[],
): Promise<Walked[]> {
  const walked: Walked[] = [];
  let pages = 0;
  for (
    let round = 0;
    round === 0 || (effort !== 'quick' && pages < answersWanted && round < 20);
    round += 1
  ) {
    const some = await Promise.all(plansOf(round).map((plan) => walkChain(builder, facts, plan)));
    walked.push(...some);
    pages += some.reduce((sum, chain) => sum + chain.pages.length, 0);
    // If most chains cannot be followed, more of them prove no more.
    if (some.filter(({ end }) => end === 'refused').length * 2 >= some.length) break;
  }
  return walked;
}

/** Walks chains in which circumstances meet in pairs, behind plain ones of the same sizes. */
async function walkMixed(builder: CaseBuilder, conductor: Conductor, users: number): Promise<Walked[]> {
  const { sizes, walked } = await walkShortChains(builder, conductor, users);
  // The plain chains are the first round.
  const rounds = conductor.effort === 'quick' ? [1] : [1, 2];
  const plans = fewAtQuick(
    conductor,
    rounds.flatMap((round) => mixedPlans(conductor, round, sizes)),
  );
  return [...walked, ...(await Promise.all(plans.map((plan) => walkChain(builder, conductor.facts, plan))))];
}

/** Walks the listing of all users, with as few pages as possible. */
export async function walkAnchor(
  builder: CaseBuilder,
  conductor: Conductor,
  kind: 'before' | 'after',
  repetition?: number,
): Promise<Walked> {
  const { facts } = conductor;
  const size = Math.max(largest, (facts.users ?? 0) + 1);
  const walked = await walkChain(builder, facts, { chain: { kind, size, repetition } });
  if (walked.end !== 'refused' || walked.pages.length > 0) return walked;
  return walkChain(builder, facts, { chain: { kind, repetition } });
}

function isSame({ pages }: Walked, all: ReadonlySet<string>): boolean {
  const users = new Set(pages.flatMap(({ ids }) => ids));
  return users.size === all.size && [...users].every((id) => all.has(id));
}

/** Whether a chain needs to be repeated; the judge decides what is wrong with it. */
export function isOdd({ pages, end }: Walked, all: ReadonlySet<string>): boolean {
  const ids = pages.flatMap((page) => page.ids);
  const distinct = new Set(ids);
  if (end === 'endless' || distinct.size < ids.length || ids.some((id) => !all.has(id))) return true;
  return end === 'end' && distinct.size < all.size;
}

function repeated(plan: ChainPlan, repetition: number): ChainPlan {
  return { ...plan, chain: { ...plan.chain, repetition } };
}

/** Walks a chain alone until it fails again; returns whether it did. */
async function isOddAgain(
  builder: CaseBuilder,
  conductor: Conductor,
  chain: Walked,
  all: ReadonlySet<string>,
): Promise<boolean> {
  for (let again = 1; again <= repetitions; again += 1) {
    const walked = await walkChain(builder, conductor.facts, repeated(chain.plan, again));
    if (isOdd(walked, all)) return true;
  }
  return false;
}

/** Repeats failures that need concurrency: walks all chains concurrently until one of the odd ones fails again. */
async function repeatTogether(
  builder: CaseBuilder,
  { facts }: Conductor,
  walked: readonly Walked[],
  isFailing: (chain: Walked, original: Walked) => boolean,
): Promise<void> {
  for (let again = repetitions + 1; again <= repetitions + together; again += 1) {
    const chains = await Promise.all(
      walked.map(({ plan }) => walkChain(builder, facts, repeated(plan, again))),
    );
    if (chains.some((chain, index) => isFailing(chain, walked[index] as Walked))) return;
  }
}

function check(requirement: string, plans: Plans, extent: Extent = {}): Check {
  return {
    ...createCheck(
      'list-users',
      requirement,
      (conductor) => conductWalks(conductor, plans, extent),
      judgeChains,
    ),
    over: ['scheme', 'optional-fields'],
  };
}

/** Compares chains of pages with several sizes, sent in several ways (rulings 17 and 37). */
export const pageChecks: readonly Check[] = [
  check('LU-PAGE-SIZE', (...drawn) => plainPlans(...drawn).filter(({ chain }) => chain.size !== undefined)),
  check('LU-PAGE-CONTINUES', () => [], { mixed: true }),
  check('LU-PAGE-COMPLETE', completePlans, { interleaved: true }),
  check('LU-PAGE-EMPTYTOKEN', emptyTokenPlans),
];
