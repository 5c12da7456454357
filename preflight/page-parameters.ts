import type { TargetFacts } from '../journal/target-facts.ts';
import { isObject, type JsonObject, readObject } from '../json/read-json.ts';
import { UsageError } from '../settings/usage-error.ts';
import { bodyOf, type Exchange } from '../wire/exchange.ts';

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
  const limited = (page: Page | undefined): boolean =>
    page !== undefined && page.ids.length < first.ids.length;
  const configured = await ask(`${names.pageSizeParameter}=1`);
  if (limited(pageOf(configured))) {
    await refuseOtherTokenName(names, pageOf(configured), `${names.pageSizeParameter}=1&`, ask);
    return { users, pageSizeWorks: true };
  }
  // A size that is rejected or causes an error has an effect too; the checks try other sizes.
  if (
    configured.failure !== undefined ||
    (configured.answer !== undefined && configured.answer.status >= 300)
  )
    return { users, pageSizeWorks: null };
  for (const name of otherSizeNames.filter((each) => each !== names.pageSizeParameter)) {
    if (limited(pageOf(await ask(`${name}=1`)))) {
      throw new UsageError([
        `The page size parameter of this target is ${name}, not ${names.pageSizeParameter}: set TARGET_PAGE_SIZE_PARAMETER=${name}.`,
      ]);
    }
  }
  return { users, pageSizeWorks: false };
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
  const goesOn = async (name: string): Promise<boolean | undefined> => {
    const next = pageOf(await ask(`${query}${name}=${inQuery(page.next)}`));
    return next === undefined ? undefined : next.ids.join('\n') !== page.ids.join('\n');
  };
  if ((await goesOn(names.pageTokenParameter)) !== false) return;
  for (const name of otherTokenNames.filter((each) => each !== names.pageTokenParameter)) {
    if (await goesOn(name)) {
      throw new UsageError([
        `The page token parameter of this target is ${name}, not ${names.pageTokenParameter}: set TARGET_PAGE_TOKEN_PARAMETER=${name}.`,
      ]);
    }
  }
}

/** Encodes text from a target as a query parameter; unpaired surrogates, which have no UTF-8 form, become U+FFFD. */
export function inQuery(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** How many pages to follow before the run; beyond that, the count is a lower bound, which is enough for planning. */
const pagesCounted = 20;

async function countUsers(names: Names, first: Page | undefined, ask: Ask): Promise<number | null> {
  const ids = new Set<string>(first?.ids);
  let page = first;
  for (let pages = 1; page !== undefined && page.next !== '' && pages < pagesCounted; pages += 1) {
    page = pageOf(await ask(`${names.pageTokenParameter}=${inQuery(page.next)}`));
    for (const id of page?.ids ?? []) ids.add(id);
  }
  // Fewer than two users, but more pages, an error or duplicates: leave the count to the checks.
  const isWhole =
    page?.next === '' && first !== undefined && first.ids.length <= ids.size + first.anonymous.length;
  if (first === undefined || (ids.size < 2 && !isWhole)) return null;
  return ids.size;
}

/** The content of a page: an identity per user, and the token of the next page (empty on the last one). */
export interface Page {
  readonly ids: readonly string[];
  /** Identities of users without an id; two users may have the same one. */
  readonly anonymous: readonly string[];
  readonly next: string;
}

/** Parses a page leniently; undefined unless the response is a success with a JSON object. Checks judge its form. */
export function pageOf(exchange: Exchange): Page | undefined {
  const { answer, failure } = exchange;
  if (answer === undefined || failure !== undefined || answer.status < 200 || answer.status > 299)
    return undefined;
  const read = readObject(bodyOf(answer));
  if (read === undefined) return undefined;
  const { users, nextPageToken } = read;
  const list = Array.isArray(users) ? users : [];
  return {
    ids: list.map(userIdentity),
    anonymous: list.filter((user) => !hasId(user)).map(userIdentity),
    next: typeof nextPageToken === 'string' ? nextPageToken : '',
  };
}

function hasId(user: unknown): user is JsonObject & { readonly id: string } {
  return isObject(user) && typeof user.id === 'string';
}

/**
 * No field of a user is required, and ids may not be unique across identity providers: use the id with its provider,
 * else the party, else the whole user with sorted members.
 */
function userIdentity(user: unknown): string {
  if (hasId(user)) {
    const { id, identityProviderId: provider } = user;
    return typeof provider === 'string' && provider !== '' ? `${id} of ${provider}` : id;
  }
  if (isObject(user) && typeof user.primaryParty === 'string') return `party ${user.primaryParty}`;
  return JSON.stringify(inOneOrder(user)) ?? '';
}

/** The first levels are enough to distinguish users; deeper ones could overflow the stack. */
const toldApart = 100;

function inOneOrder(value: unknown, level = 0): unknown {
  if (level > toldApart && typeof value === 'object') return null;
  if (Array.isArray(value)) return value.map((each) => inOneOrder(each, level + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, inOneOrder(each, level + 1)]),
  );
}
