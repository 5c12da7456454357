import { pageSizes } from '../../generators/list-users.ts';
import type { CaseBuilder } from '../../session/case-builder.ts';
import type { Check } from '../../session/check.ts';
import { answersWanted, type Conductor } from '../../session/conductor.ts';
import { walkInterleaved } from './interleaved.ts';
import { judgeChains } from './judge-chains.ts';
import { type ChainPlan, type Walked, walkChain } from './walk.ts';

/** A chain longer than this many pages is walked at its beginning only (ruling 17). */
const wholeUpTo = 60;
const beginning = 40;
const repetitions = 8;
const together = 4;

/** The listing with the fewest pages: what the directory holds. Sizes that are refused or cut do no harm. */
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
  const suffix = round === 0 ? '' : `, round ${round + 1}`;
  return [
    ...chosen.map((size) =>
      size === undefined
        ? { name: `the default size${suffix}`, ...limited(size) }
        : { name: `size ${size}${suffix}`, size, ...limited(size) },
    ),
    ...(conductor.facts.apiKeyForm === null
      ? []
      : [{ name: `size 3, under the API key${suffix}`, size: 3, scheme: 'api-key' as const, ...limited(3) }]),
    { name: `empty token${suffix}`, emptyToken: true, ...limited(undefined) },
    { name: `size 2, behind the token${suffix}`, size: 2, tokenFirst: true, ...limited(2) },
    { name: `empty token, size 2${suffix}`, emptyToken: true, size: 2, ...limited(2) },
  ];
}

/** Walks all chains at once, so that they interleave, between two listings that tell whether users came or went. */
async function conductWalks(
  conductor: Conductor,
  select: (plan: ChainPlan) => boolean,
  interleaved: boolean,
): Promise<void> {
  const { facts } = conductor;
  const draft = {
    name: 'chains of pages, walked side by side',
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
      const plans = plansOf(conductor, round).filter(select);
      const some = await Promise.all(plans.map((plan) => walkChain(builder, facts, plan)));
      walked.push(...some);
      pages += some.reduce((sum, chain) => sum + chain.pages.length, 0);
      // Where most chains cannot be followed, more of them show no more.
      if (some.filter(({ end }) => end === 'refused').length * 2 >= some.length) break;
    }
    const all = new Set(anchor.pages.flatMap(({ ids }) => ids));
    const odd = walked.filter((chain) => isOdd(chain, all)).slice(0, 4);
    const settled = await Promise.all(odd.map((chain) => isOddAgain(builder, conductor, chain, all)));
    const once = odd.filter((_, index) => settled[index] === false);
    if (once.length > 0) await repeatTogether(builder, conductor, walked, once, all);
    if (interleaved) await walkInterleaved(builder, conductor, (chain) => isOdd(chain, all));
    await walkAnchor(builder, conductor, 'after');
  });
}

async function walkAnchor(
  builder: CaseBuilder,
  conductor: Conductor,
  name: 'before' | 'after',
): Promise<Walked> {
  const { facts } = conductor;
  const size = Math.max(largest, (facts.users ?? 0) + 1);
  const walked = await walkChain(builder, facts, { name, size });
  if (walked.end !== 'refused' || walked.pages.length > 0) return walked;
  return walkChain(builder, facts, { name });
}

/** Whether a chain calls for a repetition; the judge decides what is wrong with it. */
function isOdd({ pages, end }: Walked, all: ReadonlySet<string>): boolean {
  const ids = pages.flatMap((page) => page.ids);
  const distinct = new Set(ids);
  if (end === 'endless' || distinct.size < ids.length || ids.some((id) => !all.has(id))) return true;
  return end === 'end' && distinct.size < all.size;
}

/** Walks a chain again, by itself, until it fails again; whether it did. */
async function isOddAgain(
  builder: CaseBuilder,
  conductor: Conductor,
  chain: Walked,
  all: ReadonlySet<string>,
): Promise<boolean> {
  for (let again = 1; again <= repetitions; again += 1) {
    const walked = await walkChain(builder, conductor.facts, {
      ...chain.plan,
      name: `${chain.plan.name} again ${again}`,
    });
    if (isOdd(walked, all)) return true;
  }
  return false;
}

/** What fails only in company is walked again in company: all chains side by side, until one of the odd ones fails again. */
async function repeatTogether(
  builder: CaseBuilder,
  conductor: Conductor,
  walked: readonly Walked[],
  odd: readonly Walked[],
  all: ReadonlySet<string>,
): Promise<void> {
  for (let again = repetitions + 1; again <= repetitions + together; again += 1) {
    const chains = await Promise.all(
      walked.map(({ plan }) =>
        walkChain(builder, conductor.facts, { ...plan, name: `${plan.name} again ${again}` }),
      ),
    );
    if (chains.some((chain, index) => odd.includes(walked[index] as Walked) && isOdd(chain, all))) return;
  }
}

function check(requirement: string, select: (plan: ChainPlan) => boolean): Check {
  return {
    requirement,
    operation: 'list-users',
    version: 1,
    judge: judgeChains,
    conduct: (conductor) => conductWalks(conductor, select, requirement === 'LU-PAGE-COMPLETE'),
  };
}

/** Chains of pages with several sizes against each other (ruling 17). */
export const pageChecks: readonly Check[] = [
  check('LU-PAGE-SIZE', (plan) => plan.emptyToken !== true && plan.size !== undefined),
  check('LU-PAGE-CONTINUES', (plan) => plan.emptyToken !== true),
  check('LU-PAGE-COMPLETE', (plan) => plan.emptyToken !== true),
  check('LU-PAGE-EMPTYTOKEN', (plan) => plan.emptyToken === true),
];
