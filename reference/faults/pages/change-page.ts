import type { Call } from '../../call.ts';
import type { PageResult } from '../../operations/list-users.ts';
import type { ListUsersRequest } from '../../requests.ts';
import type { Change } from '../fault.ts';

/** Input for a page: the request, and the pages for other requests. */
export interface PageContext {
  readonly request: ListUsersRequest;
  /** As requested; undefined if no size was requested. */
  readonly size: number | undefined;
  /** '' if there is none. */
  readonly token: string;
  readonly call: Call;
  readonly pageOf: (request: ListUsersRequest) => Promise<PageResult>;
}

/** Replaces pages of list-users; undefined means no change. */
export function changePage(change: (context: PageContext) => Promise<PageResult | undefined>): Change {
  return (behaviour, { fire }) => {
    const base = behaviour.perform['list-users'];
    return {
      ...behaviour,
      perform: {
        ...behaviour.perform,
        'list-users': async (request, call) => {
          const asked = Number(request.pageSize?.[0] ?? 0);
          const changed = await change({
            request,
            size: asked === 0 ? undefined : asked,
            token: request.pageToken?.[0] ?? '',
            call,
            pageOf: async (other) => base(other, call),
          });
          if (changed === undefined) return base(request, call);
          fire();
          return changed;
        },
      },
    };
  };
}

/** The same request with another page size. */
export function withSize(request: ListUsersRequest, size: number): ListUsersRequest {
  return { ...request, pageSize: [String(size)] };
}

export function usersOf({ users }: PageResult): readonly unknown[] {
  return users ?? [];
}

export function isLast({ nextPageToken }: PageResult): boolean {
  return nextPageToken === '';
}

/** The id of a user of this server. */
export function idOf(user: unknown): string {
  return typeof user === 'object' && user !== null && 'id' in user ? String(user.id) : '';
}
