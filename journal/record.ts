import type { Operation } from '../requirements/requirement.ts';
import type { Exchange } from '../wire/exchange.ts';

/** What an exchange is for inside its case. */
export type Role = 'probe' | 'control' | 'repeat' | 'retry' | 'shrink' | 'page';

/** A chain of pages: its kind, and what tells it apart from the other chains of its case. */
export interface Chain {
  readonly kind:
    | 'before'
    | 'after'
    | 'walk'
    | 'api-key'
    | 'token-first'
    | 'empty-token'
    | 'interleaved'
    | 'smallest';
  /** The size asked for; without one the target chooses. */
  readonly size?: number;
  /** From the second round on. */
  readonly round?: number;
  /** The interleaving that it is part of, and which of how many chains of that it is. */
  readonly walk?: number;
  readonly place?: number;
  readonly of?: number;
  /** What fast-check repeats the interleaving by. */
  readonly drawn?: string;
  /** Set where a page is asked for once more by a used token; it belongs to no chain then. */
  readonly askedAgain?: true;
  /** Which repetition of the chain it is; absent for the chain itself. */
  readonly repetition?: number;
}

/** A page of a chain, counted from 1. */
export interface ChainPage {
  readonly number: number;
  readonly chain: Chain;
}

/**
 * What is wrong with the request of a case: its kind, the place, and the schema keyword or a word for what a schema cannot
 * say; `valid` where nothing is. The name is for people and decides nothing.
 */
export type Wrong =
  | 'valid'
  | { readonly kind: string; readonly pointer: string; readonly keyword: string; readonly name: string };

/** Values a judge needs besides bytes: configured names, clock readings in seconds, durations in milliseconds. */
export type Fact = string | number | boolean | null | readonly (string | number | null)[];
export type Facts = Readonly<Record<string, Fact>>;

/**
 * The position of an exchange in a case. The ordinal counts from 1 within the case, never across the run; attempts of one
 * request share it and count from 1, and the final attempt is judged.
 */
export interface Attempt {
  readonly role: Role;
  /** Present where the role is `page`. */
  readonly page?: ChainPage;
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
  readonly kind: string;
  /** Which of its kind it is, where there are several. */
  readonly detail?: string;
  /** How it was sent, such as `mixed-traffic`; `smallest` for a shrunk counterexample. */
  readonly context?: readonly string[];
  /** Made of the three above, for people; it decides nothing. */
  readonly name: string;
  readonly wrong: Wrong;
  readonly credential: string;
  readonly facts: Facts;
  readonly attempts: readonly Attempt[];
}
