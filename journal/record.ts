import type { Operation } from '../requirements/requirement.ts';
import type { Exchange } from '../wire/exchange.ts';

/** What an exchange is for inside its case. */
export type Role = 'probe' | 'control' | 'repeat' | 'retry' | 'shrink' | `page ${number} of ${string}`;

/** What is wrong with the request of a case, by pointer and keyword; `valid` where nothing is. */
export type Wrong = 'valid' | { readonly pointer: string; readonly keyword: string; readonly name: string };

/** Values a judge needs besides bytes: configured names, clock readings in seconds, elapsed times in milliseconds. */
export type Fact = string | number | boolean | null | readonly (string | number | null)[];
export type Facts = Readonly<Record<string, Fact>>;

/**
 * An exchange's place in a case. The ordinal counts from 1 inside the case, never across the run; attempts of one
 * request share it and count from 1, so the last attempt is the answer that settled.
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
