import type { TokenEncoding } from '../generators/token-encoding.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { CaseCircumstances } from './circumstances.ts';

/** The purpose of an exchange in its case. */
export type Role = 'probe' | 'control' | 'repeat' | 'retry' | 'shrink' | 'page';

/** A chain of pages: its kind, and what distinguishes it from the other chains of its case. */
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
  /** The requested page size; if omitted, the target chooses. */
  readonly size?: number;
  /** The sizes requested on its later pages, in turn, if they differ; null for none. */
  readonly laterSizes?: readonly (number | null)[];
  /** The scheme of the credential, or both in turn, or the usual one with another token of the same user on each second page; if omitted, the usual one. */
  readonly scheme?: 'bearer' | 'api-key' | 'in-turn' | 'renewed';
  /** Present if the token precedes the size in the query. */
  readonly tokenFirst?: true;
  /** How tokens are percent-encoded; if omitted, as usual. */
  readonly encoding?: Exclude<TokenEncoding, 'usual'>;
  /** What was sent before it on the same connection. */
  readonly behind?: string;
  /** Present from the second round on. */
  readonly round?: number;
  /** Its interleaving, and its index among the chains of that interleaving. */
  readonly walk?: number;
  readonly place?: number;
  readonly of?: number;
  /** The fast-check value that reproduces the interleaving. */
  readonly drawn?: string;
  /** Set if a page is requested again with a used token; it then belongs to no chain. */
  readonly askedAgain?: true;
  /** The number of the repetition; absent for the chain itself. */
  readonly repetition?: number;
}

/** A page of a chain, counted from 1. */
export interface ChainPage {
  readonly number: number;
  readonly chain: Chain;
}

/**
 * What is wrong with the request of a case: its kind, the location, and the schema keyword, or a word if a schema
 * cannot express it; `valid` if nothing is. The name is display text.
 */
export type Wrong =
  | 'valid'
  | { readonly kind: string; readonly pointer: string; readonly keyword: string; readonly name: string };

/** Values a judge needs besides bytes: configured names, clock readings in seconds, durations in milliseconds. */
export type Facts = Readonly<
  Record<string, string | number | boolean | null | readonly (string | number | null)[]>
>;

/**
 * The position of an exchange in a case. The ordinal counts from 1 within the case, never across the run; attempts of one
 * request share it and count from 1, and the final attempt is judged.
 */
export interface Attempt {
  readonly role: Role;
  /** Present if the role is `page`. */
  readonly page?: ChainPage;
  readonly ordinal: number;
  readonly attempt: number;
  /** The ordinal of the request that a repeat repeats; absent in journals of earlier versions. */
  readonly repeats?: number;
  /**
   * When it was sent, and when its response had ended: milliseconds since its worker began, in an order that tells which
   * came first. Absent if the exchange belongs to another case, and in journals of earlier versions.
   */
  readonly moments?: readonly [sent: number, ended: number];
  /** On a connection of its own for requests that follow each other: the last exchanges before it, in their order. */
  readonly behind?: readonly string[];
  readonly exchange: Exchange;
}

/** What was done for one case. `credential` is `valid` or a kind of the credential table (ruling 19). */
export interface CaseRecord {
  readonly id: string;
  readonly requirement: string;
  readonly operation: Operation;
  readonly judge: number;
  readonly kind: string;
  /** Distinguishes cases of the same kind. */
  readonly detail?: string;
  /** How it was sent, for example `mixed-traffic`; `smallest` for a shrunk counterexample. */
  readonly context?: readonly string[];
  /** Display text, generated from the three members above. */
  readonly name: string;
  readonly wrong: Wrong;
  readonly credential: string;
  readonly facts: Facts;
  /** Of its requests but the controls; absent in journals of earlier versions. For reports, not for judges. */
  readonly circumstances?: CaseCircumstances;
  readonly attempts: readonly Attempt[];
}
