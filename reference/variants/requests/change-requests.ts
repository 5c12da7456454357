import type { Call } from '../../call.ts';
import type { Change } from '../../faults/fault.ts';
import { replaceRule } from '../../faults/withdraw-rule.ts';
import type { Operation } from '../../operation.ts';
import { type Refusal, refused } from '../../refusal.ts';
import { isObject } from '../../rules/json-types.ts';

export type RequestBody = Readonly<Record<string, unknown>>;

/** Replaces a body that is a JSON object before it is processed; undefined means no change. */
export function takeAs(
  operation: Operation,
  read: (body: RequestBody, call: Call) => RequestBody | undefined,
): Change {
  return (behaviour, { fire }) => ({
    ...behaviour,
    decodeJson: (call) => {
      const decoded = behaviour.decodeJson(call);
      if (call.operation !== operation || 'refusal' in decoded || !isObject(decoded.value)) return decoded;
      const body = read(decoded.value, call);
      if (body === undefined) return decoded;
      fire();
      return { value: body };
    },
  });
}

/** Replaces the bytes of a body before they are processed; undefined means no change. */
export function takeBytesAs(read: (bytes: Buffer) => Buffer | undefined): Change {
  return (behaviour, { fire }) => ({
    ...behaviour,
    decodeJson: (call) => {
      const body = read(call.body);
      if (body === undefined) return behaviour.decodeJson(call);
      fire();
      return behaviour.decodeJson({ ...call, body });
    },
  });
}

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
  const {
    cause,
    code = 'INVALID_ARGUMENT',
    ...details
  } = typeof refusal === 'string' ? { cause: refusal } : refusal;
  return (behaviour, { fire }) => ({
    ...behaviour,
    semantics: {
      ...behaviour.semantics,
      [operation]: [
        {
          name: `refused: ${cause}`,
          refuse: (call: Call) => {
            if (!isRefused(call, isObject(call.input) ? call.input : {})) return undefined;
            fire();
            return refused(code, cause, { ...details, structural: form === 'text' });
          },
        },
        ...behaviour.semantics[operation],
      ],
    },
  });
}
