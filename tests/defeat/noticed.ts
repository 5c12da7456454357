import { isObject } from '../../json/read-json.ts';
import type { Call } from '../../reference/call.ts';
import {
  agentOf,
  all,
  bodyOf,
  byKey,
  hintOf,
  manyValues,
  remembering,
  tokenOf,
  type Watched,
} from './recognizers.ts';

/** Whether something that an ordinary client never changes has two values in the requests of one. */
const twoValues = (readFrom: (call: Call) => string | undefined) => () => {
  const values = byKey(() => new Set<string>());
  return remembering((call) => {
    const value = readFrom(call);
    return value !== undefined && values(agentOf(call)).add(value).size >= 2;
  });
};

/** Whether the same value has come from another client before. */
const ofTwo = (readFrom: (call: Call) => string | undefined, whoseOf: (call: Call) => string) => () => {
  const known = byKey(() => new Set<string>());
  return remembering((call) => {
    const value = readFrom(call);
    return value !== undefined && known(value).add(whoseOf(call)).size >= 2;
  });
};

const headerOf =
  (name: string) =>
  ({ headers }: Call): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };

const queryOf = (call: Call, name: RegExp): string | undefined => name.exec(call.target)?.[1];

/** Those of a vendor who looks at what stays the same in one client, and is alike in several. */
export const noticed: readonly Watched[] = [
  {
    id: 'two-versions-of-a-client',
    by: 'two versions of one client within a minute',
    sees: all,
    recognizer: () => {
      let recent: { readonly at: number; readonly agent: string }[] = [];
      const nameOf = (agent: string): string => agent.split('/')[0] ?? '';
      return remembering((call) => {
        const now = Date.now();
        const agent = agentOf(call);
        recent = [...recent.filter(({ at }) => at > now - 60_000), { at: now, agent }];
        return (
          agent !== '' &&
          recent.some(
            (each) => each.agent !== agent && nameOf(each.agent) === nameOf(agent) && !/^Moz/.test(agent),
          )
        );
      });
    },
  },
  {
    id: 'two-accept-encodings',
    by: 'two values of Accept-Encoding from one client',
    sees: all,
    recognizer: twoValues(headerOf('accept-encoding')),
  },
  {
    id: 'two-accepts',
    by: 'two values of Accept from one client',
    sees: all,
    recognizer: twoValues(headerOf('accept')),
  },
  {
    id: 'two-content-types',
    by: 'two spellings of Content-Type from one client',
    sees: all,
    recognizer: twoValues(headerOf('content-type')),
  },
  {
    id: 'two-orders-of-headers',
    by: 'two orders of the same headers from one client',
    sees: all,
    recognizer: () => {
      const orders = byKey(() => new Set<string>());
      return remembering((call) => {
        const sorted = [...call.headerNames].sort().join(' ');
        return orders(`${agentOf(call)} ${sorted}`).add(call.headerNames.join(' ')).size >= 2;
      });
    },
  },
  {
    id: 'blanks-in-json-or-none',
    by: 'one client that writes JSON with blanks and without',
    sees: all,
    recognizer: twoValues((call) => {
      const text = call.body.toString('latin1');
      return bodyOf(call) === undefined ? undefined : /^\{\s|"\s*:\s/.test(text) ? 'blanks' : 'none';
    }),
  },
  {
    id: 'one-key-under-two-hints',
    by: 'one public key under two party hints',
    sees: all,
    beyond: 'who corrects a hint that was rejected sends the same key again',
    recognizer: ofTwo(
      (call) => {
        const key = bodyOf(call)?.publicKey;
        return isObject(key) && typeof key.keyData === 'string' ? key.keyData : undefined;
      },
      (call) => hintOf(call) ?? '',
    ),
  },
  {
    id: 'page-token-of-another-client',
    by: 'one page token from two User-Agents',
    sees: all,
    recognizer: ofTwo((call) => queryOf(call, /[?&]\w*token=([^&]+)/i), agentOf),
  },
  {
    id: 'three-page-sizes',
    by: 'three page sizes within ten seconds',
    sees: all,
    beyond: 'several programs that list users at once have each a size of their own',
    recognizer: manyValues(2, 10_000, (call) => queryOf(call, /[?&]\w*size=([^&]+)/i)),
  },
  {
    id: 'token-of-this-second',
    by: 'a token that was issued in the second of its first use, for the third time',
    sees: all,
    recognizer: () => {
      const known = new Set<string>();
      let fresh = 0;
      return remembering((call) => {
        const token = tokenOf(call);
        if (token === '' || known.has(token)) return false;
        known.add(token);
        const text = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
        const [, issued] = /"iat":(\d+)/.exec(text) ?? [];
        if (issued !== undefined && Math.abs(Date.now() / 1_000 - Number(issued)) < 1.5) fresh += 1;
        return fresh >= 3;
      });
    },
  },
  {
    id: 'trace-of-two-clients',
    by: 'one trace id from two User-Agents',
    sees: all,
    recognizer: ofTwo((call) => headerOf('traceparent')(call)?.split('-')[1], agentOf),
  },
  {
    id: 'connections-of-one-request',
    by: 'five connections in a row on which one client sends one request',
    sees: all,
    beyond: 'scripts and clients without a pool open a connection for each request',
    recognizer: () => {
      const of = byKey(() => ({ last: undefined as object | undefined, row: 0 }));
      return remembering((call) => {
        const own = of(agentOf(call));
        own.row = own.last === call.connection ? 0 : own.row + 1;
        own.last = call.connection;
        return own.row >= 5;
      });
    },
  },
  {
    id: 'equal-intervals',
    by: 'four requests of one client at equal intervals of more than 20 ms',
    sees: all,
    recognizer: () => {
      const of = byKey(() => [] as number[]);
      return remembering((call) => {
        const times = of(agentOf(call));
        times.push(Date.now());
        if (times.length > 4) times.shift();
        const gaps = times.slice(1).map((at, place) => at - (times[place] ?? 0));
        return gaps.length === 3 && Math.min(...gaps) > 20 && Math.max(...gaps) - Math.min(...gaps) <= 2;
      });
    },
  },
  {
    id: 'upper-case-headers',
    by: 'names of headers in capitals',
    sees: all,
    recognizer: () => remembering(({ headerNames }) => headerNames.includes('HOST')),
  },
  {
    id: 'close-from-a-keeper',
    by: 'a client that kept connections, and asks to close one',
    sees: all,
    recognizer: twoValues((call) => headerOf('connection')(call)?.toLowerCase()),
  },
  {
    id: 'short-first-listing',
    by: 'a listing without parameters as the first request of a client, and one of a page as the second',
    sees: all,
    recognizer: () => {
      const sent = byKey(() => [] as string[]);
      return remembering((call) => {
        const own = sent(agentOf(call));
        if (own.length < 2) own.push(call.target);
        return own.length === 2 && /users$/.test(own[0] ?? '') && /users\?/.test(own[1] ?? '');
      });
    },
  },
];
