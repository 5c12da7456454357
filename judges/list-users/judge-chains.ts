import { chainText } from '../../journal/case-text.ts';
import { collect, type Sink } from '../../journal/judgement.ts';
import { reasonOf } from '../../journal/reason.ts';
import type { CaseRecord, Chain } from '../../journal/record.ts';
import { judgeInto } from '../answers/judge-answers.ts';
import type { Judge } from '../judge.ts';
import { cameAndWent, changedOnce, differencesOf, flickering, originalOf } from './changed-users.ts';
import { judgePageSize, judgeTakenSizes } from './judge-sizes.ts';
import { contradicted, isEndless, pagesAtMost, saidIn } from './page.ts';
import { chainsOf, isWhole, keyOf, saysTheSame, type WalkedChain } from './walked-chains.ts';

const operation = 'list-users';

/** What only a comparison with the whole listing decides. */
const comparing: readonly string[] = ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE', 'LU-PAGE-EMPTYTOKEN'];

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
 * pages as the target allows, and others right behind chains that failed again. If they differ, users came or went, and nothing is
 * decided. A failing chain counts if its repetition fails too; `after` is the repetition of `before`.
 */
export const judgeChains: Judge = (record, context) =>
  collect((sink) => {
    const control = judgeInto(sink, record, context);
    const all = chainsOf(record);
    const { pageSizeWorks, pageSizeParameter } = record.facts;
    const parameters = pageSizeWorks === false ? { ineffective: String(pageSizeParameter) } : {};
    for (const page of all.flatMap(({ pages }) => pages)) judgePageSize(sink, page, parameters);
    judgeTakenSizes(sink, record);
    const chains = all.filter(({ chain }) => chain.askedAgain === undefined);
    const before = chains.find(({ chain }) => chain.kind === 'before');
    const [after, ...again] = chains.filter(({ chain }) => chain.kind === 'after');
    if (before === undefined || after === undefined || !isWhole(before) || !isWhole(after)) {
      judgeWithoutAnchor(sink, chains);
      judgeTooLong(sink, chains);
      return control;
    }
    judgeKnownUsers(sink, [before, after], record);
    const listings = [before, after, ...again.filter(isWhole)];
    if (listings.some(({ users }) => !sameSet(before.users, users))) {
      judgeChanged(sink, listings);
      return control;
    }
    if (cameAndWent(chains, before.users)) {
      undecidedOf(sink, comparing);
      return control;
    }
    const said = saidIn(before.pages);
    // Otherwise another client may have changed users meanwhile.
    const isSteady =
      listings.every(({ pages }) => contradicted(pages, said).length === 0) && saysTheSame(all);
    // A user with the party or flag of another one counts as a user that was not listed before.
    const withOthers = (chain: WalkedChain): WalkedChain => {
      const more = contradicted(chain.pages, said).map((id) => `${id} with other fields`);
      return more.length === 0 ? chain : { ...chain, users: new Set([...chain.users, ...more]) };
    };
    judgeAgreement(sink, isSteady ? chains.map(withOthers) : chains, before.users);
    return control;
  });

/** The listings differ: users came or went, unless they come and go with every request. */
function judgeChanged(sink: Sink, listings: readonly WalkedChain[]): void {
  const unsteady = flickering(listings.map(({ users }) => users));
  const decided = unsteady.length === 0 ? undefined : 'LU-PAGE-COMPLETE';
  undecidedOf(
    sink,
    comparing.filter((requirement) => requirement !== decided),
  );
  if (decided === undefined) return;
  sink.judged(decided, listings.length);
  sink.finding({
    requirement: decided,
    operation,
    kind: 'users-flicker',
    parameters: { listings: listings.length },
    pointer: '/users',
    actual: unsteady.slice(0, 5).join(', ').slice(0, 300),
    exchanges: listings.flatMap(({ pages }) => pages.map(({ exchange }) => exchange)).slice(0, 20),
  });
}

function undecidedOf(sink: Sink, undecided: readonly string[]): void {
  for (const requirement of undecided) sink.undecided({ requirement, operation }, reasonOf('users-changed'));
}

function requirementOf({ kind }: Chain): string {
  return kind === 'empty-token' ? 'LU-PAGE-EMPTYTOKEN' : 'LU-PAGE-COMPLETE';
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
  const odd = differencesOf(chain, all);
  const missing = odd.filter((id) => all.has(id));
  const foreign = odd.filter((id) => !all.has(id));
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
  const isOfOthers = changedOnce(chains, all);
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
    const own = isOfOthers ? ownDefects(chain) : found;
    if (own.length < found.length) undecidedOf(sink, comparing);
    report(sink, chain, own, { failed: failedAgain.length + 1, walks: repeated.length + 1 });
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

/** Where the end of a listing was not waited for, nothing tells whether a chain is complete. */
function judgeTooLong(sink: Sink, chains: readonly WalkedChain[]): void {
  if (!chains.some(({ ended, pages }) => !ended && pages.length >= pagesAtMost)) return;
  for (const requirement of comparing)
    sink.undecided({ requirement, operation }, reasonOf('listing-too-long', pagesAtMost));
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
      shrunk: chain.kind === 'smallest' || undefined,
      actual,
      exchanges,
    });
  }
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}

/** Users that are known to exist are in one of the complete listings (ruling 37); users without ids cannot be told. */
function judgeKnownUsers(sink: Sink, listings: readonly WalkedChain[], { facts }: CaseRecord): void {
  const requirement = 'LU-PAGE-COMPLETE';
  const known = Array.isArray(facts.knownUsers) ? facts.knownUsers.map(String) : [];
  const pages = listings.flatMap((listing) => listing.pages);
  if (known.length === 0 || pages.some(({ listed }) => listed === undefined)) return;
  const listed = new Set(pages.flatMap((page) => page.listed ?? []));
  const missing = known.filter((id) => !listed.has(id));
  sink.judged(requirement);
  if (missing.length === 0) return;
  sink.finding({
    requirement,
    operation,
    kind: 'known-users-missing',
    parameters: { known: known.length },
    pointer: '/users',
    actual: `${missing.length} missing: ${missing.slice(0, 5).join(', ').slice(0, 300)}`,
    exchanges: pages.map(({ exchange }) => exchange).slice(0, 20),
  });
}
