import type { CaseRecord } from '../../journal/record.ts';
import { judgeChains } from '../../judges/list-users/judge-chains.ts';
import { caseOf, json, judge, type Made, type MadeRole } from './records.ts';

export type Users = readonly string[] | null | undefined;

/** A user as written here: an id, and behind a slash a party, or `off` for one that is deactivated. */
function user(written: string): object {
  const [id, primaryParty] = written.split('/');
  return primaryParty === undefined ? { id } : { id, primaryParty, isDeactivated: primaryParty === 'off' };
}

/** A page as written here: its users, and the token behind it. */
export interface Written {
  readonly users: Users;
  readonly next?: string | null;
}

export function page(role: MadeRole, { users, next }: Written, query = ''): Made {
  return {
    role,
    target: `/v2/users${query}`,
    answer: json(200, {
      ...(users === undefined ? {} : { users: users?.map(user) ?? null }),
      ...(next === undefined ? {} : { nextPageToken: next }),
    }),
  };
}

/** A chain that cuts the users into pages and numbers its tokens; the last page has no token. Its repetition sends the same requests. */
export function chain(name: string, ...pages: readonly Users[]): Made[] {
  const [same] = name.split(' again');
  return pages.map((users, index) =>
    page(
      `page ${index + 1} of ${name}`,
      { users, ...(index + 1 < pages.length ? { next: `${name} ${index + 1}` } : {}) },
      `?chain=${same}&page=${index + 1}`,
    ),
  );
}

export const all = ['a', 'b', 'c'];
export const anchors = (made: readonly Made[], after: readonly string[] = all): Made[] => [
  ...chain('before', all),
  ...made,
  ...chain('after', after),
];
export const facts = { pageSizeParameter: 'pageSize', pageSizeWorks: true };

export function walked(made: readonly Made[], more: Partial<CaseRecord> = {}) {
  return judge(caseOf('list-users', 'LU-PAGE-COMPLETE', made, { facts, ...more }), judgeChains);
}
/** The same chain twice, the second time as its own repetition. */
export const twice = (name: string, ...pages: readonly Users[]): Made[] => [
  ...chain(name, ...pages),
  ...chain(`${name} again 1`, ...pages),
];
