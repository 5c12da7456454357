import type { Call } from '../call.ts';
import type { User } from '../directory.ts';
import { readPageToken, writePageToken } from '../page-token.ts';
import { malformed } from '../refusal.ts';
import type { Json } from '../rules/json-types.ts';
import { type Action, performed, type Run } from './engine.ts';

// What rows do with the pages of list-users.

/** The request of a page, and the pages of others. */
export interface Asked {
  readonly request: Json;
  /** Undefined if no size was requested. */
  readonly size: number | undefined;
  /** '' if there is none. */
  readonly token: string;
  readonly call: Call;
  /** Everybody, in order of their ids. */
  readonly users: readonly User[];
  /** The page of this request with other parameters. */
  readonly of: (parameters: object) => Promise<Json>;
}

/** Gets the page, which is as requested; undefined leaves it as it is. */
type ChangePage = (page: Json, asked: Asked) => Promise<Json> | Json;

function askedIn(run: Run, call: Call): Asked {
  const { pageSize: [size = '0'] = [], pageToken: [token = ''] = [] } = call.request;
  const { directory } = call.ledger;
  return {
    request: call.request,
    size: Number(size) === 0 ? undefined : Number(size),
    token,
    call,
    get users() {
      return directory.page('', directory.size());
    },
    of: (parameters) => performed(run, call, { ...call.request, ...parameters }),
  };
}

/** Another page, or other members of it; made for each server. */
export const paging =
  (make: (run: Run) => ChangePage): Action =>
  (run) => {
    const change = make(run);
    return {
      async perform(call) {
        const made = await change(call.result, askedIn(run, call));
        if (made !== undefined) call.result = { ...call.result, ...made };
      },
    };
  };

export const page = (change: ChangePage): Action => paging(() => change);

/** Users are missing from a page. */
export const leaveOut = (isLeftOut: (user: User, index: number, asked: Asked) => unknown): Action =>
  page(({ users }, asked) => ({
    users: users.filter((user: User, index: number) => !isLeftOut(user, index, asked)),
  }));

/** A page of another size than requested, where that makes it longer. */
export const sized = (make: (size: number, asked: Asked) => number): Action =>
  page(async (_, asked) => {
    const { size, of } = asked;
    if (size === undefined) return undefined;
    const made = await of({ pageSize: [String(make(size, asked))] });
    return made.users.length > size ? made : undefined;
  });

export const isLast = ({ nextPageToken }: Json): boolean => nextPageToken === '';

/** The end of the list. */
export const end = { users: [], nextPageToken: '' };

/** Whether a token was sent, which is not empty. */
export const hasToken = (input: Json): boolean => (input.pageToken?.[0] ?? '') !== '';

/** Page tokens that have a text in front; a token without it is invalid. */
export const inFront =
  (front: string): Action =>
  () => ({
    decode(call) {
      const [token = ''] = call.input?.pageToken ?? [];
      const inner = token.startsWith(front) ? token.slice(front.length) : '!';
      if (token !== '') call.input = { ...call.input, pageToken: [inner] };
    },
    perform(call) {
      const { nextPageToken = '' } = call.result;
      if (nextPageToken !== '') call.result = { ...call.result, nextPageToken: `${front}${nextPageToken}` };
    },
  });

/**
 * Page tokens that hold something of the request that they answer. `otherwise` is what becomes of a request with the token of
 * another one, by the user that it continues behind; without it, the request is rejected.
 */
export const marked =
  (
    markOf: (call: Call) => string,
    otherwise?: (asked: Asked, after: string) => Promise<Json> | Json,
  ): Action =>
  (run) => {
    const marks = new WeakMap<Call, { readonly after: string; readonly mark: string }>();
    return {
      watch: {
        decode(call) {
          const [token = ''] = call.input?.pageToken ?? [];
          const [after = '', mark] = (readPageToken(token) ?? '').split('|');
          if (mark === undefined) return;
          marks.set(call, { after, mark });
          call.input = { ...call.input, pageToken: [writePageToken(after)] };
        },
        perform(call) {
          if (call.operation !== 'list-users') return;
          const mark = (page: Json): Json => {
            const after = readPageToken(page.nextPageToken);
            return after === undefined
              ? page
              : { ...page, nextPageToken: writePageToken(`${after}|${markOf(call)}`) };
          };
          call.result = mark(call.result);
        },
      },
      rules(call) {
        const known = marks.get(call);
        if (otherwise === undefined && known !== undefined && known.mark !== markOf(call))
          call.refusal ??= malformed('The pageToken belongs to another listing.');
      },
      async perform(call) {
        const known = marks.get(call);
        if (otherwise === undefined || known === undefined || known.mark === markOf(call)) return;
        const made = await otherwise(askedIn(run, call), known.after);
        if (made === undefined) return;
        const after = readPageToken(made.nextPageToken ?? '');
        const nextPageToken = after === undefined ? '' : writePageToken(`${after}|${markOf(call)}`);
        call.result = { ...call.result, ...made, nextPageToken };
      },
    };
  };

/** A listing with its own order, sizes and tokens; defaults are as usual. */
export interface Listing {
  /** The position of the first page; default 0. */
  readonly start?: number;
  readonly order?: (users: readonly User[]) => readonly User[];
  /** The number of users on the page at this position; `asked` is 100 if there is no size. */
  readonly limit?: (asked: number, place: number) => number;
  /** The token of the page at this position. A position is the number of users before it. */
  readonly write?: (place: number) => string;
  /** The position of a token; undefined if it is not one. */
  readonly read?: (token: string) => number | undefined;
  /** The position after a page at `place` with `count` users; undefined ends the chain. */
  readonly next?: (place: number, count: number, total: number) => number | undefined;
  readonly page?: (users: readonly User[], nextPageToken: string | undefined) => object;
}

const largestPage = 1000;

/** Lists users page by page in an order of its own; made for each server. */
export const listing =
  (make: Listing | ((run: Run) => Listing)): Action =>
  (run) => {
    const {
      start = 0,
      order = (users) => users,
      limit = (asked) => asked,
      write = (place) => `at-${place}`,
      read = (token) => (/^at--?\d+(\.\d+)?$/.test(token) ? Number(token.slice(3)) : undefined),
      next = (place, count, total) => (place + count < total ? place + count : undefined),
      page: compose = (users, nextPageToken = '') => ({ users, nextPageToken }),
    } = typeof make === 'function' ? make(run) : make;
    const places = new WeakMap<Call, number>();
    return {
      rules(call) {
        const [token = ''] = call.input?.pageToken ?? [];
        if (call.refusal !== undefined && call.refusal.rule !== 'value pageToken') return;
        const place = token === '' ? start : read(token);
        if (place !== undefined) places.set(call, place);
        const cause = 'The pageToken is unknown; take one from a page.';
        call.refusal = place === undefined ? malformed(cause, { rule: 'value pageToken' }) : undefined;
      },
      perform(call) {
        const { directory } = call.ledger;
        const all = order(directory.page('', directory.size()));
        const asked = Number(call.request.pageSize?.[0] ?? 0);
        const place = places.get(call) ?? start;
        const size = Math.min(limit(asked === 0 ? 100 : asked, place), largestPage);
        // A fractional position is between users: the page is empty.
        const users = Number.isInteger(place) ? all.slice(place, place + size) : [];
        const behind = next(place, users.length, all.length);
        call.result = compose(users, behind === undefined ? undefined : write(behind));
        return true;
      },
    };
  };
