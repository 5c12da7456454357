import { isObject } from '../../rules/json-types.ts';
import type { Members } from '../altered-draft.ts';
import { changeBody } from '../change-success.ts';
import type { Change } from '../fault.ts';

/** Replaces users of each page; `change` returns undefined for a user that stays the same. */
export function changeUsers(change: (user: Members, index: number) => unknown): Change {
  return changeBody('list-users', (page) => {
    const before: readonly unknown[] = Array.isArray(page.users) ? page.users : [];
    let isChanged = false;
    const users = before.map((user, index) => {
      const changed = isObject(user) ? change(user, index) : undefined;
      isChanged ||= changed !== undefined;
      return changed === undefined ? user : changed;
    });
    return isChanged ? { ...page, users } : undefined;
  });
}

/** Replaces one field of each user. */
export function changeField(field: string, make: (value: unknown) => unknown): Change {
  return changeUsers((user) => ({ ...user, [field]: make(user[field]) }));
}

/** Replaces one field of the metadata of each user. */
export function changeMetadata(field: string, make: (value: unknown) => unknown): Change {
  return changeUsers((user) => {
    const metadata = isObject(user.metadata) ? user.metadata : {};
    return { ...user, metadata: { ...metadata, [field]: make(metadata[field]) } };
  });
}
