import type { OpenCase, Request, Run, Steps } from '../../engine/check.ts';
import { newTokenSeconds } from '../../engine/client-tokens.ts';
import { encodedToken } from '../../generators/token-encoding.ts';
import type { Chain, ChainPage, Facts } from '../../journal/record.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import { contradicted, isEndless, type Page, pageOf, pagesAtMost } from '../../judges/list-users/page.ts';
import type { Line } from '../../wire/connections.ts';
import { present, type TokenRole } from '../../wire/credential.ts';

/** A chain of pages to follow. The chain says how: its sizes, its scheme, and how its tokens are written. */
export interface ChainPlan {
  readonly chain: Chain;
  /** Stop after this many pages, if the beginning is enough; `pagesAtMost` by default. */
  readonly atMost?: number;
  /** The connection to walk it on; any by default. */
  readonly connection?: Line;
}

/** How a chain ended: at its last page, stopped as endless, stopped as planned, or rejected. */
type ChainEnd = 'end' | 'endless' | 'stopped' | 'refused';

export interface Walked {
  readonly plan: ChainPlan;
  readonly pages: readonly Page[];
  readonly end: ChainEnd;
}

/** Starts a chain that can be followed page by page within the bounds of ruling 17. */
export function openWalk(open: OpenCase, facts: TargetFacts, plan: ChainPlan) {
  const pages: Page[] = [];
  let end: ChainEnd | undefined;
  let token = plan.chain.kind === 'empty-token' ? '' : undefined;
  const next = function* (): Steps<ChainEnd | undefined> {
    const place = { number: pages.length + 1, chain: plan.chain };
    const query = queryOf(facts, place, token);
    const { connection } = plan;
    const exchange = yield* open.send(place, { query, connection, credential: credentialOf(facts, place) });
    const page = pageOf(exchange);
    if (page === undefined) return 'refused';
    pages.push(page);
    if (page.next === '') return 'end';
    if (isEndless(pages)) return 'endless';
    if (pages.length >= (plan.atMost ?? pagesAtMost)) return 'stopped';
    token = page.next;
    return undefined;
  };
  return {
    /** Requests the next page; returns how the chain ended, and sends nothing more after that. */
    *advance(): Steps<ChainEnd | undefined> {
      end ??= yield* next();
      return end;
    },
    walked: (): Walked => ({ plan, pages, end: end ?? 'stopped' }),
  };
}

/** Follows a chain to its end, or until its plan or the bounds stop it. */
export function* walkChain(open: OpenCase, facts: TargetFacts, plan: ChainPlan): Steps<Walked> {
  const walk = openWalk(open, facts, plan);
  while ((yield* walk.advance()) === undefined);
  return walk.walked();
}

/** Requests a page again with a used token; the answer is not part of a chain. */
export function* askAgain(open: OpenCase, facts: TargetFacts, { plan, pages }: Walked): Steps {
  const [first] = pages;
  if (first === undefined || first.next === '') return;
  const place = { number: 2, chain: { ...plan.chain, askedAgain: true } } as const;
  yield* open.send(place, { query: queryOf(facts, place, first.next) });
}

function queryOf(facts: TargetFacts, place: ChainPage, token: string | undefined): string {
  const { kind, encoding, tokenFirst } = place.chain;
  const size = sizeAt(place);
  const parts = [
    ...(size === undefined ? [] : [`${facts.pageSizeParameter}=${size}`]),
    ...(token === undefined ? [] : [`${facts.pageTokenParameter}=${encodedToken(token, encoding)}`]),
  ];
  return (kind === 'token-first' || tokenFirst === true ? parts.reverse() : parts).join('&');
}

function sizeAt({ number, chain: { size, laterSizes } }: ChainPage): number | undefined {
  if (number === 1 || laterSizes === undefined) return size;
  return laterSizes[(number - 2) % laterSizes.length] ?? undefined;
}

/** Undefined for the scheme that the target is known to accept, with the token of the run. */
function credentialOf(facts: TargetFacts, { number, chain }: ChainPage): Request['credential'] {
  const { kind, scheme } = chain;
  if (kind === 'api-key') return 'api-key';
  if (scheme === 'in-turn') return number % 2 === 1 ? 'bearer' : 'api-key';
  if (scheme !== 'renewed') return scheme;
  const usual = facts.bearerWorks ? 'bearer' : 'api-key';
  return number % 2 === 1 ? undefined : present(usual, anotherToken, facts.apiKeyForm ?? undefined);
}

/** Another one than that of the run, for the same user. */
const anotherToken: TokenRole = { token: 'fresh', lifetimeSeconds: newTokenSeconds };

/** The page size of the listing of all users, for as few pages as possible. The target may reject or reduce it. */
const largest = 1_000;

/** Walks the listing of all users, with as few pages as possible. */
export function* walkAnchor(
  open: OpenCase,
  run: Run,
  kind: 'before' | 'after',
  repetition?: number,
): Steps<Walked> {
  const { facts } = run;
  const size = Math.max(largest, (facts.users ?? 0) + 1);
  const walked = yield* walkChain(open, facts, { chain: { kind, size, repetition } });
  if (walked.end !== 'refused' || walked.pages.length > 0) return walked;
  return yield* walkChain(open, facts, { chain: { kind, repetition } });
}

/** How often a chain that has failed again is walked, as long as it fails: what others did to the users for a moment is over then. */
export const failuresWanted = 4;

/**
 * Walks the listing right behind a chain that failed again: another client may have created a user for a moment, or deleted one and
 * created it again, whom the listings before and after all chains do not show (ruling 18). No other repetition has so high a number.
 */
export function walkBehindFailed(open: OpenCase, run: Run, number = 0): Steps<Walked> {
  return walkAnchor(open, run, 'after', 101 + number);
}

/** What the judge of chains needs to know. */
export function walksFacts({ facts }: Run): Facts {
  const { pageSizeParameter, pageSizeWorks, knownUsers } = facts;
  return { pageSizeParameter, pageSizeWorks, knownUsers };
}

/** Whether a listing has exactly these users. */
export function isSame({ pages }: Walked, all: Map<string, number>): boolean {
  const users = new Set(pages.flatMap(({ ids }) => ids));
  return users.size === all.size && [...users].every((id) => all.has(id));
}

/** Whether a chain needs to be repeated; the judge decides what is wrong with it. */
export function isOdd({ pages, end }: Walked, all: Map<string, number>): boolean {
  if (contradicted(pages, all).length > 0) return true;
  const ids = pages.flatMap((page) => page.ids);
  const distinct = new Set(ids);
  if (end === 'endless' || distinct.size < ids.length || ids.some((id) => !all.has(id))) return true;
  return end === 'end' && distinct.size < all.size;
}
