import type { Chain } from '../../journal/record.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import { inQuery, type Page, pageOf } from '../../preflight/page-parameters.ts';
import type { CaseBuilder } from '../../session/case-builder.ts';

/** A chain of pages to follow. Its kind says how: with an empty page token first, the token before the size, under the API key. */
export interface ChainPlan {
  readonly chain: Chain;
  /** Stop after so many pages: the beginning is enough. */
  readonly atMost?: number;
}

/** How a chain ended: at its end, given up as endless, stopped on purpose, or refused. */
export type ChainEnd = 'end' | 'endless' | 'stopped' | 'refused';

export interface Walked {
  readonly plan: ChainPlan;
  readonly pages: readonly Page[];
  readonly end: ChainEnd;
}

/** A chain that is being followed. */
export interface Walk {
  /** Asks for the next page; how the chain ended, once it has, and nothing more is asked then. */
  advance(): Promise<ChainEnd | undefined>;
  walked(): Walked;
}

/** Begins a chain, to be followed page by page within the bounds of ruling 17. */
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

/** Follows a chain to its end, or to where its plan or the bounds stop it. */
export async function walkChain(builder: CaseBuilder, facts: TargetFacts, plan: ChainPlan): Promise<Walked> {
  const walk = openWalk(builder, facts, plan);
  while ((await walk.advance()) === undefined);
  return walk.walked();
}

/** Asks for a page once more by a token that was used already; its answer belongs to no chain. */
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
