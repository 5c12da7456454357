import type { Run } from '../../engine/check.ts';
import { pageSizes } from '../../generators/list-users.ts';
import { pairwise } from '../../generators/pairwise.ts';
import { tokenEncodings } from '../../generators/token-encoding.ts';
import type { Chain } from '../../journal/record.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import type { ChainPlan } from './walk.ts';

/** Above this number of pages, or of users, only the beginning of a chain is walked (ruling 17). */
export const wholeUpTo = { pages: 60, users: 20_000 };
const beginning = 40;

/** The number of pages up to which one chain of small pages is walked to its end. */
const longestWhole = { quick: 20, standard: 300, soak: 300 } as const;

/** How the requests of a chain are sent. */
type Manner = Pick<Chain, 'scheme' | 'tokenFirst' | 'encoding'>;

/** Chains of every page size, sent as usual, and some with the API key or the token before the size. */
export function plainPlans(run: Run, users: number, round: number): ChainPlan[] {
  return [
    ...sizesFor(run, users, round).map((size) => plan({ kind: 'walk', size, ...inRound(round) }, users)),
    ...(run.facts.apiKeyForm === null ? [] : [plan({ kind: 'api-key', size: 3, ...inRound(round) }, users)]),
    plan({ kind: 'token-first', size: 2, ...inRound(round) }, users),
  ];
}

/** Chains of every page size, each in a manner of its own, and one of small pages that is walked to its end. */
export function completePlans(run: Run, users: number, round: number): ChainPlan[] {
  const all = mannersFor(run, round);
  // In the usual way, chains of the same sizes are walked beside.
  const unusual = all.filter(({ scheme }) => scheme !== undefined);
  const manners = unusual.length > 0 ? unusual : all;
  const smallest = Math.max(1, Math.ceil(users / longestWhole[run.effort]));
  const sizes = new Set([smallest, ...sizesFor(run, users, round)]);
  return [...sizes].map((size, index) => {
    const planned = plan(
      { kind: 'walk', size, ...manners[index % manners.length], ...inRound(round) },
      users,
    );
    return size === smallest ? { chain: planned.chain } : planned;
  });
}

/** Chains that begin with an empty token, with and without a size. */
export function emptyTokenPlans(run: Run, users: number, round: number): ChainPlan[] {
  const manners = round === 0 ? [] : mannersFor(run, round);
  return [undefined, 2].map((size, index) =>
    plan({ kind: 'empty-token', size, ...manners[index % manners.length], ...inRound(round) }, users),
  );
}

/**
 * Short chains in which each two of these circumstances meet at least once: page size, scheme, order of the parameters,
 * percent-encoding, and what becomes of the size on later pages (ruling 37).
 * @param sizes page sizes of several pages that the target has accepted; undefined for none
 */
export function mixedPlans(
  { facts, seedAt, credentials }: Run,
  round: number,
  sizes: readonly (number | undefined)[],
): ChainPlan[] {
  const taken = sizes.filter((size) => size !== undefined);
  const factors = {
    size: sizes,
    scheme: [...schemesOf(facts), ...(credentials.canSign ? (['renewed'] as const) : [])],
    tokenFirst: [false, true],
    encoding: tokenEncodings,
    later: taken.length > 0 ? (['same', 'none', 'changed'] as const) : (['same'] as const),
  };
  if (sizes.length === 0) return [];
  return pairwise(factors, seedAt(round), 'mixed').map(({ later, size, ...manner }) => {
    const others = taken.filter((other) => other !== size);
    const changed = others.length > 0 ? others : taken;
    const laterSizes = { same: undefined, none: [null], changed }[later];
    return {
      chain: { kind: 'walk', size, laterSizes, ...mannerOf(manner), ...inRound(round) },
      atMost: beginning,
    };
  });
}

function sizesFor({ effort, seedAt }: Run, users: number, round: number): (number | undefined)[] {
  const all = pageSizes(users, seedAt(round));
  // Of so many users, there is no room for many pages with all of them.
  const sizes = users > wholeUpTo.users ? all.filter((size = 0) => size <= users + 1) : all;
  if (effort !== 'quick') return sizes;
  return sizes.filter((size) => size === undefined || [3, 7, 100].includes(size) || size > users);
}

/** As many manners as it takes for each two of their values to meet. */
function mannersFor({ facts, seedAt }: Run, round: number): Manner[] {
  const factors = { scheme: schemesOf(facts), tokenFirst: [false, true], encoding: tokenEncodings };
  return pairwise(factors, seedAt(round), 'manners').map(mannerOf);
}

function mannerOf(drawn: {
  readonly scheme: Chain['scheme'];
  readonly tokenFirst: boolean;
  readonly encoding: (typeof tokenEncodings)[number];
}): Manner {
  const { scheme, tokenFirst, encoding } = drawn;
  return {
    scheme,
    tokenFirst: tokenFirst || undefined,
    encoding: encoding === 'usual' ? undefined : encoding,
  };
}

/** The usual scheme is undefined. */
function schemesOf({ apiKeyForm, bearerWorks }: TargetFacts): Chain['scheme'][] {
  return apiKeyForm === null || !bearerWorks ? [undefined] : [undefined, 'api-key', 'in-turn'];
}

/** A chain of a round as it is recorded; rounds are named from the second one on. */
const inRound = (round: number): Pick<Chain, 'round'> => (round === 0 ? {} : { round: round + 1 });

/** Of a long chain, only the beginning is walked: of many users, so much that the answers of all chains fit into memory. */
function plan(chain: Chain, users: number): ChainPlan {
  const { size = 100 } = chain;
  if (users > wholeUpTo.users)
    return { chain, atMost: Math.min(beginning, Math.max(2, Math.floor(wholeUpTo.users / size))) };
  return { chain, atMost: users / size > wholeUpTo.pages ? beginning : undefined };
}
