import type { Call } from '../../call.ts';
import type { PageResult } from '../../operations/list-users.ts';
import { readPageToken, writePageToken } from '../../page-token.ts';
import type { ListUsersRequest } from '../../requests.ts';
import type { Change } from '../fault.ts';
import { refuseValid } from '../refuse-valid.ts';
import type { PageContext } from './change-page.ts';

/** What a token says about the request that it answered. */
export type Mark = (request: ListUsersRequest, call: Call) => string;

/** The requested size, or `default`. */
export const sizeMark: Mark = ({ pageSize }) => pageSize?.[0] ?? 'default';

/** The scheme of the credential. */
export const schemeMark: Mark = (_, call) => (isByApiKey(call) ? 'api-key' : 'bearer');

export function isByApiKey({ headers }: Call): boolean {
  return headers['sec-websocket-protocol'] !== undefined;
}

/** A request with a token: the user that it continues behind, and whether its circumstances are those of the token. */
export interface MarkedContext extends PageContext {
  readonly after: string;
  readonly isAsGiven: boolean;
}

/**
 * Tokens that hold the circumstances of the request that they answered. The change applies to requests with a token;
 * undefined means no change.
 */
export function markedTokens(markOf: Mark, change: (context: MarkedContext) => Promise<PageResult | undefined>): Change {
  return (behaviour, { fire }) => {
    const base = behaviour.perform['list-users'];
    return {
      ...behaviour,
      perform: {
        ...behaviour.perform,
        'list-users': async (request, call) => {
          const { after, mark } = readMarked(request);
          const pageOf = async (other: ListUsersRequest): Promise<PageResult> => base(other, call);
          const plain = after === '' ? request : { ...request, pageToken: [writePageToken(after)] };
          const asked = Number(request.pageSize?.[0] ?? 0);
          const changed =
            mark === undefined
              ? undefined
              : await change({
                  request: plain,
                  size: asked === 0 ? undefined : asked,
                  token: writePageToken(after),
                  call,
                  pageOf,
                  after,
                  isAsGiven: mark === markOf(request, call),
                });
          if (changed !== undefined) fire();
          return marked(changed ?? (await pageOf(plain)), markOf(request, call));
        },
      },
    };
  };
}

/** Rejects a token under other circumstances than those that it was given under. */
export function refuseElsewhere(markOf: Mark, cause: string): Change {
  return (behaviour, context) =>
    refuseValid('list-users', cause, (call) => {
      const { mark } = readMarked(call.input as ListUsersRequest);
      return mark !== undefined && mark !== markOf(call.input as ListUsersRequest, call);
    })(markedTokens(markOf, async () => undefined)(behaviour, context), context);
}

function readMarked({ pageToken: [token = ''] = [] }: ListUsersRequest): { after: string; mark?: string } {
  const [after = '', mark] = (readPageToken(token) ?? '').split('|');
  return { after, mark };
}

function marked(page: PageResult, mark: string): PageResult {
  const after = typeof page.nextPageToken === 'string' ? readPageToken(page.nextPageToken) : undefined;
  return after === undefined ? page : { ...page, nextPageToken: writePageToken(`${after}|${mark}`) };
}
