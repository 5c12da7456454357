import { hashOf } from '../../generators/sampling.ts';
import { isObject, type JsonObject, readObject } from '../../json/read-json.ts';
import { bodyOf, type Exchange } from '../../wire/exchange.ts';
import { wasAccepted } from '../answers/answer-kind.ts';

/** The content of a page: an identity per user, and the token of the next page (empty on the last one). */
export interface Page {
  readonly ids: readonly string[];
  /** Of each user a number for the party and whether it is deactivated, in little memory; 0 where one of them is not said. */
  readonly said: readonly number[];
  /** Identities of users without an id; two users may have the same one. */
  readonly anonymous: readonly string[];
  readonly next: string;
}

/**
 * A chain in which each page has a new user may be that of a very long listing: it is no breach that it goes on, but nobody
 * waits for its end (ruling 38).
 */
export const pagesAtMost = 1_000;

/** Parses a page leniently; undefined unless the response is a success with a JSON object. Checks judge its form. */
export function pageOf(exchange: Exchange): Page | undefined {
  const { answer, failure } = exchange;
  if (answer === undefined || failure !== undefined || !wasAccepted(answer)) return undefined;
  const read = readObject(bodyOf(answer));
  if (read === undefined) return undefined;
  const { users, nextPageToken } = read;
  const list = Array.isArray(users) ? users : [];
  return {
    ids: list.map(userIdentity),
    said: list.map(saidOf),
    anonymous: list.filter((user) => !hasId(user)).map(userIdentity),
    next: typeof nextPageToken === 'string' ? nextPageToken : '',
  };
}

/** The ids on a page; undefined if one of its users has none, or if it is no page. */
export function listedIds({ answer }: Exchange): readonly string[] | undefined {
  const { users } = (answer === undefined ? undefined : readObject(bodyOf(answer))) ?? {};
  if (users === undefined || users === null) return [];
  return Array.isArray(users) && users.every(hasId) ? users.map(({ id }) => id) : undefined;
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

/** V8 keeps an integer of up to 30 bits without a sign in the array itself. */
function saidOf(user: unknown): number {
  const { primaryParty, isDeactivated }: JsonObject = hasId(user) ? user : {};
  const isSaid = typeof primaryParty === 'string' && typeof isDeactivated === 'boolean';
  return isSaid ? hashOf(`${primaryParty} ${isDeactivated}`) >>> 2 : 0;
}

/** What pages say of each user, by its identity. */
export function saidIn(pages: readonly Page[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const { ids, said } of pages) for (const [at, id] of ids.entries()) all.set(id, said[at] ?? 0);
  return all;
}

/** The users of whom pages say something else than before. */
export function contradicted(pages: readonly Page[], before: Map<string, number>): string[] {
  const isOther = (said = 0, known = 0): boolean => said !== 0 && known !== 0 && said !== known;
  return pages.flatMap(({ ids, said }) => ids.filter((id, at) => isOther(said[at], before.get(id))));
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

/**
 * Ruling 17: a repeated token, 100 pages in a row without a new user, or ten pages per user plus 100. A user without an id may be a
 * new one, even if it looks like another.
 */
export function isEndless(pages: readonly Page[]): boolean {
  const tokens = new Set<string>();
  const users = new Set<string>();
  let unnamed = 0;
  let idle = 0;
  for (const page of pages) {
    if (page.next !== '' && tokens.has(page.next)) return true;
    tokens.add(page.next);
    const before = users.size;
    for (const id of page.ids) users.add(id);
    unnamed += page.anonymous.length;
    idle = users.size > before || page.anonymous.length > 0 ? 0 : idle + 1;
    if (idle >= 100) return true;
  }
  return pages.length >= (users.size + unnamed) * 10 + 100;
}
