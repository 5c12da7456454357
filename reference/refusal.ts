import type { ErrorCode } from './error-codes.ts';

/** Why a request is not performed; the form of the answer is decided later, by the stage `chooseForm`. */
export interface Refusal {
  readonly code: ErrorCode;
  /** A sentence for the caller. */
  readonly cause: string;
  /** True when the request is not of the documented shape, false when its values do not fit this ledger. */
  readonly structural: boolean;
  /** Extra entries of the error's `context`. */
  readonly context?: Readonly<Record<string, string>>;
  /** Pairs of resource type and name. */
  readonly resources?: readonly (readonly [string, string])[];
  /** The part of a layered server that refused it, where its errors look different. */
  readonly layer?: 'json';
  readonly headers?: Readonly<Record<string, string>>;
}

/** The request has not the shape that interface.md gives it (ruling 12 and 14). */
export function malformed(cause: string, where = ''): Refusal {
  return {
    code: 'INVALID_ARGUMENT',
    cause,
    structural: true,
    ...(where === '' ? {} : { context: { field: where } }),
  };
}

/** The shape is right, the values are refused (ruling 13 and 15). */
export function refused(code: ErrorCode, cause: string, details: Partial<Refusal> = {}): Refusal {
  return { code, cause, structural: false, ...details };
}
