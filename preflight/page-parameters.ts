import type { TargetFacts } from '../journal/target-facts.ts';
import { isObject, type JsonObject, readObject } from '../json/read-json.ts';
import { UsageError } from '../settings/usage-error.ts';
import { bodyOf, type Exchange } from '../wire/exchange.ts';

/** What listing users before the run shows of its pages. */
export type PageFindings = Pick<TargetFacts, 'users' | 'pageSizeWorks'>;

/** Other spellings that servers use (ruling 17), tried only where the configured name has no effect. */
const otherSizeNames: readonly string[] = ['page_size', 'maxPageSize', 'limit', 'size', 'pageSize'];
const otherTokenNames: readonly string[] = ['page_token', 'cursor', 'pageToken'];

type Ask = (query: string) => Promise<Exchange>;
type Names = Pick<TargetFacts, 'pageSizeParameter' | 'pageTokenParameter'>;

/**
 * Counts the users and sees whether asking for one element and giving a token have an effect.
 * @throws UsageError where another spelling has the effect that the configured one lacks: the configuration is wrong.
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
  // A size that is refused or breaks the answer has an effect too; other sizes are tried by the checks.
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
 * Where the configured token parameter brings the same page again, looks whether another spelling goes on.
 * @throws UsageError where one does.
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

/** A target's text as the value of a query parameter; half a surrogate pair, which has no UTF-8, becomes U+FFFD. */
export function inQuery(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** Pages followed before the run; with more of them the count is a lower bound, and that is enough to plan by. */
const pagesCounted = 20;

async function countUsers(names: Names, first: Page | undefined, ask: Ask): Promise<number | null> {
  const ids = new Set<string>(first?.ids);
  let page = first;
  for (let pages = 1; page !== undefined && page.next !== '' && pages < pagesCounted; pages += 1) {
    page = pageOf(await ask(`${names.pageTokenParameter}=${inQuery(page.next)}`));
    for (const id of page?.ids ?? []) ids.add(id);
  }
  // Next to nobody, though pages go on, are refused, or list somebody twice: how many there are is for the checks to see.
  const isWhole =
    page?.next === '' && first !== undefined && first.ids.length <= ids.size + first.anonymous.length;
  if (first === undefined || (ids.size < 2 && !isWhole)) return null;
  return ids.size;
}

/** What a page says: an identity of each user, and the token of the next page, empty at the end. */
export interface Page {
  readonly ids: readonly string[];
  /** Identities among them of users without an id: two users may have the same one. */
  readonly anonymous: readonly string[];
  readonly next: string;
}

/** A page read leniently; undefined where the answer is no success with a JSON object. Its form is judged elsewhere. */
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
 * No field of a user is marked required, and nothing says that ids differ across identity providers: the id with its
 * provider, else the party, else all of it, members in one order.
 */
function userIdentity(user: unknown): string {
  if (hasId(user)) {
    const { id, identityProviderId: provider } = user;
    return typeof provider === 'string' && provider !== '' ? `${id} of ${provider}` : id;
  }
  if (isObject(user) && typeof user.primaryParty === 'string') return `party ${user.primaryParty}`;
  return JSON.stringify(inOneOrder(user)) ?? '';
}

/** What tells users apart lies in their first levels; deeper ones would take a stack as deep. */
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
