import type { Draft } from './answer.ts';
import type { Call } from './call.ts';
import type { Refusal } from './refusal.ts';

/** An operation outside interface.md that preparing a run needs. */
export interface AuxiliaryEndpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /v2; `:id` matches one segment. */
  readonly path: string;
  /** Responds to a call with a valid token. */
  readonly answer: (call: Call, id: string) => Draft | { readonly refusal: Refusal };
}
