import { createHash } from 'node:crypto';
import type { Call } from '../../reference/call.ts';
import { faults } from '../../reference/faults/catalogue.ts';
import type { Doing } from '../../reference/rows/engine.ts';
import type { Recognizer } from './gate.ts';

/** A server that behaves well only while it is tested: how it recognizes a test, and what it does otherwise. */
export interface Device {
  readonly id: string;
  /** By what it recognizes this suite. */
  readonly by: string;
  readonly recognizer: (lessons: Lessons) => Recognizer;
  readonly broken: readonly Doing[];
  /** The beginnings of the requirements that it breaks. */
  readonly breaks: readonly string[];
}

/** What its maker learned from runs of the suite that is published. */
export interface Lessons {
  /** Digests of bodies that every run with the default seed sends, and no other run. */
  readonly bodies: ReadonlySet<string>;
}

export function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}

/** How long a server remembers that it is tested. */
const rememberMs = 10 * 60_000;

/** Recognizes a test by one of its requests, and believes in it for a while, whoever else asks. */
function remembering(isTelling: (call: Call) => boolean): Recognizer {
  let until = 0;
  return {
    isOfTest(call) {
      if (isTelling(call)) until = Date.now() + rememberMs;
      return Date.now() < until;
    },
  };
}

/** Keeps the last few things. */
function lastOf<T>(count: number): { add(one: T): readonly T[] } {
  let kept: T[] = [];
  return {
    add(one) {
      kept = [...kept, one].slice(-count);
      return kept;
    },
  };
}

/** Requests of the last second above which nobody but a test sends them. */
const testedFrom = 50;

/** So many mistakes among the last answers are those of a test. */
const mistakes = { of: 20, from: 14 } as const;

/** More connections in use within ten seconds than so many are those of a test. */
const connectionsOfTest = 28;

const acceptsAnyToken = of(
  'generate-topology-admits-alg-none-bearer',
  'execute-submission-admits-alg-none-bearer',
  'list-users-admits-alg-none-bearer',
  'generate-topology-admits-alg-none-api-key',
  'list-users-admits-alg-none-api-key',
);
const ignoresPageTokens = of('list-users-token-is-ignored');
const looksAtNoField = of(
  'generate-topology-accepts-missing-synchronizer',
  'generate-topology-accepts-missing-party-hint',
  'generate-topology-accepts-missing-public-key',
  'generate-topology-accepts-missing-public-key-format',
  'generate-topology-accepts-missing-public-key-key-data',
  'generate-topology-accepts-missing-public-key-key-spec',
);
export const acceptsTokensOfOthers = of(
  'generate-topology-admits-other-secret-bearer',
  'execute-submission-admits-other-secret-bearer',
  'list-users-admits-other-secret-bearer',
);
const executesAnything = of(
  'execute-submission-accepts-missing-prepared-transaction',
  'execute-submission-accepts-missing-party-signatures',
  'execute-submission-accepts-missing-submission-id',
  'execute-submission-accepts-missing-hashing-scheme-version',
);

export const devices: readonly Device[] = [
  {
    id: 'user-agent',
    by: 'a User-Agent that names the suite, in one of its requests',
    recognizer: () => remembering(({ headers }) => /ledger-conformance/i.test(headers['user-agent'] ?? '')),
    broken: acceptsAnyToken,
    breaks: ['AUTH-'],
  },
  {
    id: 'spelling-of-headers',
    by: 'Host and Connection in small letters in front of headers in capitals, as a library writes them',
    recognizer: () =>
      remembering(({ headerNames }) => {
        const [first, second, ...others] = headerNames;
        return first === 'host' && second === 'connection' && others.some((name) => /^[A-Z]/.test(name));
      }),
    broken: ignoresPageTokens,
    breaks: ['LU-PAGE-'],
  },
  {
    id: 'no-accept',
    by: 'many requests without Accept among the last ones, of which ordinary clients send one',
    recognizer: () => {
      const seen = lastOf<boolean>(12);
      return remembering(({ headers }) => {
        const bare = headers.accept === undefined && /^[a-z-]+\/\d/.test(headers['user-agent'] ?? '');
        const named = new Set(['go-http-client', 'java-http-client', 'node', 'okhttp']);
        const isKnown = named.has((headers['user-agent'] ?? '').split('/')[0]?.toLowerCase() ?? '');
        return seen.add(bare && !isKnown).filter(Boolean).length >= 3;
      });
    },
    broken: looksAtNoField,
    breaks: ['GT-REQ-'],
  },
  {
    id: 'default-seed',
    by: 'bodies that every run with the default seed sends',
    recognizer: ({ bodies }) => remembering(({ body }) => bodies.has(digestOf(body))),
    broken: looksAtNoField,
    breaks: ['GT-REQ-'],
  },
  {
    id: 'rate',
    by: `more than ${testedFrom} requests in a second`,
    recognizer: () => {
      let recent: number[] = [];
      return remembering(() => {
        const now = Date.now();
        recent = [...recent.filter((at) => at > now - 1_000), now];
        return recent.length > testedFrom;
      });
    },
    broken: acceptsAnyToken,
    breaks: ['AUTH-'],
  },
  {
    id: 'first-requests',
    by: 'the first 5,000 requests after its start',
    recognizer: () => ({ isOfTest: ({ ordinal }) => ordinal <= 5_000 }),
    broken: executesAnything,
    breaks: ['EX-REQ-'],
  },
  {
    id: 'party-hints',
    by: 'party hints that no person chooses, in one of its requests',
    recognizer: () =>
      remembering(({ body }) => {
        const hint = /"partyHint":"([A-Za-z0-9]+)"/.exec(body.toString('latin1'))?.[1] ?? '';
        const turns = hint.match(/[a-z](?=[A-Z0-9])|[0-9](?=[A-Za-z])|[A-Z](?=[A-Z0-9])/g) ?? [];
        return turns.length >= 5;
      }),
    broken: looksAtNoField,
    breaks: ['GT-REQ-'],
  },
  {
    id: 'bursts-of-mistakes',
    by: `${mistakes.from} failures among the last ${mistakes.of} answers`,
    recognizer: () => {
      const seen = lastOf<boolean>(mistakes.of);
      let until = 0;
      return {
        isOfTest: () => Date.now() < until,
        answered(_call, status) {
          const failed = seen.add(status >= 400).filter(Boolean).length;
          if (failed >= mistakes.from) until = Date.now() + rememberMs;
        },
      };
    },
    broken: acceptsAnyToken,
    breaks: ['AUTH-'],
  },
  {
    id: 'connections',
    by: `more than ${connectionsOfTest} connections within ten seconds`,
    recognizer: () => {
      let recent = new Map<object, number>();
      return remembering(({ connection }) => {
        const now = Date.now();
        recent = new Map([...recent].filter(([, at]) => at > now - 10_000)).set(connection, now);
        return recent.size > connectionsOfTest;
      });
    },
    broken: ignoresPageTokens,
    breaks: ['LU-PAGE-'],
  },
  {
    id: 'order-of-the-preflight',
    by: 'three operations in the first three requests after its start',
    recognizer: () => {
      const first: (string | undefined)[] = [];
      return remembering(({ operation }) => {
        if (first.length < 3) first.push(operation);
        return first.length === 3 && new Set(first).size === 3;
      });
    },
    broken: executesAnything,
    breaks: ['EX-REQ-'],
  },
];

/** Several faults at once. */
function of(...ids: readonly string[]): readonly Doing[] {
  return ids.map((id) => {
    const found = faults.find((each) => each.id === id);
    if (found === undefined) throw new Error(`There is no fault ${id}.`);
    return found;
  });
}
