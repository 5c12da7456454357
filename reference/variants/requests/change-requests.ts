import type { Call } from '../../call.ts';
import { changeSemantics, changeStage } from '../../faults/change-stage.ts';
import type { Change } from '../../faults/fault.ts';
import { replaceRule } from '../../faults/withdraw-rule.ts';
import type { Operation } from '../../operation.ts';
import { type Refusal, refused } from '../../refusal.ts';
import { isObject } from '../../rules/json-types.ts';

export type RequestBody = Readonly<Record<string, unknown>>;

/** Replaces a body that is a JSON object before it is processed; undefined means no change. */
export function takeAs(operation: Operation, read: (body: RequestBody, call: Call) => RequestBody | undefined): Change {
  return changeStage('decodeJson', (decode, { fire }) => (call) => {
    const decoded = decode(call);
    if (call.operation !== operation || 'refusal' in decoded || !isObject(decoded.value)) return decoded;
    const body = read(decoded.value, call);
    if (body === undefined) return decoded;
    fire();
    return { value: body };
  });
}

/** Replaces the bytes of a body before they are processed; undefined means no change. */
export function takeBytesAs(read: (bytes: Buffer, call: Call) => Buffer | undefined): Change {
  return changeStage('decodeJson', (decode, { fire }) => (call) => {
    const body = read(call.body, call);
    if (body === undefined) return decode(call);
    fire();
    return decode({ ...call, body });
  });
}

/** The rules of execute on what a submission contains, its parties and its signatures. */
export const verification = ['undecodable /preparedTransaction', 'foreign /userId', 'unknown party', 'uninvolved party', 'invalid signature'];

/** A server without these rules: what they would reject is performed. */
export function dropRules(operation: Operation, ...names: readonly string[]): Change {
  return (behaviour, { fire }) =>
    names.reduce(
      (before, name) =>
        replaceRule(before, operation, name, (rule) => ({
          name,
          refuse: (call) => {
            if (rule.refuse(call) !== undefined) fire();
            return undefined;
          },
        })),
      behaviour,
    );
}

/**
 * A server with one more rule, after the documented ones of its operation.
 * @param form `text` responds with the 400 of generate-topology, `error-object` with the other form
 */
export function refuseToo(
  operation: Operation,
  form: 'text' | 'error-object',
  refusal: string | (Partial<Refusal> & { readonly cause: string }),
  isRefused: (call: Call, body: RequestBody) => boolean,
): Change {
  const { cause, code = 'INVALID_ARGUMENT', ...details } = typeof refusal === 'string' ? { cause: refusal } : refusal;
  return changeSemantics(operation, (rules, { fire }) => [
    {
      name: `refused: ${cause}`,
      refuse: (call) => {
        if (!isRefused(call, isObject(call.input) ? call.input : {})) return undefined;
        fire();
        return refused(code, cause, { ...details, structural: form === 'text' });
      },
    },
    ...rules,
  ]);
}
