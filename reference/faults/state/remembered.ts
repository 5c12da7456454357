import { operations } from '../../../schemas/openapi.ts';
import type { Answer } from '../../answer.ts';
import type { Behaviour } from '../../behaviour.ts';
import type { Call } from '../../call.ts';
import type { Operation } from '../../operation.ts';
import type { Refusal } from '../../refusal.ts';
import type { Rule } from '../../rules/rule.ts';
import { changeStage } from '../change-stage.ts';
import type { Change } from '../fault.ts';

/** Calls something with each answer before it is sent. */
export function whenAnswered(note: (answer: Answer, call: Call) => void): Change {
  return changeStage('deliver', (deliver) => (answer, response, call) => {
    note(answer, call);
    return deliver(answer, response, call);
  });
}

/** Puts a rule in front of those of an operation; one that sets `forgiven` makes the server skip the others. */
export function ruleInFront(operation: Operation, refuse: (call: Call) => Refusal | undefined): Change {
  return changeStage('structure', (structure) => ({
    ...structure,
    [operation]: [{ name: 'remembered', refuse } satisfies Rule, ...structure[operation]],
  }));
}

/** Applies several changes, the first one innermost. */
export function all(...changes: readonly Change[]): Change {
  return (behaviour, context) => changes.reduce<Behaviour>((changed, change) => change(changed, context), behaviour);
}

/** Keeps a value for each connection. */
export function perConnection<T extends object>(initial: () => T): (call: Call) => T {
  const known = new WeakMap<object, T>();
  return ({ connection }) => {
    const value = known.get(connection) ?? initial();
    known.set(connection, value);
    return value;
  };
}

/** Whether a call came on the second, fourth, sixth connection and so on, as behind a balancer with two replicas. */
export function onSecondReplica(): (call: Call) => boolean {
  let connections = 0;
  const numberOf = perConnection(() => {
    connections += 1;
    return { number: connections };
  });
  return (call) => numberOf(call).number % 2 === 0;
}

/** How long the connection of a call was silent before it, in milliseconds; undefined for its first request. */
export function silence(): (call: Call) => number | undefined {
  const seen = perConnection((): { at?: number; of?: Call; ms?: number } => ({}));
  return (call) => {
    const memory = seen(call);
    if (memory.of === call) return memory.ms;
    const now = performance.now();
    memory.ms = memory.at === undefined ? undefined : now - memory.at;
    memory.of = call;
    memory.at = now;
    return memory.ms;
  };
}

/** Whether an answer is to an upload for an operation that was broken off; nobody receives it. */
export function isBrokenOff({ operation, method, target, connection }: Call, of: Operation): boolean {
  const { destroyed } = connection as { readonly destroyed?: boolean };
  return operation === undefined && method === operations[of].method && target.split('?')[0]?.endsWith(operations[of].path) === true && destroyed === true;
}

/** A member of the decoded body, if it is a string. */
export function textMember({ input }: Call, name: string): string | undefined {
  const value = (input as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return typeof value === 'string' ? value : undefined;
}
