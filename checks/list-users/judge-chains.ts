import { collect, type Sink } from '../../journal/judgement.ts';
import { reasonOf } from '../../journal/reason.ts';
import type { CaseRecord, Chain } from '../../journal/record.ts';
import { type Page, pageOf } from '../../preflight/page-parameters.ts';
import { chainText } from '../../session/case-text.ts';
import type { Judge } from '../../session/check.ts';
import { finalAttempts, pagePlaceOf } from '../answers/final-attempts.ts';
import { judgeInto } from '../answers/judge-answers.ts';
import { flickering } from './flicker.ts';
import { isEndless } from './walk.ts';

const operation = 'list-users';

interface WalkedPage extends Page {
  readonly number: number;
  readonly exchange: string;
  /** The page size in the request. */
  readonly asked: number | undefined;
}

interface WalkedChain {
  readonly chain: Chain;
  readonly pages: readonly WalkedPage[];
  readonly users: ReadonlySet<string>;
  readonly ended: boolean;
}

/** A defect of a chain: the requirement that it breaks, and where. */
interface ChainDefect {
  readonly requirement: string;
  readonly kind:
    | 'page-token-repeated'
    | 'user-repeated'
    | 'chain-endless'
    | 'users-missing'
    | 'users-unlisted';
  readonly actual: string;
  readonly exchanges: readonly string[];
}

/**
 * Compares page walks (rulings 17 and 18). The case has a listing `before` and one `after` the chains, with as few
 * pages as the target allows. If they differ, users came or went, and nothing is decided. A failing chain counts if its
 * repetition fails too; `after` is the repetition of `before`.
 */
export const judgeChains: Judge = (record, context) =>
  collect((sink) => {
    const control = judgeInto(sink, record, context);
    const all = chainsOf(record);
    for (const chain of all) judgeSizes(sink, chain, record);
    const chains = all.filter(({ chain }) => chain.askedAgain === undefined);
    const before = chains.find(({ chain }) => chain.kind === 'before');
    const [after, ...again] = chains.filter(({ chain }) => chain.kind === 'after');
    if (before === undefined || after === undefined || !isWhole(before) || !isWhole(after)) {
      judgeWithoutAnchor(sink, chains);
      return control;
    }
    if (!sameSet(before.users, after.users)) {
      judgeChanged(sink, [before, after, ...again.filter(isWhole)]);
      return control;
    }
    judgeAgreement(sink, chains, before.users);
    return control;
  });

/** The listings differ: users came or went, unless they come and go with every request. */
function judgeChanged(sink: Sink, listings: readonly WalkedChain[]): void {
  const unsteady = flickering(listings.map(({ users }) => users));
  for (const requirement of ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE', 'LU-PAGE-EMPTYTOKEN']) {
    if (unsteady.length > 0 && requirement === 'LU-PAGE-COMPLETE') continue;
    sink.undecided({ requirement, operation }, reasonOf('users-changed'));
  }
  if (unsteady.length === 0) return;
  sink.judged('LU-PAGE-COMPLETE', listings.length);
  sink.finding({
    requirement: 'LU-PAGE-COMPLETE',
    operation,
    kind: 'users-flicker',
    parameters: { listings: listings.length },
    pointer: '/users',
    actual: unsteady.slice(0, 5).join(', ').slice(0, 300),
    exchanges: listings.flatMap(({ pages }) => pages.map(({ exchange }) => exchange)).slice(0, 20),
  });
}

function chainsOf(record: CaseRecord): WalkedChain[] {
  const walked = new Map<string, { chain: Chain; list: WalkedPage[] }>();
  const size = String(record.facts.pageSizeParameter ?? '');
  for (const final of finalAttempts(record)) {
    const place = pagePlaceOf(final);
    const page = pageOf(final.last.exchange);
    if (place === undefined || page === undefined) continue;
    const query = new URLSearchParams(final.last.exchange.request.target.split('?')[1] ?? '');
    const asked = query.get(size);
    const { number, chain } = place;
    const known = walked.get(keyOf(chain)) ?? { chain, list: [] };
    walked.set(keyOf(chain), known);
    known.list.push({
      ...page,
      number,
      exchange: final.last.exchange.id,
      asked: asked === null ? undefined : Number(asked),
    });
  }
  return [...walked.values()].map(({ chain, list }) => {
    const sorted = list.sort((a, b) => a.number - b.number);
    return {
      chain,
      pages: sorted,
      users: new Set(sorted.flatMap(({ ids }) => ids)),
      ended: sorted.at(-1)?.next === '',
    };
  });
}

/** The same for all pages of a chain, whatever the order of its members. */
function keyOf(chain: Chain): string {
  return JSON.stringify(Object.entries(chain).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The chain that this one repeats. */
function originalOf({ repetition: _, ...chain }: Chain): Chain {
  return chain;
}

function requirementOf({ kind }: Chain): string {
  return kind === 'empty-token' ? 'LU-PAGE-EMPTYTOKEN' : 'LU-PAGE-COMPLETE';
}

function isWhole(chain: WalkedChain): boolean {
  return chain.ended && chain.pages.every((page, index) => page.number === index + 1);
}

function judgeSizes(sink: Sink, chain: WalkedChain, record: CaseRecord): void {
  for (const page of chain.pages) {
    if (page.asked === undefined) continue;
    sink.judged('LU-PAGE-SIZE');
    if (page.ids.length <= page.asked) continue;
    sink.finding({
      requirement: 'LU-PAGE-SIZE',
      operation,
      kind: 'page-too-large',
      parameters:
        record.facts.pageSizeWorks === false ? { ineffective: String(record.facts.pageSizeParameter) } : {},
      pointer: '/users',
      actual: `${page.ids.length} users instead of at most ${page.asked}`,
      exchanges: [page.exchange],
    });
  }
}

/** Defects visible in a chain alone: a repeated token, no end, a user listed twice. */
function ownDefects(chain: WalkedChain): ChainDefect[] {
  const defects: ChainDefect[] = [];
  const tokens = new Map<string, string>();
  const users = new Map<string, string>();
  for (const page of chain.pages) {
    const earlier = tokens.get(page.next);
    if (page.next !== '' && earlier !== undefined) {
      defects.push({
        requirement: 'LU-PAGE-CONTINUES',
        kind: 'page-token-repeated',
        actual: 'the same nextPageToken twice',
        exchanges: [earlier, page.exchange],
      });
    }
    tokens.set(page.next, page.exchange);
    for (const id of page.ids) {
      const seen = users.get(id);
      if (seen !== undefined && !page.anonymous.includes(id)) {
        defects.push({
          requirement: 'LU-PAGE-CONTINUES',
          kind: 'user-repeated',
          actual: id.slice(0, 200),
          exchanges: [...new Set([seen, page.exchange])],
        });
      }
      users.set(id, page.exchange);
    }
  }
  if (!chain.ended && defects.length === 0 && isEndless(chain.pages)) {
    defects.push({
      requirement: 'LU-PAGE-CONTINUES',
      kind: 'chain-endless',
      actual: `${chain.pages.length} pages for ${chain.users.size} users`,
      exchanges: chain.pages.slice(-2).map(({ exchange }) => exchange),
    });
  }
  return defects;
}

/** Defects compared with the listing, which every chain must match as a set; a stopped chain, as far as it went. */
function defectsAgainst(chain: WalkedChain, all: ReadonlySet<string>): ChainDefect[] {
  const requirement = requirementOf(chain.chain);
  const missing = chain.ended ? [...all].filter((id) => !chain.users.has(id)) : [];
  const foreign = [...chain.users].filter((id) => !all.has(id));
  const told = (kind: ChainDefect['kind'], ids: readonly string[]): ChainDefect[] =>
    ids.length === 0
      ? []
      : [
          {
            requirement,
            kind,
            actual: `${ids.length} of ${all.size}: ${ids.slice(0, 5).join(', ').slice(0, 300)}`,
            exchanges: chain.pages.map(({ exchange }) => exchange).slice(0, 20),
          },
        ];
  return [...told('users-missing', missing), ...told('users-unlisted', foreign)];
}

function judgeAgreement(sink: Sink, chains: readonly WalkedChain[], all: ReadonlySet<string>): void {
  const defects = new Map(
    chains.map((chain) => [chain, [...ownDefects(chain), ...defectsAgainst(chain, all)]]),
  );
  for (const chain of chains) {
    sink.judged('LU-PAGE-CONTINUES', chain.pages.length);
    const { kind, repetition } = chain.chain;
    sink.judged(requirementOf(chain.chain), chain.pages.length);
    if (kind === 'after' || repetition !== undefined) continue;
    const repeated = chains.filter((other) => isRepetition(other.chain, chain.chain));
    const failedAgain = repeated.filter((other) => (defects.get(other) ?? []).length > 0);
    const found = defects.get(chain) ?? [];
    if (failedAgain.length === 0) {
      for (const requirement of new Set(found.map((defect) => defect.requirement))) {
        sink.undecided({ requirement, operation }, reasonOf('chain-failed-once', chainText(chain.chain)));
      }
      continue;
    }
    report(sink, chain, found, { failed: failedAgain.length + 1, walks: repeated.length + 1 });
  }
}

function isRepetition(other: Chain, chain: Chain): boolean {
  if (chain.kind === 'before') return other.kind === 'after';
  return other.repetition !== undefined && keyOf(originalOf(other)) === keyOf(chain);
}

/** Without a listing to compare with, judges each chain alone, and the failure of the listing. */
function judgeWithoutAnchor(sink: Sink, chains: readonly WalkedChain[]): void {
  for (const chain of chains) {
    sink.judged('LU-PAGE-CONTINUES', chain.pages.length);
    const defects = ownDefects(chain);
    const again = chains.some((other) => other !== chain && ownDefects(other).length > 0);
    if (again) report(sink, chain, defects, {});
  }
}

/** @param walked how many walks of the chain failed, if counted */
function report(
  sink: Sink,
  { chain }: WalkedChain,
  defects: readonly ChainDefect[],
  walked: { readonly failed?: number; readonly walks?: number },
): void {
  const seen = new Set<string>();
  for (const { requirement, kind, actual, exchanges } of defects) {
    if (seen.has(kind)) continue;
    seen.add(kind);
    sink.finding({
      requirement,
      operation,
      kind,
      parameters: { chain: chainText(chain), of: keyOf(chain), ...walked },
      pointer: kind === 'page-token-repeated' ? '/nextPageToken' : '/users',
      ...(chain.kind === 'smallest' ? { shrunk: true } : {}),
      actual,
      exchanges,
    });
  }
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}
