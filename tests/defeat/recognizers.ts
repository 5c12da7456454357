import { isObject, type JsonObject } from '../../json/read-json.ts';
import type { Call } from '../../reference/call.ts';
import { devices } from './devices.ts';
import type { Recognizer } from './gate.ts';

/**
 * What a server lets through of what it does to others: `tokens` that it must not accept, `bodies` that it must reject, and what it
 * answers to valid requests.
 */
export type Exposed = 'tokens' | 'bodies' | 'valid';

/** A way to recognize tests that is watched, with others, on one conformant server. */
export interface Watched {
  readonly id: string;
  /** By what it recognizes a test, or when it behaves well. */
  readonly by: string;
  readonly recognizer: () => Recognizer;
  /** What a run must see of it. */
  readonly sees: readonly Exposed[];
  /** Why no run can be expected to see it: `docs/defeat-devices.md` says more. */
  readonly beyond?: string;
  /** Seen only by a run with this option. */
  readonly needs?: string;
}

/** How long a server remembers that it is tested. */
const rememberMs = 10 * 60_000;

/** Recognizes a test by one of its requests, and believes in it for a while, whoever else asks. */
export function remembering(isTelling: (call: Call) => boolean): Recognizer {
  let until = 0;
  return {
    isOfTest(call) {
      if (isTelling(call)) until = Date.now() + rememberMs;
      return Date.now() < until;
    },
  };
}

/** Recognizes a test by what became of its requests. */
function rememberingAnswers(isTelling: (call: Call, status: number) => boolean): Recognizer {
  let until = 0;
  return {
    isOfTest: () => Date.now() < until,
    answered(call, status) {
      if (isTelling(call, status)) until = Date.now() + rememberMs;
    },
  };
}

/** Adds to what is known by a key, and returns it. */
function byKey<T>(first: () => T): (key: unknown) => T {
  const known = new Map<unknown, T>();
  return (key) => {
    const found = known.get(key) ?? first();
    known.set(key, found);
    return found;
  };
}

const agentOf = ({ headers }: Call): string => headers['user-agent'] ?? '';
const apiKeyOf = ({ headers }: Call): string | undefined => headers['sec-websocket-protocol'];

/** The token of a call under either scheme, without what is around it. */
function tokenOf(call: Call): string {
  const text = call.headers.authorization ?? apiKeyOf(call) ?? '';
  return /[\w-]+\.[\w-]+\.[\w-]*/.exec(text.replace('jwt.token.', ''))?.[0] ?? '';
}

const bodies = new WeakMap<Call, { readonly value: JsonObject | undefined; readonly isBroken: boolean }>();

/** The body of a call, read once for all devices. */
function readBody(call: Call): { readonly value: JsonObject | undefined; readonly isBroken: boolean } {
  const known = bodies.get(call);
  if (known !== undefined) return known;
  let read = { value: undefined as JsonObject | undefined, isBroken: false };
  try {
    const value: unknown = call.body.length === 0 ? undefined : JSON.parse(call.body.toString('utf8'));
    read = { value: isObject(value) ? value : undefined, isBroken: false };
  } catch {
    read = { value: undefined, isBroken: true };
  }
  bodies.set(call, read);
  return read;
}

export function bodyOf(call: Call): JsonObject | undefined {
  return readBody(call).value;
}

/** The members that a body of each operation must have. */
const requiredMembers: Readonly<Record<string, readonly string[]>> = {
  'generate-topology': ['synchronizer', 'partyHint', 'publicKey'],
  'execute-submission': ['preparedTransaction', 'partySignatures', 'submissionId', 'hashingSchemeVersion'],
};

export function missingIn(call: Call): number {
  const body = bodyOf(call);
  if (!isObject(body)) return 0;
  return (requiredMembers[call.operation ?? ''] ?? []).filter((name) => !Object.hasOwn(body, name)).length;
}

/** Whether a call comes with so many different values of something that it is one of a test. */
function manyValues(most: number, withinMs: number, readFrom: (call: Call) => unknown): () => Recognizer {
  return () => {
    let seen = new Map<unknown, number>();
    return remembering((call) => {
      const value = readFrom(call);
      if (value === undefined) return false;
      seen = new Map([...seen].filter(([, at]) => at > Date.now() - withinMs)).set(value, Date.now());
      return seen.size > most;
    });
  };
}

/** The User-Agents that the source of the suite had before they were drawn. */
const publishedAgents =
  /^(?:curl\/8\.11\.0|axios\/1\.7\.9|node|Go-http-client\/1\.1|python-requests\/2\.32\.3|python-httpx\/0\.28\.1|Java-http-client\/21\.0\.5|okhttp\/4\.12\.0|Mozilla\/5\.0 \(X11; Linux x86_64\) AppleWebKit\/537\.36 \(KHTML, like Gecko\) Chrome\/131\.0\.0\.0 Safari\/537\.36)$/;

/** The same of any version, as a vendor writes it who reads the source again. */
const publishedClients = /^(?:curl|axios|node|Go-http-client|python-|Java|okhttp|Mozilla|got|Wget|Python)\b/;

/** Words of hints that the source of the suite had before they were drawn. */
const publishedHint =
  /^(?:(?:alice|bob|carol|dan|erin|felix|grace|heidi|ivan|judy|karl|laura|mallory|nina|oscar|peggy|quentin|rosa|sybil|trent|ursula|victor|wendy|yvonne|acme|nordbank|helvetia|meridian|atlas|orion|summit|harbour|cedar|granite|delta|aurora)|(?:treasury|custody|settlement|issuer|registrar|trading|desk|bank|fund|agent|operator|validator|wallet|holder|broker|clearing|provider|lender|payments|escrow|reserve|vault|exchange|depository|ops|test|main|europe|asia|zurich|london|basel)){2}\d+$/i;

const all = ['tokens', 'bodies', 'valid'] as const;
const hintOf = (call: Call): string | undefined => {
  const hint = bodyOf(call)?.partyHint;
  return typeof hint === 'string' ? hint : undefined;
};

/** Sorts the calls of one kind of client apart, and behaves well to those that made a mistake. */
function neverWrong(keyOf: (call: Call) => unknown): () => Recognizer {
  return () => {
    const mistakes = new Set<unknown>();
    return {
      isOfTest: (call) => mistakes.has(keyOf(call)),
      answered(call, status) {
        if (status >= 400) mistakes.add(keyOf(call));
      },
    };
  };
}

function behind(count: number): () => Recognizer {
  return () => {
    const requests = byKey(() => ({ count: 0 }));
    return {
      isOfTest({ connection }) {
        const of = requests(connection);
        of.count += 1;
        return of.count < count;
      },
    };
  };
}

/** Those of the report that this suite was given. */
const reported: readonly Watched[] = [
  {
    id: 'published-user-agents',
    by: 'a User-Agent that the source had',
    sees: all,
    recognizer: () => remembering((call) => publishedAgents.test(agentOf(call))),
  },
  {
    id: 'two-published-user-agents',
    by: 'two User-Agents of published clients, of any version, within five seconds',
    sees: all,
    recognizer: manyValues(1, 5_000, (call) => publishedClients.exec(agentOf(call))?.[0]),
  },
  {
    id: 'token-under-three-clients',
    by: 'one token under three User-Agents',
    sees: all,
    recognizer: () => {
      const agents = byKey(() => new Set<string>());
      return remembering((call) => {
        const seen = agents(tokenOf(call)).add(agentOf(call));
        return tokenOf(call) !== '' && seen.size >= 3;
      });
    },
  },
  {
    id: 'token-under-both-schemes',
    by: 'one token as Bearer and as API key',
    sees: all,
    recognizer: () => {
      const schemes = byKey(() => new Set<boolean>());
      return remembering((call) => {
        const seen = schemes(tokenOf(call)).add(apiKeyOf(call) === undefined);
        return tokenOf(call) !== '' && seen.size === 2;
      });
    },
  },
  {
    id: 'reserved-names',
    by: 'a header with example.com or an address for documentation',
    sees: all,
    recognizer: () =>
      remembering(({ headers }) =>
        /example\.(?:com|org|net)|2001:db8:|\b(?:192\.0\.2|198\.51\.100|203\.0\.113)\./i.test(
          JSON.stringify(headers),
        ),
      ),
  },
  {
    id: 'published-hints',
    by: 'a party hint of two words that the source had',
    sees: all,
    recognizer: () => remembering((call) => publishedHint.test(hintOf(call) ?? '')),
  },
  {
    id: 'api-key-without-upgrade',
    by: 'an API key in a request that opens no WebSocket',
    sees: all,
    recognizer: () =>
      remembering((call) => apiKeyOf(call) !== undefined && call.headers.upgrade === undefined),
  },
  {
    id: 'authorization-of-an-address-bar',
    by: 'Authorization in the request of a page, which no browser sends',
    sees: all,
    recognizer: () =>
      remembering(
        ({ headers }) =>
          headers['upgrade-insecure-requests'] !== undefined && headers.authorization !== undefined,
      ),
  },
  {
    id: 'chrome-without-hints',
    by: 'Chrome without sec-ch-ua, on a host of this machine or with https',
    sees: all,
    recognizer: () =>
      remembering((call) => /Chrome\/\d/.test(agentOf(call)) && call.headers['sec-ch-ua'] === undefined),
  },
  {
    id: 'curl-that-stays',
    by: 'curl on a connection that it used 300 ms before',
    sees: all,
    recognizer: () => {
      const first = byKey(() => Date.now());
      return remembering((call) => /^curl/.test(agentOf(call)) && Date.now() - first(call.connection) > 300);
    },
  },
  {
    id: 'behind-400-requests',
    by: 'wrong from the 400th request of a connection on',
    sees: all,
    recognizer: behind(400),
  },
  {
    id: 'behind-1000-requests',
    by: 'wrong from the 1,000th request of a connection on',
    sees: all,
    recognizer: behind(1_000),
  },
  {
    id: 'clean-client',
    by: 'a User-Agent with a token that never had a 4xx gets other answers',
    sees: ['valid'],
    recognizer: neverWrong((call) => `${agentOf(call)} ${tokenOf(call)}`),
  },
  {
    id: 'clean-token',
    by: 'a token that never had a 4xx gets other answers',
    sees: ['valid'],
    recognizer: neverWrong(tokenOf),
  },
  {
    id: 'clean-address',
    by: 'an address that never had a 4xx gets other answers',
    sees: ['valid'],
    recognizer: neverWrong(() => 'all'),
  },
  {
    id: 'uptime',
    by: 'the first two minutes after its start',
    sees: all,
    needs: '--spread',
    recognizer: () => {
      const started = Date.now();
      return { isOfTest: () => Date.now() - started < 120_000 };
    },
  },
  {
    id: 'two-members-missing',
    by: 'wrong only where two members are missing at once',
    sees: ['bodies'],
    recognizer: () => ({ isOfTest: (call) => missingIn(call) < 2 }),
  },
  {
    id: 'broken-json',
    by: 'the first JSON that is broken',
    sees: all,
    recognizer: () => remembering((call) => readBody(call).isBroken),
  },
];

/** Twenty and more of a vendor with the source of this suite and a day. */
const devised: readonly Watched[] = [
  {
    id: 'known-kinds-of-clients',
    by: 'a User-Agent of any client whose name the source has',
    sees: all,
    recognizer: () => remembering((call) => publishedClients.test(agentOf(call))),
  },
  {
    id: 'unknown-path-or-method',
    by: 'a path or method that no operation has',
    sees: all,
    recognizer: () => remembering(({ operation }) => operation === undefined),
  },
  {
    id: 'unsigned-token',
    by: 'the first token with the algorithm none',
    sees: all,
    recognizer: () =>
      remembering((call) =>
        /"none"/i.test(Buffer.from(tokenOf(call).split('.')[0] ?? '', 'base64url').toString()),
      ),
  },
  {
    id: 'rejected-token-like-the-valid-one',
    by: 'a rejected token with the beginning of one that was accepted',
    sees: ['bodies', 'valid'],
    recognizer: () => {
      const accepted = new Set<string>();
      return rememberingAnswers((call, status) => {
        const start = tokenOf(call).slice(0, 60);
        if (status === 200) accepted.add(start);
        return status === 401 && start !== '' && accepted.has(start);
      });
    },
  },
  {
    id: 'old-expired-token',
    by: 'a token that expired half an hour ago or earlier',
    sees: all,
    recognizer: () =>
      remembering((call) => {
        const claims = Buffer.from(tokenOf(call).split('.')[1] ?? '', 'base64url').toString();
        const end = Number(/"exp":(\d+)/.exec(claims)?.[1] ?? Number.NaN);
        return end < Date.now() / 1_000 - 1_800;
      }),
  },
  {
    id: 'clean-connection',
    by: 'a connection that never had a 4xx gets other answers',
    sees: ['valid'],
    recognizer: neverWrong(({ connection }) => connection),
  },
  {
    id: 'early-mistake',
    by: 'a mistake within the first twenty requests: who makes the first one sees what others see',
    sees: ['valid'],
    recognizer: () =>
      remembering(
        (call) => call.ordinal <= 20 && call.operation === 'execute-submission' && missingIn(call) > 0,
      ),
  },
  {
    id: 'requests-at-once',
    by: 'ten requests without credential within 100 ms',
    sees: all,
    recognizer: () => {
      let recent: number[] = [];
      return remembering((call) => {
        if (tokenOf(call) !== '') return false;
        recent = [...recent, Date.now()].filter((at) => at > Date.now() - 100);
        return recent.length >= 10;
      });
    },
  },
  {
    id: 'page-parameters',
    by: 'three different spellings of a query parameter',
    sees: all,
    recognizer: manyValues(2, 60_000, ({ target }) => /\?([^=]+)=/.exec(target)?.[1]),
  },
  {
    id: 'clients-on-a-connection',
    by: 'two User-Agents on one connection',
    sees: all,
    recognizer: () => {
      const agents = byKey(() => new Set<string>());
      return remembering((call) => agents(call.connection).add(agentOf(call)).size > 1);
    },
  },
  {
    id: 'repeated-request-id',
    by: 'one X-Request-Id in three requests',
    sees: all,
    recognizer: () => {
      const times = byKey(() => ({ count: 0 }));
      return remembering(({ headers }) => {
        const id = headers['x-request-id'];
        if (id === undefined) return false;
        const of = times(id);
        of.count += 1;
        return of.count >= 3;
      });
    },
  },
  {
    id: 'forwarded-for-itself',
    by: 'a forwarded request of 127.0.0.1',
    sees: all,
    recognizer: () =>
      remembering(({ headers }) =>
        /\b127\.0\.0\.1\b/.test(`${headers['x-forwarded-for']} ${headers['x-real-ip']}`),
      ),
  },
  {
    id: 'published-languages',
    by: 'an Accept-Language that the source had',
    sees: all,
    recognizer: () =>
      remembering(({ headers }) =>
        /^(?:de-CH,de;q=0\.9,en;q=0\.8|fr-FR,fr;q=0\.9)$/.test(headers['accept-language'] ?? ''),
      ),
  },
  {
    id: 'published-cookies',
    by: 'a cookie of the form that the source had',
    sees: all,
    recognizer: () =>
      remembering(({ headers }) => /^(?:session=[0-9a-f]{32}|preferences=)/.test(headers.cookie ?? '')),
  },
  {
    id: 'hundred-requests-a-minute',
    by: 'the hundredth request within a minute',
    sees: all,
    recognizer: () => {
      let recent: number[] = [];
      return remembering(() => {
        recent = [...recent, Date.now()].filter((at) => at > Date.now() - 60_000);
        return recent.length >= 100;
      });
    },
  },
  {
    id: 'many-keys',
    by: 'more than twelve public keys within a minute',
    sees: all,
    recognizer: manyValues(12, 60_000, (call) => {
      const key = bodyOf(call)?.publicKey;
      return isObject(key) && typeof key.keyData === 'string' ? key.keyData : undefined;
    }),
  },
  {
    id: 'few-mistakes',
    by: 'five failures among the last twelve answers',
    sees: all,
    recognizer: () => {
      let last: number[] = [];
      return rememberingAnswers((_, status) => {
        last = [...last, status].slice(-12);
        return last.filter((each) => each >= 400).length >= 5;
      });
    },
  },
  {
    id: 'three-operations-in-ten-seconds',
    by: 'each operation within the first ten seconds after a minute of rest',
    sees: all,
    beyond: 'a user of all operations looks the same',
    recognizer: () => {
      let seen = new Map<unknown, number>();
      return remembering(({ operation }) => {
        seen = new Map([...seen].filter(([, at]) => at > Date.now() - 10_000)).set(operation, Date.now());
        return seen.size >= 3;
      });
    },
  },
  {
    id: 'quiet-server',
    by: 'any request within the last five seconds',
    sees: all,
    needs: '--spread',
    recognizer: () => {
      let last = 0;
      return {
        isOfTest() {
          const gap = Date.now() - last;
          last = Date.now();
          return gap < 5_000;
        },
      };
    },
  },
  {
    id: 'submission-ids',
    by: 'one prepared transaction under three submission ids',
    sees: all,
    recognizer: () => {
      const ids = byKey(() => new Set<unknown>());
      return remembering((call) => {
        const { preparedTransaction, submissionId } = bodyOf(call) ?? {};
        return submissionId !== undefined && ids(preparedTransaction).add(submissionId).size >= 3;
      });
    },
  },
  {
    id: 'forged-signature',
    by: 'two tokens with the same claims and other signatures',
    sees: ['bodies', 'valid'],
    recognizer: () => {
      const tokens = byKey(() => new Set<string>());
      return remembering((call) => {
        const [head, claims, signature] = tokenOf(call).split('.');
        return signature !== undefined && tokens(`${head}.${claims}`).add(signature).size > 1;
      });
    },
  },
  {
    id: 'two-clients-in-a-minute',
    by: 'two User-Agents within a minute',
    sees: all,
    recognizer: manyValues(1, 60_000, agentOf),
  },
  {
    id: 'unusual-member-type',
    by: 'a member of the body with a value of another type',
    sees: ['tokens', 'valid'],
    recognizer: () =>
      remembering((call) => {
        const { partyHint, synchronizer, submissionId } = bodyOf(call) ?? {};
        return [partyHint, synchronizer, submissionId].some(
          (each) => each !== undefined && typeof each !== 'string',
        );
      }),
  },
  {
    id: 'host-by-address',
    by: 'a Host that is an address',
    sees: all,
    beyond:
      'who is asked under a name that only the certifier knows decides this: address the target as its users do',
    recognizer: () => remembering(({ headers }) => /^\d+\.\d+\.\d+\.\d+/.test(headers.host ?? '')),
  },
  {
    id: 'source-address',
    by: 'the address of the certifier',
    sees: all,
    beyond: 'run from several networks',
    recognizer: () => ({ isOfTest: () => true }),
  },
  {
    id: 'subject-of-the-token',
    by: 'the user that the token is for',
    sees: all,
    beyond: 'ask for tokens of ordinary users, on several days',
    recognizer: () => ({ isOfTest: () => true }),
  },
  {
    id: 'one-in-a-thousand',
    by: 'wrong in one of a thousand requests, whoever asks',
    sees: [],
    beyond: 'chance: see sensitivity; a soak finds it',
    recognizer: () => ({ isOfTest: ({ ordinal }) => ordinal % 1_000 !== 0 }),
  },
  {
    id: 'date',
    by: 'the days of the certification',
    sees: all,
    beyond: 'run on several days, without telling',
    recognizer: () => ({ isOfTest: () => true }),
  },
];

/** Those that are tried one by one too, except one that must be taught. */
const tried = devices
  .filter(({ id }) => id !== 'default-seed')
  .map(({ id, by, recognizer }): Watched => {
    return { id, by, sees: all, recognizer: () => recognizer({ bodies: new Set() }) };
  });

export const watched: readonly Watched[] = [...tried, ...reported, ...devised];
