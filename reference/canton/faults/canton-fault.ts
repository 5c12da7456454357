import type { Behaviour } from '../../behaviour.ts';
import type { Call } from '../../call.ts';
import type { Change, Fault } from '../../faults/fault.ts';
import type { Operation } from '../../operation.ts';

/** A fault of the server that behaves like canton-3.5; its id omits that prefix. */
export type CantonRow = Pick<Fault, 'id' | 'title' | 'requirements' | 'apply'>;

/** Faults of one or several operations, each of which breaks behaviour pinned by the profile. */
export function cantonFaults(operations: readonly Operation[], rows: readonly CantonRow[]): Fault[] {
  return rows.map((row) => ({
    ...row,
    id: `canton-${row.id}`,
    operations,
    quote: 'profile canton-3.5',
    when: 'always',
    serving: { profile: 'canton-3.5' },
  }));
}

/** Removes a rule; the fault fires when the rule would have applied. */
export function without(operation: Operation, name: string): Change {
  return (behaviour, { fire }) => ({
    ...behaviour,
    semantics: {
      ...behaviour.semantics,
      [operation]: behaviour.semantics[operation].map((rule) =>
        rule.name !== name
          ? rule
          : {
              name,
              refuse: (call: Call) => {
                if (rule.refuse(call) !== undefined) fire();
                return undefined;
              },
            },
      ),
    },
  });
}

/** Changes the bytes of a JSON body before decoding; undefined means no change. */
export function readAs(
  operation: Operation,
  change: (body: Record<string, unknown>) => object | undefined,
): Change {
  return (behaviour: Behaviour, { fire }) => ({
    ...behaviour,
    decodeJson: (call) => {
      const body = call.operation === operation ? objectIn(call.body) : undefined;
      const changed = body === undefined ? undefined : change(body);
      if (changed === undefined) return behaviour.decodeJson(call);
      fire();
      return behaviour.decodeJson({ ...call, body: Buffer.from(JSON.stringify(changed)) });
    },
  });
}

function objectIn(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
