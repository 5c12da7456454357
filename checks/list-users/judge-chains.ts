import { collect, type Sink } from '../../journal/judgement.ts';
import { reasonOf } from '../../journal/reason.ts';
import type { CaseRecord } from '../../journal/record.ts';
import { type Page, pageOf } from '../../preflight/page-parameters.ts';
import type { Judge } from '../../session/check.ts';
import { finalAttempts, roleOf } from '../answers/final-attempts.ts';
import { judgeInto } from '../answers/judge-answers.ts';
import { isShrunk } from '../conduct/shrink.ts';
import { askedAgain, isEndless } from './walk.ts';

const operation = 'list-users';

interface ChainPage extends Page {
  readonly number: number;
  readonly exchange: string;
  /** The size that was asked for in the request itself. */
  readonly asked: number | undefined;
}

interface Chain {
  readonly name: string;
  readonly pages: readonly ChainPage[];
  readonly users: ReadonlySet<string>;
  readonly ended: boolean;
}

/** Something wrong with a chain: whose requirement it breaks, and where. */
interface Defect {
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
 * Judges page walks against each other (rulings 17 and 18). The case holds a listing `before` and one `after` the
 * chains, with the fewest pages the target allows: where they differ, users came or went, and nothing is decided.
 * A chain that fails counts when it fails again as its own repetition, named `… again n`; `after` is that of `before`.
 */
export const judgeChains: Judge = (record, context) =>
  collect((sink) => {
    const control = judgeInto(sink, record, context);
    const all = chainsOf(record);
    for (const chain of all) judgeSizes(sink, chain, record);
    const chains = all.filter(({ name }) => !name.startsWith(askedAgain));
    const before = chains.find(({ name }) => name === 'before');
    const after = chains.find(({ name }) => name === 'after');
    if (before === undefined || after === undefined || !isWhole(before) || !isWhole(after)) {
      judgeWithoutAnchor(sink, chains);
      return control;
    }
    if (!sameSet(before.users, after.users)) {
      for (const requirement of ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE', 'LU-PAGE-EMPTYTOKEN']) {
        sink.undecided({ requirement, operation }, reasonOf('users-changed'));
      }
      return control;
    }
    judgeAgreement(sink, chains, before.users);
    return control;
  });

function chainsOf(record: CaseRecord): Chain[] {
  const pages = new Map<string, ChainPage[]>();
  const size = String(record.facts.pageSizeParameter ?? '');
  for (const final of finalAttempts(record)) {
    const [, number, name] = /^page (\d+) of (.+)$/.exec(roleOf(final)) ?? [];
    const page = pageOf(final.last.exchange);
    if (name === undefined || page === undefined) continue;
    const query = new URLSearchParams(final.last.exchange.request.target.split('?')[1] ?? '');
    const asked = query.get(size);
    const list = pages.get(name) ?? [];
    list.push({
      ...page,
      number: Number(number),
      exchange: final.last.exchange.id,
      asked: asked === null ? undefined : Number(asked),
    });
    pages.set(name, list);
  }
  return [...pages].map(([name, list]) => {
    const sorted = list.sort((a, b) => a.number - b.number);
    return {
      name,
      pages: sorted,
      users: new Set(sorted.flatMap(({ ids }) => ids)),
      ended: sorted.at(-1)?.next === '',
    };
  });
}

function isWhole(chain: Chain): boolean {
  return chain.ended && chain.pages.every((page, index) => page.number === index + 1);
}

function judgeSizes(sink: Sink, chain: Chain, record: CaseRecord): void {
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
      actual: `${page.ids.length} users where ${page.asked} were asked for`,
      exchanges: [page.exchange],
    });
  }
}

/** Defects that a chain shows by itself: a token given twice, no end, a user listed twice. */
function ownDefects(chain: Chain): Defect[] {
  const defects: Defect[] = [];
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

/** Defects against the listing that all chains must agree with as sets; a chain that was stopped must agree as far as it went. */
function defectsAgainst(chain: Chain, all: ReadonlySet<string>): Defect[] {
  const requirement = chain.name.startsWith('empty token') ? 'LU-PAGE-EMPTYTOKEN' : 'LU-PAGE-COMPLETE';
  const missing = chain.ended ? [...all].filter((id) => !chain.users.has(id)) : [];
  const foreign = [...chain.users].filter((id) => !all.has(id));
  const told = (kind: Defect['kind'], ids: readonly string[]): Defect[] =>
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

function judgeAgreement(sink: Sink, chains: readonly Chain[], all: ReadonlySet<string>): void {
  const defects = new Map(
    chains.map((chain) => [chain.name, [...ownDefects(chain), ...defectsAgainst(chain, all)]]),
  );
  for (const chain of chains) {
    sink.judged('LU-PAGE-CONTINUES', chain.pages.length);
    sink.judged(
      chain.name.startsWith('empty token') ? 'LU-PAGE-EMPTYTOKEN' : 'LU-PAGE-COMPLETE',
      chain.pages.length,
    );
    if (/^after$| again \d+$/.test(chain.name)) continue;
    const repeated = chains.filter(
      ({ name }) => name.startsWith(`${chain.name} again `) || (chain.name === 'before' && name === 'after'),
    );
    const failedAgain = repeated.filter(({ name }) => (defects.get(name) ?? []).length > 0);
    const found = defects.get(chain.name) ?? [];
    if (failedAgain.length === 0) {
      for (const requirement of new Set(found.map((defect) => defect.requirement))) {
        sink.undecided({ requirement, operation }, reasonOf('chain-failed-once', chain.name));
      }
      continue;
    }
    report(sink, chain, found, { failed: failedAgain.length + 1, walks: repeated.length + 1 });
  }
}

/** Without a listing to compare with, only what a chain shows by itself can be judged, and the listing's own failure is. */
function judgeWithoutAnchor(sink: Sink, chains: readonly Chain[]): void {
  for (const chain of chains) {
    sink.judged('LU-PAGE-CONTINUES', chain.pages.length);
    const defects = ownDefects(chain);
    const again = chains.some((other) => other.name !== chain.name && ownDefects(other).length > 0);
    if (again) report(sink, chain, defects, {});
  }
}

/** @param walked how many of the walks of the chain failed, where that was counted */
function report(
  sink: Sink,
  chain: Chain,
  defects: readonly Defect[],
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
      parameters: { chain: chain.name, ...walked },
      pointer: kind === 'page-token-repeated' ? '/nextPageToken' : '/users',
      ...(isShrunk(chain) ? { shrunk: true } : {}),
      actual,
      exchanges,
    });
  }
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}
