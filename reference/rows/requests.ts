import type { Call } from '../call.ts';
import type { ErrorCode } from '../error-codes.ts';
import { malformed, type Refusal, refused } from '../refusal.ts';
import { isObject, type Json } from '../rules/json-types.ts';
import { type Action, at, type Run } from './engine.ts';
import { pause } from './sending.ts';
import type { Stage } from './stages.ts';

// What rows do with requests: how they are read, and which are accepted and rejected.

/** Reads other bytes than were sent; undefined leaves them as they are. */
export const readBody = (read: (bytes: Buffer, call: Call) => Buffer | string | undefined): Action =>
  at('arrive', (call) => {
    const made = read(call.body, call);
    if (made !== undefined) call.body = Buffer.from(made as string);
  });

/** Reads another query than was sent. */
export const readQuery = (read: (query: string) => string): Action =>
  at('arrive', (call) => {
    const [path, query] = call.target.split(/\?(.*)/s);
    if (query !== undefined) call.target = `${path}?${read(query)}`;
  });

/** Readings recurse, so what nests more deeply than any documented value is left as it is. */
const mostLevels = 200;

function nesting(text: string): number {
  let [level, deepest] = [0, 0];
  for (const [bracket] of text.matchAll(/[[{}\]]/g)) {
    level += bracket === '[' || bracket === '{' ? 1 : -1;
    deepest = Math.max(deepest, level);
  }
  return deepest;
}

/** Takes an input that is an object for another one; undefined leaves it as it is. */
export const readAs = (read: (input: Json, call: Call) => Json): Action =>
  at('decode', (call) => {
    if (call.refusal !== undefined || !isObject(call.input) || nesting(call.body.toString()) > mostLevels)
      return;
    const made = read(call.input, call);
    if (made !== undefined) call.input = made;
  });

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Accepts an invalid request: a sample is performed in its place. */
export function forgive(call: Call): void {
  [call.refusal, call.forgiven] = [undefined, true];
}

/** Accepts a text that is no JSON where it becomes JSON so; undefined if it does not. */
export const mend = (correct: (text: string) => string | undefined): Action =>
  at('decode', (call) => {
    const given = call.body.toString();
    const text = call.refusal === undefined ? given : correct(given);
    if (text !== undefined && text !== given && isJson(text)) forgive(call);
  });

/** Accepts what a rule rejects, or some of it. */
export const accept = (
  rule: string,
  which: (value: Json, call: Call, pointer: string) => unknown = () => true,
): Action => {
  const act = (call: Call): void => {
    const { refusal } = call;
    if (refusal?.rule === rule && which(refusal.value, call, refusal.pointer ?? '')) forgive(call);
  };
  return () => ({ rules: act, meaning: act });
};

/** Leaves rules out: what they would reject is performed as it is. */
export const skip =
  (...rules: readonly string[]): Action =>
  ({ stages }) => {
    const of = (stage: 'rules' | 'meaning') => (call: Call) => {
      if (!rules.includes(call.refusal?.rule ?? '')) return;
      call.refusal = undefined;
      call.skipped = [...call.skipped, ...rules];
      stages[stage](call);
      return true;
    };
    return { rules: of('rules'), meaning: of('meaning') };
  };

type IsRejected = (input: Json, call: Call) => unknown;

/** One rule more than the documented ones, behind those of the structure; made for each server. */
export const rejecting =
  (make: (run: Run) => IsRejected, refusal: Refusal, stage: Stage = 'rules'): Action =>
  (run) => {
    const isRejected = make(run);
    return {
      [stage]: (call: Call) => {
        if (call.refusal === undefined && !call.forgiven && isRejected(call.input, call))
          call.refusal = refusal;
      },
    };
  };

/** Rejects some requests like invalid values. */
export const reject = (isRejected: IsRejected = () => true, cause = 'The request is not accepted.'): Action =>
  rejecting(() => isRejected, malformed(cause));

/** Rejects some requests with the error object. */
export const refuse = (
  code: ErrorCode,
  isRejected: IsRejected = () => true,
  cause = 'It is refused.',
): Action => rejecting(() => isRejected, refused(code, cause));

/** Takes its time at a stage, so that requests overlap. */
export const slow = (ms: number, stage: Stage = 'claims'): Action =>
  at(stage, async () => {
    await pause(ms);
  });

/** Another refusal of what is rejected before it is performed; undefined leaves it as it is. */
export const rephrase = (change: (refusal: Refusal, call: Call) => Refusal | undefined): Action => {
  const act = (call: Call): void => {
    const made = call.refusal && change(call.refusal, call);
    if (made !== undefined) call.refusal = made;
  };
  return () => ({ decode: act, rules: act, meaning: act });
};
