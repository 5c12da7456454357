import { pageSizes } from '../../generators/list-users.ts';
import type { Chain } from '../../journal/record.ts';
import type { CaseBuilder } from '../../session/case-builder.ts';
import type { Check } from '../../session/check.ts';
import { answersWanted, type Conductor } from '../../session/conductor.ts';
import { createCheck } from '../conduct/check.ts';
import { walkInterleaved } from './interleaved.ts';
import { judgeChains } from './judge-chains.ts';
import { type ChainPlan, type Walked, walkChain } from './walk.ts';

/** Above this number of pages, only the beginning of a chain is walked (ruling 17). */
const wholeUpTo = 60;
const beginning = 40;
const repetitions = 8;
const together = 4;

/** If the listings before and after differ, how many more show whether users come and go with every request. */
const listingsAgain = 6;

/** The page size of the listing of all users, for as few pages as possible. The target may reject or reduce it. */
const largest = 1_000;

function plansOf(conductor: Conductor, round: number): ChainPlan[] {
  const users = conductor.facts.users ?? 0;
  const sizes = pageSizes(users, conductor.seedAt(round));
  const chosen =
    conductor.effort === 'quick'
      ? sizes.filter((size) => size === undefined || [1, 2, 3, 7, 100].includes(size) || size > users)
      : sizes;
  const limited = (size: number | undefined): { atMost?: number } =>
    users / (size ?? 100) > wholeUpTo ? { atMost: beginning } : {};
  const plan = (kind: Chain['kind'], size?: number): ChainPlan => ({
    chain: {
      kind,
      ...(size === undefined ? {} : { size }),
      ...(round === 0 ? {} : { round: round + 1 }),
    },
    ...limited(size),
  });
  return [
    ...chosen.map((size) => plan('walk', size)),
    ...(conductor.facts.apiKeyForm === null ? [] : [plan('api-key', 3)]),
    plan('empty-token'),
    plan('token-first', 2),
    plan('empty-token', 2),
  ];
}

/** Walks all chains concurrently, interleaved, between two listings that show whether users came or went. */
async function conductWalks(
  conductor: Conductor,
  select: (chain: Chain) => boolean,
  interleaved: boolean,
): Promise<void> {
  const { facts } = conductor;
  const draft = {
    kind: 'chains-of-pages-side-by-side',
    facts: { pageSizeParameter: facts.pageSizeParameter, pageSizeWorks: facts.pageSizeWorks },
  };
  await conductor.inCase(draft, async (builder) => {
    const anchor = await walkAnchor(builder, conductor, 'before');
    const walked: Walked[] = [];
    let pages = 0;
    for (
      let round = 0;
      round === 0 || (conductor.effort !== 'quick' && pages < answersWanted && round < 20);
      round += 1
    ) {
      const plans = plansOf(conductor, round).filter(({ chain }) => select(chain));
      const some = await Promise.all(plans.map((plan) => walkChain(builder, facts, plan)));
      walked.push(...some);
      pages += some.reduce((sum, chain) => sum + chain.pages.length, 0);
      // If most chains cannot be followed, more of them prove no more.
      if (some.filter(({ end }) => end === 'refused').length * 2 >= some.length) break;
    }
    const all = new Set(anchor.pages.flatMap(({ ids }) => ids));
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
    if (interleaved) await walkInterleaved(builder, conductor, (chain) => isOdd(chain, all));
    const after = await walkAnchor(builder, conductor, 'after');
    if (isSame(after, all)) return;
    for (let again = 1; again <= listingsAgain; again += 1)
      await walkAnchor(builder, conductor, 'after', again);
  });
}

async function walkAnchor(
  builder: CaseBuilder,
  conductor: Conductor,
  kind: 'before' | 'after',
  repetition?: number,
): Promise<Walked> {
  const { facts } = conductor;
  const size = Math.max(largest, (facts.users ?? 0) + 1);
  const again = repetition === undefined ? {} : { repetition };
  const walked = await walkChain(builder, facts, { chain: { kind, size, ...again } });
  if (walked.end !== 'refused' || walked.pages.length > 0) return walked;
  return walkChain(builder, facts, { chain: { kind, ...again } });
}

function isSame({ pages }: Walked, all: ReadonlySet<string>): boolean {
  const users = new Set(pages.flatMap(({ ids }) => ids));
  return users.size === all.size && [...users].every((id) => all.has(id));
}

/** Whether a chain needs to be repeated; the judge decides what is wrong with it. */
function isOdd({ pages, end }: Walked, all: ReadonlySet<string>): boolean {
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

function check(requirement: string, select: (chain: Chain) => boolean): Check {
  const interleaved = requirement === 'LU-PAGE-COMPLETE';
  return createCheck(
    'list-users',
    requirement,
    (conductor) => conductWalks(conductor, select, interleaved),
    judgeChains,
  );
}

/** Compares chains of pages with several sizes (ruling 17). */
export const pageChecks: readonly Check[] = [
  check('LU-PAGE-SIZE', ({ kind, size }) => kind !== 'empty-token' && size !== undefined),
  check('LU-PAGE-CONTINUES', ({ kind }) => kind !== 'empty-token'),
  check('LU-PAGE-COMPLETE', ({ kind }) => kind !== 'empty-token'),
  check('LU-PAGE-EMPTYTOKEN', ({ kind }) => kind === 'empty-token'),
];
