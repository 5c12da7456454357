import type { Operation } from '../schemas/openapi.ts';

export type { Operation };

/** MUST: stated. SHOULD: implied. OPEN: left open, so only observed. */
export type Level = 'MUST' | 'SHOULD' | 'OPEN';

/** A kind of answer: a 2xx, a text/plain 400, or the JSON error object. */
export type AnswerKind = 'success' | 'text-400' | 'error-object';

/** What must be configured, besides target and token, for a requirement to count as exercised. */
export type Need =
  | 'synchronizer'
  | 'synchronizer-alias'
  | 'participants'
  | 'execute-body'
  | 'user-id'
  | 'expired-token'
  | 'several-users'
  | 'page-parameters';

/** Needs of all operations, or of each operation by name. */
export type Needs = readonly Need[] | { readonly [operation in Operation]?: readonly Need[] };

/** A place in a body: the stem of a schema, and a JSON pointer in which `*` matches every index. */
export interface Subject {
  readonly schema: string;
  readonly pointer: string;
}

/** One clause of interface.md that can be met or broken on its own, as interpreted in rulings.md. */
export interface Requirement {
  readonly id: string;
  /** The heading above the quote. */
  readonly section: string;
  /** The operations it is judged on; none if it is excluded. */
  readonly operations: readonly Operation[];
  readonly level: Level;
  /** Words of interface.md, verbatim. */
  readonly quote: string;
  readonly statement: string;
  /** Numbers of the rulings that interpret it. */
  readonly rulings: readonly number[];
  /** The allowed answers, if the requirement is about a kind of request. */
  readonly answers?: readonly AnswerKind[];
  /** Whether status and form of answers are open, or even which operation answers (ruling 23). */
  readonly leavesOpen?: 'form' | 'operation';
  readonly subject?: Subject;
  /** The schema keywords of its subject that it covers; none if empty, all remaining ones if absent. */
  readonly keywords?: readonly string[];
  /** The kinds of credentials, query parameters and keys that belong to it. */
  readonly kinds?: readonly string[];
  readonly needs?: Needs;
  /** Why the three operations cannot show it, or which requirements judge it instead. */
  readonly excluded?: string;
}
