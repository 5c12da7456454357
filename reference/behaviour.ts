import type { ServerResponse } from 'node:http';
import type { Answer, Draft } from './answer.ts';
import type { AuxiliaryEndpoint } from './auxiliary-endpoint.ts';
import type { Call, Claims } from './call.ts';
import type { Decoded } from './decode.ts';
import type { Operation } from './operation.ts';
import type { Requests, Results } from './operations/operations.ts';
import type { Refusal } from './refusal.ts';
import type { Rule } from './rules/rule.ts';

type Eventually<T> = T | Promise<T>;

/** The steps before an operation is performed, by name; their order is part of the behaviour. */
export type Step = 'authenticate' | 'decode' | 'structure' | 'semantics';

export type Rules = Readonly<Record<Operation, readonly Rule[]>>;

export type Perform = {
  readonly [O in Operation]: (request: Requests[O], call: Call) => Eventually<Results[O]>;
};

/**
 * How a server responds, as named stages. A fault or a variant replaces one of them; each stage gets the call, so that it
 * can affect one operation, one request in ten, or requests that overlap.
 */
export interface Behaviour {
  readonly order: readonly Step[];
  /** Maximum request body in bytes; one mebibyte by default. */
  readonly bodyLimit?: number;
  /** Whether a body is read whatever its Content-Type, and without one. */
  readonly ignoresContentType?: boolean;
  /** Whether Expect changes nothing; otherwise HTTP answers 417 to an unknown one, and 100-continue with 100. */
  readonly ignoresExpectations?: boolean;
  /** Operations outside interface.md that preparing a run needs. */
  readonly auxiliaryEndpoints?: readonly AuxiliaryEndpoint[];
  readonly readCredential: (call: Call) => string | undefined;
  readonly verifyCredential: (token: string, call: Call) => Eventually<Claims | undefined>;
  readonly decodeJson: (call: Call) => Decoded;
  readonly decodeQuery: (call: Call) => Decoded;
  readonly structure: Rules;
  readonly semantics: Rules;
  readonly perform: Perform;
  /** Which of the two documented forms a failure has. */
  readonly chooseForm: (refusal: Refusal, call: Call) => 'text' | 'error-object';
  readonly composeSuccess: (result: unknown, call: Call) => Draft;
  readonly composeTextFailure: (refusal: Refusal, call: Call) => Draft;
  readonly composeErrorObject: (refusal: Refusal, call: Call) => Draft;
  readonly encode: (draft: Draft, call: Call) => Eventually<Answer>;
  /** Writes to the socket; may truncate, stall or split. */
  readonly deliver: (answer: Answer, response: ServerResponse, call: Call) => Eventually<void>;
}
