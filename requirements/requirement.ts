import type { Operation } from '../schemas/openapi.ts';

export type { Operation };

/** MUST: stated. SHOULD: implied. OPEN: left open, so only observed. */
export type Level = 'MUST' | 'SHOULD' | 'OPEN';

/** What may be answered: a 2xx, a text/plain 400, or the JSON error object. */
export type AnswerKind = 'success' | 'text-400' | 'error-object';

/** What a run must be given, besides target and token, before a requirement can count as exercised. */
export type Need =
  | 'synchronizer'
  | 'synchronizer-alias'
  | 'participants'
  | 'execute-body'
  | 'user-id'
  | 'expired-token'
  | 'several-users'
  | 'page-parameters';

/** Needs of every operation alike, or of each operation by name. */
export type Needs = readonly Need[] | { readonly [operation in Operation]?: readonly Need[] };

/** A place in a body: the stem of a schema and a JSON pointer in which `*` stands for every index. */
export interface Subject {
  readonly schema: string;
  readonly pointer: string;
}

/** One clause of interface.md that can be kept or broken by itself, in the reading of rulings.md. */
export interface Requirement {
  readonly id: string;
  /** The heading under which the quoted words stand. */
  readonly section: string;
  /** The operations it is judged on; none when it is excluded. */
  readonly operations: readonly Operation[];
  readonly level: Level;
  /** Words of interface.md, verbatim. */
  readonly quote: string;
  readonly statement: string;
  /** Numbers of the rulings that settle the reading. */
  readonly rulings: readonly number[];
  /** Present where the requirement says what may be answered to a kind of request. */
  readonly answers?: readonly AnswerKind[];
  /** Where status and form of an answer are left open, or even which operation it is an answer of (ruling 23). */
  readonly leavesOpen?: 'form' | 'operation';
  readonly subject?: Subject;
  /** Which schema keywords of its subject it speaks of; none of them where empty, those left over where absent. */
  readonly keywords?: readonly string[];
  /** Kinds of credentials and query parameters whose requests are its own. */
  readonly claims?: readonly string[];
  readonly needs?: Needs;
  /** Why the three operations cannot show it, or which requirements judge it in its place. */
  readonly excluded?: string;
}
