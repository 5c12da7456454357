import { changeSemantics } from '../../faults/change-stage.ts';
import type { Change, Fault } from '../../faults/fault.ts';
import type { Operation } from '../../operation.ts';
import type { Refusal } from '../../refusal.ts';
import { isObject } from '../../rules/json-types.ts';
import { takeBytesAs } from '../../variants/requests/change-requests.ts';

type CantonRow = Pick<Fault, 'title' | 'requirements' | 'apply'>;

/** Faults of one or several operations, each of which breaks behaviour pinned by the profile; their ids omit the prefix. */
export function cantonFaults(
  operations: readonly Operation[],
  rows: Readonly<Record<string, CantonRow>>,
): Fault[] {
  return Object.entries(rows).map(([id, row]) => ({
    ...row,
    id: `canton-${id}`,
    operations,
    quote: 'profile canton-3.5',
    when: 'always',
    serving: { profile: 'canton-3.5' },
  }));
}

/** Replaces the refusals of an operation's rules; undefined lets the request pass that rule. */
export function changeRefusals(
  operation: Operation,
  change: (refusal: Refusal, rule: string) => Refusal | undefined,
): Change {
  return changeSemantics(operation, (rules, { fire }) =>
    rules.map(({ name, refuse }) => ({
      name,
      refuse: (call) => {
        const refusal = refuse(call);
        const changed = refusal && change(refusal, name);
        if (changed !== refusal) fire();
        return changed;
      },
    })),
  );
}

/** Removes a rule; the fault fires when the rule would have applied. */
export function without(operation: Operation, name: string): Change {
  return changeRefusals(operation, (refusal, rule) => (rule === name ? undefined : refusal));
}

/** Changes the bytes of a JSON body before decoding; undefined means no change. */
export function readAs(
  operation: Operation,
  change: (body: Record<string, unknown>) => object | undefined,
): Change {
  return takeBytesAs((bytes, call) => {
    const body = call.operation === operation ? objectIn(bytes) : undefined;
    const changed = body && change(body);
    return changed && Buffer.from(JSON.stringify(changed));
  });
}

function objectIn(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
