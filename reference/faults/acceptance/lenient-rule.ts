import type { Call } from '../../call.ts';
import type { Operation } from '../../operation.ts';
import { isObject } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { type FaultRow, faultsOf } from '../fault-row.ts';
import { withdrawRule } from '../withdraw-rule.ts';

/** Whether a value that violates the rule is accepted anyway; `pointer` is its place in the body. */
type Takes = (value: unknown, pointer: string, call: Call) => boolean;

/** A rule that a server applies, except to one kind of value. */
export interface LenientRow extends Omit<FaultRow, 'apply'> {
  /** Such as `type /confirmationThreshold`. */
  readonly rule: string;
  readonly takes: Takes;
}

/** Rows about the same rule, by id. */
export function lenient(
  requirements: readonly string[],
  rule: string,
  rows: Readonly<Record<string, readonly [title: string, takes: Takes]>>,
): LenientRow[] {
  return Object.entries(rows).map(([id, [title, takes]]) => ({ id, title, requirements, rule, takes }));
}

export function lenientRules(operation: Operation, rows: readonly LenientRow[]): Fault[] {
  return faultsOf(
    operation,
    rows.map(({ rule, takes, ...row }) => ({
      ...row,
      apply: (behaviour, context) =>
        withdrawRule(behaviour, context, {
          operation,
          name: rule,
          which(call, { context: details }) {
            const pointer = details?.field ?? '';
            return takes(valueAt(call.input, pointer), pointer, call);
          },
        }),
    })),
  );
}

/** The value at a JSON pointer of a rule; undefined if there is none. */
function valueAt(input: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((node, step) => {
      if (Array.isArray(node)) return node[Number(step)];
      return isObject(node) && Object.hasOwn(node, step) ? node[step] : undefined;
    }, input);
}
