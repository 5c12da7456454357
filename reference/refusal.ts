import type { ErrorCode } from './error-codes.ts';

/** Why a request is rejected; the stage `chooseForm` decides the form of the response later. */
export interface Refusal {
  readonly code: ErrorCode;
  /** A sentence for the caller. */
  readonly cause: string;
  /** True if the structure of the request is invalid, false if its values do not fit this ledger. */
  readonly structural: boolean;
  /** Extra entries of the error's `context`. */
  readonly context?: Readonly<Record<string, string>>;
  /** Pairs of resource type and name. */
  readonly resources?: readonly (readonly [string, string])[];
  /** The part of a layered server that rejected it, if its errors look different. */
  readonly layer?: 'json';
  readonly headers?: Readonly<Record<string, string>>;
}

/** The request does not have the structure of interface.md (rulings 12 and 14). */
export function malformed(cause: string, where = ''): Refusal {
  return {
    code: 'INVALID_ARGUMENT',
    cause,
    structural: true,
    ...(where === '' ? {} : { context: { field: where } }),
  };
}

/** The structure is valid, the values are rejected (rulings 13 and 15). */
export function refused(code: ErrorCode, cause: string, details: Partial<Refusal> = {}): Refusal {
  return { code, cause, structural: false, ...details };
}
