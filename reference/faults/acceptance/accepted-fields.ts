import type { Operation } from '../../operation.ts';
import type { Fault } from '../fault.ts';
import { withdrawRule } from '../withdraw-rule.ts';

/** A field of a request body and the rules about it; each missing rule is a fault. */
export interface FieldRow {
  /** For readers: `publicKey.keyData`. */
  readonly field: string;
  /** For rules: `/publicKey/keyData`. */
  readonly pointer: string;
  readonly rules: readonly (keyof typeof wordings)[];
  readonly requirements: readonly string[];
  readonly quote: string;
}

const wordings = {
  missing: { word: 'missing', clause: (field: string) => `without ${field}` },
  null: { word: 'null', clause: (field: string) => `whose ${field} is null` },
  type: { word: 'mistyped', clause: (field: string) => `whose ${field} has another JSON type` },
  empty: { word: 'empty', clause: (field: string) => `whose ${field} is empty` },
} as const;

/** A fault for each rule of each row: a server without that rule. */
export function acceptedFields(operation: Operation, rows: readonly FieldRow[]): Fault[] {
  return rows.flatMap(({ field, pointer, rules, requirements, quote }) =>
    rules.map((rule): Fault => {
      const { word, clause } = wordings[rule];
      return {
        id: `${operation}-accepts-${word}-${kebab(field)}`,
        title: `${operation === 'execute-submission' ? 'An execute' : `A ${operation}`} body ${clause(field)} is accepted.`,
        operations: [operation],
        requirements,
        quote,
        when: 'always',
        apply: (behaviour, context) =>
          withdrawRule(behaviour, context, { operation, name: `${rule} ${pointer}` }),
      };
    }),
  );
}

function kebab(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/[^a-z]+/g, '-');
}
