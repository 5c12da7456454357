import type { CaseBuilder } from '../../harness/case-builder.ts';
import { type Page, pageOf } from '../../harness/page-parameters.ts';
import type { TargetFacts } from '../../harness/target.ts';

/** A chain of pages to follow: its name is part of each page's role. */
export interface ChainPlan {
  readonly name: string;
  /** Undefined leaves the size parameter out. */
  readonly size?: number;
  /** Begin with an empty page token instead of none. */
  readonly emptyToken?: boolean;
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

/** Follows a chain page by page, within the bounds of ruling 17. */
export async function walkChain(builder: CaseBuilder, facts: TargetFacts, plan: ChainPlan): Promise<Walked> {
  const pages: Page[] = [];
  let token = plan.emptyToken === true ? '' : undefined;
  for (;;) {
    const query = queryOf(facts, plan.size, token);
    const exchange = await builder.send(`page ${pages.length + 1} of ${plan.name}`, { query });
    const page = pageOf(exchange);
    if (page === undefined) return { plan, pages, end: 'refused' };
    pages.push(page);
    if (page.next === '') return { plan, pages, end: 'end' };
    if (isEndless(pages)) return { plan, pages, end: 'endless' };
    if (plan.atMost !== undefined && pages.length >= plan.atMost) return { plan, pages, end: 'stopped' };
    token = page.next;
  }
}

function queryOf(facts: TargetFacts, size: number | undefined, token: string | undefined): string {
  const parts = [
    ...(size === undefined ? [] : [`${facts.pageSizeParameter}=${size}`]),
    ...(token === undefined ? [] : [`${facts.pageTokenParameter}=${encodeURIComponent(token)}`]),
  ];
  return parts.join('&');
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
