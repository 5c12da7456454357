import type { Operation } from '../../operation.ts';
import type { Fault } from '../fault.ts';
import { faultsOf } from '../fault-row.ts';
import { withdrawRule } from '../withdraw-rule.ts';

/** A field of a request body, as a path with dots, and the rules about it; each missing rule is a fault. */
export type AcceptedField = readonly [
  field: string,
  rules: readonly (keyof typeof wordings)[],
  requirements: readonly string[],
  /** For rules, where it is not the path with other separators: `/publicKey/keyData`. */
  pointer?: string,
];

/** The rules of a required field, and those of an element of an array. */
export const required = ['missing', 'null', 'type'] as const;
export const element = ['null', 'type'] as const;

const wordings = {
  missing: { word: 'missing', clause: (field: string) => `without ${field}` },
  null: { word: 'null', clause: (field: string) => `whose ${field} is null` },
  type: { word: 'mistyped', clause: (field: string) => `whose ${field} has another JSON type` },
  empty: { word: 'empty', clause: (field: string) => `whose ${field} is empty` },
} as const;

/** A fault for each rule of each row: a server without that rule. */
export function acceptedFields(operation: Operation, rows: readonly AcceptedField[]): Fault[] {
  const body = operation === 'execute-submission' ? 'An execute body' : `A ${operation} body`;
  return rows.flatMap(([field, rules, requirements, pointer = `/${field.replaceAll('.', '/')}`]) =>
    faultsOf(
      operation,
      rules.map((rule) => ({
        id: `accepts-${wordings[rule].word}-${kebab(field)}`,
        title: `${body} ${wordings[rule].clause(field)} is accepted.`,
        requirements,
        apply: (behaviour, context) =>
          withdrawRule(behaviour, context, { operation, name: `${rule} ${pointer}` }),
      })),
    ),
  );
}

function kebab(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/[^a-z]+/g, '-');
}
