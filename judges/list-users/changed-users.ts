import { groupBy } from '../../journal/group-by.ts';
import type { Chain } from '../../journal/record.ts';
import { keyOf, type WalkedChain } from './walked-chains.ts';

// What other clients do to the users while pages are read (ruling 18).

/**
 * Whether users came and went between the two listings, which then agree by chance: walks of the same chain have users that
 * neither listing has, and not the same ones. A single user who is there now and then may be one that the target should
 * not list.
 */
export function cameAndWent(chains: readonly WalkedChain[], all: ReadonlySet<string>): boolean {
  const walks = groupBy(chains, ({ chain }) => keyOf(originalOf(chain)));
  const visitors = new Set<string>();
  for (const same of walks.values()) {
    for (const id of same.flatMap(({ users }) => [...users]))
      if (!all.has(id) && same.some(({ users }) => !users.has(id))) visitors.add(id);
  }
  return visitors.size > 1;
}

/** How many users other clients may have created and deleted, or deleted and created again, who are told from faults one by one. */
const fewUsers = 3;

/** Whether all that walks have or lack is a few users who were there, or were away, for a while. */
export function changedOnce(chains: readonly WalkedChain[], all: ReadonlySet<string>): boolean {
  const odd = new Set(chains.flatMap((chain) => differencesOf(chain, all)));
  return odd.size > 0 && odd.size <= fewUsers && [...odd].every((id) => isForAWhile(id, chains, all));
}

/**
 * Whether no walk contradicts that a user came and went once: none that was walked meanwhile sees the usual state, and one of the same
 * chain does at another time, so that the chain is not what makes the difference.
 */
function isForAWhile(id: string, chains: readonly WalkedChain[], all: ReadonlySet<string>): boolean {
  const told = chains.filter(({ ended, users }) => ended || users.has(id));
  const odd = told.filter(({ users }) => users.has(id) !== all.has(id));
  const usual = told.filter((chain) => !odd.includes(chain));
  const begin = ({ pages }: WalkedChain): number => pages[0]?.ordinal ?? 0;
  const end = ({ pages }: WalkedChain): number => pages.at(-1)?.ordinal ?? 0;
  const [from, to] = [Math.min(...odd.map(end)), Math.max(...odd.map(begin))];
  const same = new Set(odd.map(({ chain }) => keyOf(originalOf(chain))));
  return (
    usual.some(({ chain }) => same.has(keyOf(originalOf(chain)))) &&
    !usual.some((chain) => begin(chain) >= from && end(chain) <= to)
  );
}

/** The chain that this one repeats. */
export function originalOf({ repetition: _, ...chain }: Chain): Chain {
  return chain;
}

/** The users that a chain has and the listing does not, or lacks, as far as it went. */
export function differencesOf({ users, ended }: WalkedChain, all: ReadonlySet<string>): string[] {
  const missing = ended ? [...all].filter((id) => !users.has(id)) : [];
  return [...missing, ...[...users].filter((id) => !all.has(id))];
}

/** How often users must come back in the listings of a case. */
const enough = 3;

/**
 * Users that disappear from listings read one after the other and come back: at least three times in all, otherwise
 * none. A user may be deleted and created again, but not several times within a few requests (rulings 18 and 36).
 */
export function flickering(listings: readonly ReadonlySet<string>[]): string[] {
  const everybody = new Set(listings.flatMap((users) => [...users]));
  const back = [...everybody].flatMap((id) => Array<string>(returnsOf(id, listings)).fill(id));
  return back.length < enough ? [] : [...new Set(back)];
}

function returnsOf(id: string, listings: readonly ReadonlySet<string>[]): number {
  const from = listings.findIndex((users) => users.has(id));
  return listings.filter((users, at) => at > from && users.has(id) && listings[at - 1]?.has(id) === false)
    .length;
}
