import type { Operation } from '../requirements/requirement.ts';
import type { Exchange } from '../wire/exchange.ts';

/** The purpose of an exchange in its case. */
export type Role = 'probe' | 'control' | 'repeat' | 'retry' | 'shrink' | `page ${number} of ${string}`;

/** What is wrong with the request of a case, by pointer and keyword; `valid` if nothing is. */
export type Wrong = 'valid' | { readonly pointer: string; readonly keyword: string; readonly name: string };

/** Values a judge needs besides bytes: configured names, clock readings in seconds, durations in milliseconds. */
export type Fact = string | number | boolean | null | readonly (string | number | null)[];
export type Facts = Readonly<Record<string, Fact>>;

/**
 * The position of an exchange in a case. The ordinal counts from 1 within the case, never across the run; attempts of one
 * request share it and count from 1, and the final attempt is judged.
 */
export interface Attempt {
  readonly role: Role;
  readonly ordinal: number;
  readonly attempt: number;
  readonly exchange: Exchange;
}

/** What a conductor did for one case. `credential` is `valid` or a kind of the credential table (ruling 19). */
export interface CaseRecord {
  readonly id: string;
  readonly requirement: string;
  readonly operation: Operation;
  readonly judge: number;
  readonly name: string;
  readonly wrong: Wrong;
  readonly credential: string;
  readonly facts: Facts;
  readonly attempts: readonly Attempt[];
}
