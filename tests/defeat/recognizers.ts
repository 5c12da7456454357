import { isObject, type JsonObject } from '../../json/read-json.ts';
import type { Call } from '../../reference/call.ts';
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
export function rememberingAnswers(isTelling: (call: Call, status: number) => boolean): Recognizer {
  let until = 0;
  return {
    isOfTest: () => Date.now() < until,
    answered(call, status) {
      if (isTelling(call, status)) until = Date.now() + rememberMs;
    },
  };
}

/** Adds to what is known by a key, and returns it. */
export function byKey<T>(first: () => T): (key: unknown) => T {
  const known = new Map<unknown, T>();
  return (key) => {
    const found = known.get(key) ?? first();
    known.set(key, found);
    return found;
  };
}

export const agentOf = ({ headers }: Call): string => headers['user-agent'] ?? '';
export const apiKeyOf = ({ headers }: Call): string | undefined => headers['sec-websocket-protocol'];

/** The token of a call under either scheme, without what is around it. */
export function tokenOf(call: Call): string {
  const text = call.headers.authorization ?? apiKeyOf(call) ?? '';
  return /[\w-]+\.[\w-]+\.[\w-]*/.exec(text.replace('jwt.token.', ''))?.[0] ?? '';
}

const bodies = new WeakMap<Call, { readonly value: JsonObject | undefined; readonly isBroken: boolean }>();

/** The body of a call, read once for all devices. */
export function readBody(call: Call): { readonly value: JsonObject | undefined; readonly isBroken: boolean } {
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
export function manyValues(
  most: number,
  withinMs: number,
  readFrom: (call: Call) => unknown,
): () => Recognizer {
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
export const publishedAgents =
  /^(?:curl\/8\.11\.0|axios\/1\.7\.9|node|Go-http-client\/1\.1|python-requests\/2\.32\.3|python-httpx\/0\.28\.1|Java-http-client\/21\.0\.5|okhttp\/4\.12\.0|Mozilla\/5\.0 \(X11; Linux x86_64\) AppleWebKit\/537\.36 \(KHTML, like Gecko\) Chrome\/131\.0\.0\.0 Safari\/537\.36)$/;

/** The same of any version, as a vendor writes it who reads the source again. */
export const publishedClients =
  /^(?:curl|axios|node|Go-http-client|python-|Java|okhttp|Mozilla|got|Wget|Python)\b/;

/** Words of hints that the source of the suite had before they were drawn. */
export const publishedHint =
  /^(?:(?:alice|bob|carol|dan|erin|felix|grace|heidi|ivan|judy|karl|laura|mallory|nina|oscar|peggy|quentin|rosa|sybil|trent|ursula|victor|wendy|yvonne|acme|nordbank|helvetia|meridian|atlas|orion|summit|harbour|cedar|granite|delta|aurora)|(?:treasury|custody|settlement|issuer|registrar|trading|desk|bank|fund|agent|operator|validator|wallet|holder|broker|clearing|provider|lender|payments|escrow|reserve|vault|exchange|depository|ops|test|main|europe|asia|zurich|london|basel)){2}\d+$/i;

export const all = ['tokens', 'bodies', 'valid'] as const;
export const hintOf = (call: Call): string | undefined => {
  const hint = bodyOf(call)?.partyHint;
  return typeof hint === 'string' ? hint : undefined;
};

/** Sorts the calls of one kind of client apart, and behaves well to those that made a mistake. */
export function neverWrong(keyOf: (call: Call) => unknown): () => Recognizer {
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

export function behind(count: number): () => Recognizer {
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
