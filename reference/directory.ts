export interface User {
  readonly id: string;
  readonly primaryParty: string;
  readonly isDeactivated: boolean;
  readonly metadata: {
    readonly resourceVersion: string;
    readonly annotations: Readonly<Record<string, string>>;
  };
  readonly identityProviderId: string;
}

/** The users of a ledger in order of their ids. */
export interface Directory {
  readonly size: () => number;
  /** Up to `limit` users whose ids are greater than `after`; '' starts at the beginning. */
  readonly page: (after: string, limit: number) => readonly User[];
  /** Adds a user, or replaces the one with the same id. */
  readonly insert: (user: User) => void;
  readonly remove: (id: string) => void;
}

export function createDirectory(users: readonly User[]): Directory {
  const byId = [...users].sort((left, right) => (left.id < right.id ? -1 : 1));

  /** Index of the first user whose id is greater than (or, optionally, equal to) the given one. */
  function indexAfter(id: string, orEqual: boolean): number {
    let low = 0;
    let high = byId.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const candidate = byId[middle]?.id ?? '';
      if (candidate > id || (orEqual && candidate === id)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  return {
    size: () => byId.length,
    page: (after, limit) => {
      const start = after === '' ? 0 : indexAfter(after, false);
      return byId.slice(start, start + limit);
    },
    insert: (user) => {
      const index = indexAfter(user.id, true);
      byId.splice(index, byId[index]?.id === user.id ? 1 : 0, user);
    },
    remove: (id) => {
      const index = indexAfter(id, true);
      if (byId[index]?.id === id) byId.splice(index, 1);
    },
  };
}
