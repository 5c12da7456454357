import { isObject } from '../../json/read-json.ts';
import type { ProvisioningContext } from '../provisioner.ts';
import { prefixOf } from './names.ts';
import { rightsRequest } from './requests.ts';

/** How many pages of users are searched for leftovers. */
const pagesAtMost = 1_000;

/**
 * Deletes the users of a run and revokes the rights over its parties. Everything is found by name, so leftovers of a
 * killed run are removed too. The party itself remains: the node has no operation to delete an external party.
 */
export async function clean(context: ProvisioningContext): Promise<string[]> {
  const removed: string[] = [];
  for (const id of await ownUsers(context)) {
    const { status, shown } = await context.call('DELETE', `/v2/users/${encodeURIComponent(id)}`);
    if (status !== 200 && status !== 404) throw new Error(`The user ${id} could not be deleted: ${shown}`);
    removed.push(`user ${id}`);
  }
  const { subject } = context;
  if (subject === null) return removed;
  const path = `/v2/users/${encodeURIComponent(subject)}/rights`;
  for (const party of await ownParties(context, path)) {
    const { status, shown } = await context.call('PATCH', path, rightsRequest(subject, party));
    if (status !== 200) throw new Error(`The right to act as ${party} could not be revoked: ${shown}`);
    removed.push(`right to act as ${party}`);
  }
  return removed;
}

async function ownUsers(context: ProvisioningContext): Promise<string[]> {
  const found: string[] = [];
  let token = '';
  for (let page = 0; page < pagesAtMost; page += 1) {
    const query = token === '' ? '' : `?pageToken=${encodeURIComponent(token)}`;
    const { status, body, shown } = await context.call('GET', `/v2/users${query}`);
    if (status !== 200 || !isObject(body)) throw new Error(`The users could not be listed: ${shown}`);
    const users = Array.isArray(body.users) ? body.users : [];
    for (const user of users) {
      const id: unknown = isObject(user) ? user.id : undefined;
      // Include the separator in the prefix: one nonce can be the beginning of another.
      if (typeof id === 'string' && id.startsWith(`${prefixOf(context)}-`)) found.push(id);
    }
    token = typeof body.nextPageToken === 'string' ? body.nextPageToken : '';
    if (token === '') return found;
  }
  throw new Error(`There are more than ${pagesAtMost} pages of users; the rest was not searched.`);
}

async function ownParties(context: ProvisioningContext, path: string): Promise<string[]> {
  const { status, body, shown } = await context.call('GET', path);
  if (status !== 200 || !isObject(body)) throw new Error(`The rights could not be listed: ${shown}`);
  const rights = Array.isArray(body.rights) ? body.rights : [];
  return rights.flatMap((right) => {
    const kind = isObject(right) && isObject(right.kind) ? right.kind.CanActAs : undefined;
    const value = isObject(kind) ? kind.value : undefined;
    const party = isObject(value) ? value.party : undefined;
    return typeof party === 'string' && party.startsWith(`${prefixOf(context)}::`) ? [party] : [];
  });
}
