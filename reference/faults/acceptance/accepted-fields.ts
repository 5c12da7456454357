import type { Operation } from '../../operation.ts';
import type { Fault } from '../fault.ts';
import { withdrawRule } from '../withdraw-rule.ts';

/** A field of a request body and the rules about it that a server may lack, each a fault of its own. */
export interface FieldRow {
  /** As a reader calls it: `publicKey.keyData`. */
  readonly field: string;
  /** As the rules call it: `/publicKey/keyData`. */
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

/** For each rule of each row the fault of a server that lacks it. */
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
        apply: (behaviour, context) => withdrawRule(behaviour, operation, `${rule} ${pointer}`, context),
      };
    }),
  );
}

function kebab(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/[^a-z]+/g, '-');
}
