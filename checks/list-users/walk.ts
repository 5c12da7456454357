import { encodedToken } from '../../generators/token-encoding.ts';
import type { Chain } from '../../journal/record.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import { type Page, pageOf } from '../../preflight/page-parameters.ts';
import type { CaseBuilder } from '../../session/case-builder.ts';
import type { Line } from '../../wire/connections.ts';
import type { Scheme } from '../../wire/credential.ts';

/** A chain of pages to follow. The chain says how: its sizes, its scheme, and how its tokens are written. */
export interface ChainPlan {
  readonly chain: Chain;
  /** Stop after this many pages, if the beginning is enough; `pagesAtMost` by default. */
  readonly atMost?: number;
  /** The connection to walk it on; any by default. */
  readonly connection?: Line;
}

/**
 * A chain in which each page has a new user may be that of a very long listing: it is no breach that it goes on, but nobody
 * waits for its end (ruling 38).
 */
export const pagesAtMost = 1_000;

/** How a chain ended: at its last page, stopped as endless, stopped as planned, or rejected. */
export type ChainEnd = 'end' | 'endless' | 'stopped' | 'refused';

export interface Walked {
  readonly plan: ChainPlan;
  readonly pages: readonly Page[];
  readonly end: ChainEnd;
}

/** A chain in progress. */
export interface Walk {
  /** Requests the next page; returns how the chain ended, and sends nothing more after that. */
  advance(): Promise<ChainEnd | undefined>;
  walked(): Walked;
}

/** Starts a chain that can be followed page by page within the bounds of ruling 17. */
export function openWalk(builder: CaseBuilder, facts: TargetFacts, plan: ChainPlan): Walk {
  const pages: Page[] = [];
  let end: ChainEnd | undefined;
  let token = plan.chain.kind === 'empty-token' ? '' : undefined;
  const next = async (): Promise<ChainEnd | undefined> => {
    const place = { number: pages.length + 1, chain: plan.chain };
    const query = queryOf(facts, place, token);
    const { connection } = plan;
    const request = connection === undefined ? { query } : { query, connection };
    const exchange = await builder.send(place, request, schemeOf(place));
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
    async advance() {
      end ??= await next();
      return end;
    },
    walked: () => ({ plan, pages, end: end ?? 'stopped' }),
  };
}

/** Follows a chain to its end, or until its plan or the bounds stop it. */
export async function walkChain(builder: CaseBuilder, facts: TargetFacts, plan: ChainPlan): Promise<Walked> {
  const walk = openWalk(builder, facts, plan);
  while ((await walk.advance()) === undefined);
  return walk.walked();
}

/** Requests a page again with a used token; the answer is not part of a chain. */
export async function askAgain(
  builder: CaseBuilder,
  facts: TargetFacts,
  { plan, pages }: Walked,
): Promise<void> {
  const [first] = pages;
  if (first === undefined || first.next === '') return;
  const place = { number: 2, chain: { ...plan.chain, askedAgain: true } } as const;
  await builder.send(place, { query: queryOf(facts, place, first.next) });
}

/** A page of a chain, counted from 1. */
interface Place {
  readonly number: number;
  readonly chain: Chain;
}

function queryOf(facts: TargetFacts, place: Place, token: string | undefined): string {
  const { kind, encoding, tokenFirst } = place.chain;
  const size = sizeAt(place);
  const parts = [
    ...(size === undefined ? [] : [`${facts.pageSizeParameter}=${size}`]),
    ...(token === undefined ? [] : [`${facts.pageTokenParameter}=${encodedToken(token, encoding)}`]),
  ];
  return (kind === 'token-first' || tokenFirst === true ? parts.reverse() : parts).join('&');
}

function sizeAt({ number, chain: { size, laterSizes } }: Place): number | undefined {
  if (number === 1 || laterSizes === undefined) return size;
  return laterSizes[(number - 2) % laterSizes.length] ?? undefined;
}

/** Undefined for the scheme that the target is known to accept. */
function schemeOf({ number, chain: { kind, scheme } }: Place): Scheme | undefined {
  if (kind === 'api-key') return 'api-key';
  return scheme === 'in-turn' ? (number % 2 === 1 ? 'bearer' : 'api-key') : scheme;
}

/** Ruling 17: a repeated token, 100 pages in a row without a new user, or ten pages per user plus 100. */
export function isEndless(pages: readonly Page[]): boolean {
  const tokens = new Set<string>();
  const users = new Set<string>();
  let idle = 0;
  for (const page of pages) {
    if (page.next !== '' && tokens.has(page.next)) return true;
    tokens.add(page.next);
    const before = users.size;
    for (const id of page.ids) users.add(id);
    idle = users.size > before ? 0 : idle + 1;
    if (idle >= 100) return true;
  }
  return pages.length >= users.size * 10 + 100;
}
