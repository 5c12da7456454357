import {
  agentOf,
  all,
  apiKeyOf,
  behind,
  byKey,
  hintOf,
  manyValues,
  missingIn,
  neverWrong,
  publishedAgents,
  publishedClients,
  publishedHint,
  readBody,
  remembering,
  tokenOf,
  type Watched,
} from './recognizers.ts';

/** Those of the report that this suite was given. */
export const reported: readonly Watched[] = [
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
