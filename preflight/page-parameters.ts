import { encodedToken } from '../generators/token-encoding.ts';
import { type TargetFacts, usersForPages } from '../journal/target-facts.ts';
import { type Page, pageOf } from '../judges/list-users/page.ts';
import { UsageError } from '../settings/usage-error.ts';
import type { Exchange } from '../wire/exchange.ts';

/** What listing users before the run shows about paging. */
export type PageFindings = Pick<TargetFacts, 'users' | 'pageSizeWorks'>;

/** Other names that servers use (ruling 17), tried only if the configured name has no effect. */
const otherSizeNames: readonly string[] = ['page_size', 'maxPageSize', 'limit', 'size', 'pageSize'];
const otherTokenNames: readonly string[] = ['page_token', 'cursor', 'pageToken'];

type Ask = (query: string) => Promise<Exchange>;
type Names = Pick<TargetFacts, 'pageSizeParameter' | 'pageTokenParameter'>;

/**
 * Counts the users and tests whether the page size and page token parameters have an effect.
 * @throws UsageError if another name has the effect that the configured one lacks: the configuration is wrong.
 */
export async function findPageParameters(names: Names, ask: Ask): Promise<PageFindings> {
  const first = pageOf(await ask(''));
  await refuseOtherTokenName(names, first, '', ask);
  const users = await countUsers(names, first, ask);
  if (first === undefined || first.ids.length < 2) return { users, pageSizeWorks: null };
  // Hardly any client asks for a page of one user, and a page that has a few more than it should still has fewer.
  const half = first.ids.length >> 1;
  const asked = usualSizes.findLast((each) => each <= half) ?? half;
  const size: Effect = {
    query: (name) => (name === undefined ? '' : `${name}=${asked}`),
    isSeen: (page) => page.ids.length < first.ids.length,
  };
  const configured = await ask(size.query(names.pageSizeParameter));
  if (configured.failure !== undefined) return { users, pageSizeWorks: null };
  // A size that is rejected has an effect too, unless all are: the target may not know the parameter.
  if (isRejected(configured) && !(await isEverySizeRejected(names.pageSizeParameter, ask)))
    return { users, pageSizeWorks: null };
  const page = pageOf(configured);
  if (page !== undefined && size.isSeen(page)) {
    await refuseOtherTokenName(names, page, `${names.pageSizeParameter}=${asked}&`, ask);
    return { users, pageSizeWorks: true };
  }
  const other = await otherNameWith(size, names.pageSizeParameter, otherSizeNames, ask);
  if (other === undefined && isRejected(configured)) return { users, pageSizeWorks: null };
  if (other === undefined) return { users, pageSizeWorks: false };
  if (other === 'unsteady') return { users, pageSizeWorks: null };
  throw new UsageError([
    `The page size parameter of this target is ${other}, not ${names.pageSizeParameter}: set TARGET_PAGE_SIZE_PARAMETER=${other}.`,
  ]);
}

function isRejected({ answer }: Exchange): boolean {
  return answer !== undefined && answer.status >= 300;
}

/** Sizes that clients commonly use. */
const usualSizes: readonly number[] = [5, 10, 20, 50, 100, 1_000];

async function isEverySizeRejected(name: string, ask: Ask): Promise<boolean> {
  for (const size of usualSizes) if (!isRejected(await ask(`${name}=${size}`))) return false;
  return true;
}

/**
 * If the configured token parameter returns the same page again, tries other names.
 * @throws UsageError if one of them returns the next page.
 */
async function refuseOtherTokenName(
  names: Names,
  page: Page | undefined,
  query: string,
  ask: Ask,
): Promise<void> {
  if (page === undefined || page.ids.length === 0 || page.next === '') return;
  const same = membersOf(page);
  const token: Effect = {
    query: (name) =>
      name === undefined ? query.replace(/&$/, '') : `${query}${name}=${encodedToken(page.next)}`,
    isSeen: (next) => membersOf(next) !== same,
  };
  const next = pageOf(await ask(token.query(names.pageTokenParameter)));
  if (next === undefined || token.isSeen(next)) return;
  const other = await otherNameWith(token, names.pageTokenParameter, otherTokenNames, ask);
  if (other === undefined || other === 'unsteady') return;
  throw new UsageError([
    `The page token parameter of this target is ${other}, not ${names.pageTokenParameter}: set TARGET_PAGE_TOKEN_PARAMETER=${other}.`,
  ]);
}

function membersOf({ ids }: Page): string {
  return [...ids].sort().join('\n');
}

/** The effect of a parameter, and the query with the parameter under a name, or without it. */
interface Effect {
  readonly query: (name: string | undefined) => string;
  readonly isSeen: (page: Page) => boolean;
}

/** A parameter that no target has. */
const noParameter = 'unknownToTheDocument';

/**
 * How often an effect must be seen to be one of the parameter, and not seen without it: two users in a random order are in
 * the same one every other time.
 */
const times = { seen: 3, unseen: 6 };

/**
 * Another name with the effect that the configured one lacks; `unsteady` if the effect comes and goes by itself. Only a
 * target whose listing is steady can show that a name is wrong (ruling 36): the effect is seen each time under the other
 * name, and never under the configured one, without a parameter, or under a name that no target has.
 */
async function otherNameWith(
  { query, isSeen }: Effect,
  configured: string,
  others: readonly string[],
  ask: Ask,
): Promise<string | 'unsteady' | undefined> {
  const seenIn = async (name: string | undefined, count: number): Promise<number> => {
    let seen = 0;
    for (let time = 0; time < count; time += 1) {
      const page = pageOf(await ask(query(name)));
      if (page !== undefined && isSeen(page)) seen += 1;
    }
    return seen;
  };
  for (const name of others.filter((each) => each !== configured)) {
    if ((await seenIn(name, 1)) === 0) continue;
    const isOfName = (await seenIn(name, times.seen - 1)) === times.seen - 1;
    if (!isOfName) return 'unsteady';
    for (const without of [configured, undefined, noParameter])
      if ((await seenIn(without, times.unseen)) > 0) return 'unsteady';
    return name;
  }
  return (await seenIn(configured, times.seen - 1)) === 0 ? undefined : 'unsteady';
}

/** How many pages to follow before the run; beyond that, the count is a lower bound, which is enough for planning. */
const pagesCounted = 20;

async function countUsers(names: Names, first: Page | undefined, ask: Ask): Promise<number | null> {
  const ids = new Set<string>(first?.ids);
  let page = first;
  for (let pages = 1; page !== undefined && page.next !== '' && pages < pagesCounted; pages += 1) {
    page = pageOf(await ask(`${names.pageTokenParameter}=${encodedToken(page.next)}`));
    for (const id of page?.ids ?? []) ids.add(id);
  }
  // Too few users, but more pages, an error or duplicates: leave the count to the checks.
  const isWhole =
    page?.next === '' && first !== undefined && first.ids.length <= ids.size + first.anonymous.length;
  if (first === undefined || (ids.size < usersForPages && !isWhole)) return null;
  return ids.size;
}
