import { groupBy } from '../../journal/group-by.ts';
import type { Attempt, CaseRecord, Chain } from '../../journal/record.ts';
import { type Exchange, headerValues, queryOf } from '../../wire/exchange.ts';
import { type FinalAttempt, finalAttempts, pagePlaceOf } from '../answers/final-attempts.ts';
import { contradicted, listedIds, type Page, pageOf, saidIn } from './page.ts';

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
  /** What was asked for, and with which credential. */
  readonly request: string;
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
    const request = requestOf(exchange);
    return [{ chain, page: { ...page, ...sent, number, request, listed: listedIds(exchange) } }];
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

function requestOf({ request: { target, headers } }: Exchange): string {
  const credential = ['authorization', 'sec-websocket-protocol'].flatMap((name) =>
    headerValues(headers, name),
  );
  return [target, ...credential].join(' ');
}

/** Whether the same request was told the same of users each time: otherwise they are changed meanwhile, or replicas differ. */
export function saysTheSame(chains: readonly WalkedChain[]): boolean {
  const pages = chains.flatMap(({ pages: some }) => some);
  return [...groupBy(pages, ({ request }) => request).values()].every(
    ([first, ...again]) => again.length === 0 || contradicted(again, saidIn([first])).length === 0,
  );
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
