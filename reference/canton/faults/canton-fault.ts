import type { Behaviour } from '../../behaviour.ts';
import type { Call } from '../../call.ts';
import type { Change, Fault } from '../../faults/fault.ts';
import type { Operation } from '../../operation.ts';

/** A fault of the server that answers as canton-3.5; its id is written without that in front. */
export type CantonRow = Pick<Fault, 'id' | 'title' | 'requirements' | 'apply'>;

/** Faults of one operation, or of several, each breaking something that the profile settles. */
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

/** Takes a rule away; it shows where the rule would have spoken. */
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

/** Changes the bytes of a JSON body before they are decoded; undefined leaves them. */
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
