import { type Members, without } from '../altered-draft.ts';

/** A way in which a required field is missing or has the wrong type. */
export interface FieldProblem {
  readonly id: string;
  readonly clause: string;
  readonly change: (members: Members, field: string) => Members;
}

function put(id: string, clause: string, make: (value: unknown) => unknown): FieldProblem {
  return { id, clause, change: (members, field) => ({ ...members, [field]: make(members[field]) }) };
}

/** A required string that is missing or something else. */
export const stringProblems: readonly FieldProblem[] = [
  { id: 'missing', clause: 'is missing', change: without },
  put('null', 'is null', () => null),
  put('a-number', 'is a number', () => 42),
  put('an-object', 'is an object around the string', (value) => ({ value })),
  put('a-list', 'is a list that holds the string', (value) => [value]),
];

/** A required array that is missing or something else. */
export const arrayProblems: readonly FieldProblem[] = [
  { id: 'missing', clause: 'is missing', change: without },
  put('null', 'is null', () => null),
  put('a-string', 'is a string', (value) => (Array.isArray(value) ? value.join(',') : '')),
  put('an-object', 'is an object with numbered members', (value) => ({
    ...(Array.isArray(value) ? value : []),
  })),
];
