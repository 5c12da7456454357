import { groupBy } from '../../journal/group-by.ts';
import type { Attempt, CaseRecord, Chain } from '../../journal/record.ts';
import { queryOf } from '../../wire/exchange.ts';
import { type FinalAttempt, finalAttempts, pagePlaceOf } from '../answers/final-attempts.ts';
import { listedIds, type Page, pageOf } from './page.ts';

/** A page of a chain in a record. */
export interface WalkedPage extends Page {
  readonly number: number;
  readonly exchange: string;
  /** When it was requested, in the order of the requests of the case. */
  readonly ordinal: number;
  /** Undefined if a user on it has no id. */
  readonly listed: readonly string[] | undefined;
  /** The page size in the request. */
  readonly asked: number | undefined;
}

/** A chain in a record, with its pages in order. */
export interface WalkedChain {
  readonly chain: Chain;
  readonly pages: readonly WalkedPage[];
  readonly users: ReadonlySet<string>;
  readonly ended: boolean;
}

/** The chains of a record, with the pages that were returned. */
export function chainsOf(record: CaseRecord): WalkedChain[] {
  const size = String(record.facts.pageSizeParameter ?? '');
  const all = finalAttempts(record);
  const walked = all.flatMap((final) => {
    const { exchange } = final.last;
    const place = pagePlaceOf(asFirstSent(final, all));
    const page = pageOf(exchange);
    if (place === undefined || page === undefined) return [];
    const { number, chain } = place;
    const asked = queryOf(exchange.request.target).get(size);
    const { ordinal } = final.last;
    const sent = { exchange: exchange.id, ordinal, asked: asked === null ? undefined : Number(asked) };
    return [{ chain, page: { ...page, ...sent, number, listed: listedIds(exchange) } }];
  });
  return [...groupBy(walked, ({ chain }) => keyOf(chain)).values()].map((same) => {
    const pages = same.map(({ page }) => page).sort((a, b) => a.number - b.number);
    return {
      chain: same[0].chain,
      pages,
      users: new Set(pages.flatMap(({ ids }) => ids)),
      ended: pages.at(-1)?.next === '',
    };
  });
}

/** The request that a request repeats because it was not answered, such as that for a page while the target was busy (ruling 46). */
function asFirstSent(final: FinalAttempt, all: readonly FinalAttempt[]): FinalAttempt {
  const { repeats } = final.attempts[0] as Attempt;
  const first = all.find(({ last }) => last.ordinal === repeats);
  return first === undefined || first.answer !== undefined ? final : first;
}

/** The same for all pages of a chain, whatever the order of its members. */
export function keyOf(chain: Chain): string {
  const members = Object.entries(chain).filter(([, value]) => value !== undefined);
  return JSON.stringify(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Whether the chain was followed from its first page to its last. */
export function isWhole(chain: WalkedChain): boolean {
  return chain.ended && chain.pages.every((page, index) => page.number === index + 1);
}
