import type { Draft } from './answer.ts';
import type { Call } from './call.ts';
import type { Refusal } from './refusal.ts';

/** An operation beside those of interface.md, as somebody needs it who prepares a run. */
export interface AuxiliaryEndpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /v2; `:id` stands for one segment. */
  readonly path: string;
  /** Answers a call of a valid token. */
  readonly answer: (call: Call, id: string) => Draft | { readonly refusal: Refusal };
}
