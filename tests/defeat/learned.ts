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
  rememberingAnswers,
  tokenOf,
  type Watched,
} from './recognizers.ts';

const syllable = '(?:b|br|c|d|f|g|gr|h|k|l|m|n|p|r|s|st|t|tr|v|w)(?:a|e|i|o|u|ia|ea|ou)(?:n|r|l|s|x|nd)?';
const word = `(?:${syllable}){2}`;

/** Hints and agents of the few syllables that the source once drew from; those of today make most words of people. */
const drawnHint = new RegExp(`^${word}(?:\\d{1,3})?${word}\\d{0,3}$`, 'i');
const drawnAgent = new RegExp(`^${word}-[a-z]+/\\d`, 'i');

/** The names of the members of a body in their order. */
const membersOf = (call: Call): readonly string[] => Object.keys(bodyOf(call) ?? {});

/** Calls of the last milliseconds. */
function recentCalls(withinMs: number): (call: Call) => readonly Call[] {
  let recent: { readonly at: number; readonly call: Call }[] = [];
  return (call) => {
    const now = Date.now();
    recent = [...recent.filter(({ at }) => at > now - withinMs), { at: now, call }];
    return recent.map((each) => each.call);
  };
}

const claimsOf = (call: Call): Readonly<Record<string, unknown>> => {
  try {
    const claims: unknown = JSON.parse(
      Buffer.from(tokenOf(call).split('.')[1] ?? '', 'base64url').toString() || '{}',
    );
    return isObject(claims) ? claims : {};
  } catch {
    return {};
  }
};

/** Those of a vendor who has recorded a disguised run, and looks at its first hundred requests. */
export const learned: readonly Watched[] = [
  {
    id: 'page-of-one',
    by: 'a page of one user',
    sees: all,
    recognizer: () => remembering(({ target }) => /[?&]\w*size=1(?:&|$)/i.test(target)),
  },
  {
    id: 'order-of-members',
    by: 'one client that writes the members of a body in two orders',
    sees: all,
    recognizer: () => {
      const before = byKey(() => new Set<string>());
      return remembering((call) => {
        const members = membersOf(call);
        const pairs = members.flatMap((one, at) => members.slice(at + 1).map((other) => `${one} ${other}`));
        const known = before(`${call.operation} ${agentOf(call)}`);
        const isOther = pairs.some((pair) => known.has(pair.split(' ').reverse().join(' ')));
        for (const pair of pairs) known.add(pair);
        return isOther;
      });
    },
  },
  {
    id: 'three-at-one-moment',
    by: 'all operations within five milliseconds from one client',
    sees: all,
    recognizer: () => {
      const within = recentCalls(5);
      return remembering((call) => {
        const own = within(call).filter((each) => agentOf(each) === agentOf(call));
        return new Set(own.map(({ operation }) => operation)).size >= 3;
      });
    },
  },
  {
    id: 'syllables-of-hints',
    by: 'a party hint of the syllables that the source had',
    sees: all,
    recognizer: () => remembering((call) => drawnHint.test(hintOf(call) ?? '')),
  },
  {
    id: 'syllables-of-agents',
    by: 'a User-Agent of the syllables that the source had',
    sees: all,
    recognizer: () => remembering((call) => drawnAgent.test(agentOf(call))),
  },
  {
    id: 'one-listing-again-and-again',
    by: 'five equal listings within two seconds from one client',
    sees: all,
    beyond: 'a page that is loaded again, or a program that polls, does that, too',
    recognizer: () => {
      const within = recentCalls(2_000);
      return remembering((call) => {
        const same = within(call).filter(
          (each) => each.target === call.target && agentOf(each) === agentOf(call),
        );
        return call.operation === 'list-users' && same.length >= 5;
      });
    },
  },
  {
    id: 'short-lives-of-tokens',
    by: 'a token that lives for less than three minutes',
    sees: all,
    beyond: 'what a target takes is learned with such tokens where there is a key: give tokens and no key',
    recognizer: () =>
      remembering((call) => {
        const { iat, exp } = claimsOf(call);
        return typeof iat === 'number' && typeof exp === 'number' && exp > iat && exp - iat < 180;
      }),
  },
  {
    id: 'sets-of-members',
    by: 'four different sets of members in the bodies of one client within ten seconds',
    sees: all,
    recognizer: () => {
      const within = recentCalls(10_000);
      return remembering((call) => {
        const own = within(call).filter(
          (each) => each.operation === 'generate-topology' && agentOf(each) === agentOf(call),
        );
        return new Set(own.map((each) => membersOf(each).toSorted().join(' '))).size >= 4;
      });
    },
  },
  {
    id: 'one-hint-again-and-again',
    by: 'one party hint in three requests',
    sees: all,
    recognizer: () => {
      const times = byKey(() => ({ count: 0 }));
      return remembering((call) => {
        const hint = hintOf(call);
        if (hint === undefined) return false;
        const of = times(hint);
        of.count += 1;
        return of.count >= 3;
      });
    },
  },
  {
    id: 'python-without-blanks',
    by: 'requests of Python whose JSON has no blanks behind its colons',
    sees: all,
    recognizer: () =>
      remembering(
        (call) => /^python-requests/i.test(agentOf(call)) && /^\{"\w+":"/.test(call.body.toString('latin1')),
      ),
  },
  {
    id: 'subject-under-three-clients',
    by: 'tokens of one user under three User-Agents within ten minutes',
    sees: all,
    recognizer: () => {
      const agents = byKey(() => new Set<string>());
      return remembering((call) => {
        const { sub } = claimsOf(call);
        return typeof sub === 'string' && agents(sub).add(agentOf(call)).size >= 3;
      });
    },
  },
  {
    id: 'equal-bodies-of-two-clients',
    by: 'one body from two User-Agents',
    sees: all,
    recognizer: () => {
      const agents = byKey(() => new Set<string>());
      return remembering((call) => {
        const text = call.body.toString('latin1');
        return text !== '' && agents(text).add(agentOf(call)).size >= 2;
      });
    },
  },
  {
    id: 'again-at-once',
    by: 'a body that was rejected, again within 100 ms',
    sees: all,
    recognizer: () => {
      let rejected: { readonly at: number; readonly text: string }[] = [];
      let until = 0;
      return {
        isOfTest(call) {
          const now = Date.now();
          rejected = rejected.filter(({ at }) => at > now - 100);
          const text = call.body.toString('latin1');
          if (text !== '' && rejected.some((each) => each.text === text)) until = now + 600_000;
          return now < until;
        },
        answered(call, status) {
          if (status >= 400) rejected.push({ at: Date.now(), text: call.body.toString('latin1') });
        },
      };
    },
  },
  {
    id: 'connections-of-a-client',
    by: 'more than six connections of one client within ten seconds',
    sees: all,
    recognizer: () => {
      const within = recentCalls(10_000);
      return remembering((call) => {
        const own = within(call).filter((each) => agentOf(each) === agentOf(call));
        return new Set(own.map(({ connection }) => connection)).size > 6;
      });
    },
  },
  {
    id: 'length-before-host',
    by: 'Content-Length in front of Host from a client that does not call itself Java',
    sees: all,
    recognizer: () =>
      remembering(
        (call) => call.headerNames[0]?.toLowerCase() === 'content-length' && !/^java/i.test(agentOf(call)),
      ),
  },
  {
    id: 'execute-first-without-submission-id',
    by: 'a client whose first submission has no submissionId',
    sees: ['valid'],
    recognizer: () => {
      const seen = new Set<string>();
      return remembering((call) => {
        if (call.operation !== 'execute-submission' || seen.has(agentOf(call))) return false;
        seen.add(agentOf(call));
        return bodyOf(call)?.submissionId === undefined;
      });
    },
  },
  {
    id: 'tokens-of-four-lives',
    by: 'tokens of one user that live for four different times',
    sees: all,
    recognizer: manyValues(3, 600_000, (call) => {
      const { iat, exp } = claimsOf(call);
      return typeof iat === 'number' && typeof exp === 'number' ? exp - iat : undefined;
    }),
  },
  {
    id: 'wrong-behind-right',
    by: 'a rejected request within 100 ms of one of the same client for the same key',
    sees: all,
    recognizer: () => {
      const within = recentCalls(100);
      const keyOf = (call: Call): unknown => {
        const key = bodyOf(call)?.publicKey;
        return isObject(key) && typeof key.keyData === 'string' ? key.keyData : undefined;
      };
      return rememberingAnswers(
        (call, status) =>
          status === 400 &&
          keyOf(call) !== undefined &&
          within(call).filter((each) => agentOf(each) === agentOf(call) && keyOf(each) === keyOf(call))
            .length > 1,
      );
    },
  },
];
