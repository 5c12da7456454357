import type { Call } from '../call.ts';
import { type FailureCause, kindOf } from '../refusal.ts';
import { isObject, type Json } from '../rules/json-types.ts';
import type { Condition, Test } from './engine.ts';

// When a row applies: all conditions of its column `under` must hold.

/** What a request, or what became of it so far, is like. */
export const when =
  (test: (call: Call) => unknown): Condition =>
  () =>
  (call) =>
    Boolean(test(call));

/** Whether a text is like a pattern, or a value like another one or as a test says. */
type Like = RegExp | string | number | boolean | null | ((value: Json) => unknown);

function isLike(value: Json, like: Like): boolean {
  if (like instanceof RegExp) return typeof value === 'string' && like.test(value);
  return typeof like === 'function' ? Boolean(like(value)) : value === like;
}

/** What is at a pointer into the input; undefined if there is nothing. */
export function valueAt(input: Json, pointer: string): Json {
  const steps = pointer.split('/').slice(1);
  return steps.reduce<Json>(
    (node, step) =>
      (isObject(node) && Object.hasOwn(node, step)) || Array.isArray(node) ? node[step as never] : undefined,
    input,
  );
}

/** The text at a pointer into the input of a call; empty if there is none. */
export function textAt({ input }: Call, pointer: string): string {
  const value = valueAt(input, pointer);
  return typeof value === 'string' ? value : '';
}

/** A value of the input. */
export const where = (pointer: string, like: Like): Condition =>
  when(({ input }) => isLike(valueAt(input, pointer), like));

/** A value that is a number, or text that holds one, as a test says. */
export const numberAt = (pointer: string, is: (number: number) => boolean): Condition =>
  where(pointer, (given) => typeof given !== 'object' && is(Number(given)));

/** Fields that the input lacks. */
export const without = (...pointers: readonly string[]): Condition =>
  when(({ input }) => isObject(input) && pointers.every((each) => valueAt(input, each) === undefined));

/** A header of the request; any value by default. */
export const header = (name: string, pattern = /./): Condition =>
  when((call) => pattern.test(headerOf(call, name)));

/** The text of a header; empty without it. */
export function headerOf({ headers }: Call, name: string): string {
  return String(headers[name] ?? '');
}

/** The path and query as sent. */
export const target = (pattern: RegExp): Condition => when((call) => pattern.test(call.target));

/** The body as sent. */
export const body = (pattern: RegExp): Condition => when((call) => pattern.test(call.body.toString()));

export function isByApiKey({ headers }: Call): boolean {
  return headers.authorization === undefined && headers['sec-websocket-protocol'] !== undefined;
}
export const apiKey = when(isByApiKey);
export const bearer = when((call) => !isByApiKey(call));

/** The rows of a request that is not rejected, as far as is known at the stage. */
export const success = when(({ refusal }) => refusal === undefined);

/** A request that is rejected, for any reason or for this one. */
export const failure = (cause?: FailureCause): Condition =>
  when(({ refusal }) => refusal !== undefined && (cause ?? kindOf(refusal)) === kindOf(refusal));

/** A request that breaks a rule, or one of those like the pattern. */
export const breaking = (rule: RegExp): Condition =>
  when(({ refusal }) => rule.test(refusal?.rule ?? '') && refusal !== undefined);

/** More than so many requests in progress. */
export const overlapping = (others: number): Condition => when((call) => call.inFlight() > others);

export const not =
  (condition: Condition): Condition =>
  (run) => {
    const test = condition(run);
    return (call) => !test(call);
  };

/** A condition that is decided once, when a call arrives: of chance, of time and of connections. */
export function early(make: Condition): Condition {
  return Object.assign((...run: Parameters<Condition>) => make(...run), { early: true as const });
}

/** One request in so many, by the random numbers of the server. */
export const oneIn = (count: number): Condition =>
  early(
    ({ random }) =>
      () =>
        random() < 1 / count,
  );

/** Each request of an operation behind its first ones. */
export const behindFirst = (count: number): Condition =>
  early(() => {
    const seen = new Map<string | undefined, number>();
    return ({ operation }) => {
      seen.set(operation, (seen.get(operation) ?? 0) + 1);
      return (seen.get(operation) ?? 0) > count;
    };
  });

/** The first requests of each operation. */
export const first = (count: number): Condition => early((run) => not(behindFirst(count))(run));

/** Keeps a value for each connection. */
export function perConnection<T extends object>(make: () => T): (call: Call) => T {
  const known = new WeakMap<object, T>();
  return ({ connection }) => {
    const value = known.get(connection) ?? make();
    known.set(connection, value);
    return value;
  };
}

/** The first request of a connection. */
export const firstOnConnection = early(() => {
  const memory = perConnection(() => ({ isUsed: false }));
  return (call) => {
    const { isUsed } = memory(call);
    memory(call).isUsed = true;
    return !isUsed;
  };
});

/** Every so many-th connection, as behind a balancer with so many replicas. */
export const replica = (of: number): Condition =>
  early(() => {
    let connections = 0;
    const numberOf = perConnection(() => ({ number: ++connections }));
    return (call) => numberOf(call).number % of === 0;
  });

/** A connection that was silent for so long, in milliseconds. */
export const idle = (ms: number): Condition =>
  early(() => {
    const memory = perConnection(() => ({ at: Number.POSITIVE_INFINITY }));
    return (call) => {
      const silent = performance.now() - memory(call).at;
      memory(call).at = performance.now();
      return silent > ms;
    };
  });

/** A test that remembers calls, and is asked once for each of them. */
export const remembering =
  (make: (run: Parameters<Condition>[0]) => Test): Condition =>
  (run) => {
    const test = make(run);
    const known = new WeakMap<Call, boolean>();
    return (call) => {
      const decided = known.get(call) ?? test(call);
      known.set(call, decided);
      return decided;
    };
  };
