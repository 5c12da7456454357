import type { Call } from '../call.ts';
import type { Ledger } from '../ledger.ts';
import type { Rule } from '../rules/rule.ts';

/** How the reference server implements one operation, for any type of request. */
export interface AnyReferenceOperation {
  /** Where the values of the request are. */
  readonly input: 'json' | 'query';
  /** What makes a request an invalid value. */
  readonly structure: readonly Rule[];
  /** What else a valid request must satisfy. */
  readonly semantics: readonly Rule[];
  /** The form of a failure by a rule of `structure`; any other failure is an error object. */
  readonly structuralFailure: 'text' | 'error-object';
  /** The request has passed all rules, or a fault accepted it and a sample replaces it. */
  readonly perform: (request: never, call: Call) => object | Promise<object>;
  /** A valid request, as close to the given input as the response requires. */
  readonly sample: (ledger: Ledger, input: unknown) => unknown;
  /** The requirements about valid requests: each detects one that is rejected or not answered. */
  readonly speakingOfValid: readonly string[];
}

/** The same with the types of its requests and results. */
export interface ReferenceOperation<Request, Result extends object> extends AnyReferenceOperation {
  readonly perform: (request: Request, call: Call) => Result | Promise<Result>;
  readonly sample: (ledger: Ledger, input: unknown) => Request;
}
