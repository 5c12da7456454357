import type { ErrorCode } from './error-codes.ts';
import type { Json } from './rules/json-types.ts';

/** Why a request is rejected: its structure, its values, or its credential. */
export type FailureCause = 'structural' | 'semantic' | 'credential';

/** Why a request is rejected; the stage `answer` decides the form of the response later. */
export interface Refusal {
  readonly code: ErrorCode;
  /** A sentence for the caller. */
  readonly cause: string;
  /** True if the structure of the request is invalid, false if its values do not fit this ledger. */
  readonly structural: boolean;
  /** The form of the response, if the operation does not decide it. */
  readonly form?: 'text' | 'error-object';
  /** The rule that it breaks, such as `missing /synchronizer`, where in the input, and by which value. */
  readonly rule?: string;
  readonly pointer?: string;
  readonly value?: Json;
  /** Extra entries of the error's `context`. */
  readonly context?: Readonly<Record<string, string>>;
  /** Pairs of resource type and name. */
  readonly resources?: readonly (readonly [string, string])[];
  /** The part of a layered server that rejected it, if its errors look different. */
  readonly layer?: 'json';
  readonly headers?: Readonly<Record<string, string>>;
}

export function kindOf({ code, structural }: Refusal): FailureCause {
  if (code === 'UNAUTHENTICATED') return 'credential';
  return structural ? 'structural' : 'semantic';
}

/** The request does not have the structure of interface.md (rulings 12 and 14). */
export function malformed(cause: string, details: Partial<Refusal> = {}): Refusal {
  return { code: 'INVALID_ARGUMENT', cause, structural: true, ...details };
}

/** The structure is valid, the values are rejected (rulings 13 and 15). */
export function refused(code: ErrorCode, cause: string, details: Partial<Refusal> = {}): Refusal {
  return { code, cause, structural: false, ...details };
}
