import { isObject } from '../../json/read-json.ts';
import {
  agentOf,
  all,
  bodyOf,
  byKey,
  manyValues,
  missingIn,
  neverWrong,
  publishedClients,
  remembering,
  rememberingAnswers,
  tokenOf,
  type Watched,
} from './recognizers.ts';

/** Twenty and more of a vendor with the source of this suite and a day. */
export const devised: readonly Watched[] = [
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
