import type { Chain } from '../../journal/record.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import { inQuery, type Page, pageOf } from '../../preflight/page-parameters.ts';
import type { CaseBuilder } from '../../session/case-builder.ts';

/** A chain of pages to follow. The kind says how: starting with an empty token, token before size, or by API key. */
export interface ChainPlan {
  readonly chain: Chain;
  /** Stop after this many pages, if the beginning is enough. */
  readonly atMost?: number;
}

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
    const query = queryOf(facts, plan, token);
    const purpose = { number: pages.length + 1, chain: plan.chain };
    const scheme = plan.chain.kind === 'api-key' ? 'api-key' : undefined;
    const exchange = await builder.send(purpose, { query }, scheme);
    const page = pageOf(exchange);
    if (page === undefined) return 'refused';
    pages.push(page);
    if (page.next === '') return 'end';
    if (isEndless(pages)) return 'endless';
    if (plan.atMost !== undefined && pages.length >= plan.atMost) return 'stopped';
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
  const purpose = { number: 2, chain: { ...plan.chain, askedAgain: true } } as const;
  await builder.send(purpose, { query: queryOf(facts, plan, first.next) });
}

function queryOf(
  facts: TargetFacts,
  { chain: { kind, size } }: ChainPlan,
  token: string | undefined,
): string {
  const parts = [
    ...(size === undefined ? [] : [`${facts.pageSizeParameter}=${size}`]),
    ...(token === undefined ? [] : [`${facts.pageTokenParameter}=${inQuery(token)}`]),
  ];
  return (kind === 'token-first' ? parts.reverse() : parts).join('&');
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
