import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Ledger } from './ledger.ts';
import type { Operation } from './operation.ts';
import type { Refusal } from './refusal.ts';
import type { Json } from './rules/json-types.ts';

/** What a verified token says about its owner. */
export interface Claims {
  readonly sub?: string;
  /** Seconds since the epoch. */
  readonly exp?: number;
  readonly [claim: string]: unknown;
}

/** A request on its way: each stage reads and fills slots of it, and so may a row. Slots get new values, and no value changes. */
export interface Call {
  /** Undefined if the path or the method belongs to no operation. */
  readonly operation: Operation | undefined;
  readonly method: string;
  /** The request target as sent, including prefix and query. */
  target: string;
  /** Of the request line, such as `1.1`. */
  readonly httpVersion: string;
  readonly headers: IncomingHttpHeaders;
  /** Names of headers, in the order and case sent. */
  readonly headerNames: readonly string[];
  body: Buffer;
  /** Identifies the connection: the same object for all of its requests. */
  readonly connection: object;
  /** 1 for the first request to this server, 2 for the second, and so on. */
  readonly ordinal: number;
  /** Requests in progress on this server, including this one. */
  readonly inFlight: () => number;
  readonly ledger: Ledger;
  token: string | undefined;
  claims: Claims | undefined;
  /** The decoded body or query. */
  input: Json;
  /** Why the request is rejected; then the stages up to the answer are left out. */
  refusal: Refusal | undefined;
  /** Accepted although it is invalid: the remaining rules are skipped, and a sample is performed instead. */
  forgiven: boolean;
  /** Names of rules that are left out for this call. */
  skipped: readonly string[];
  /** What was performed: the input, or a sample. */
  request: Json;
  result: Json;
  status: number;
  responseHeaders: Readonly<Record<string, string>>;
  /** The JSON value of the response, unless it has a text. */
  value: Json;
  text: string | undefined;
  bytes: Buffer;
  send: Send;
}

/** Writes the answer of a call to its socket; may truncate, stall or split. */
export type Send = (response: ServerResponse, call: Call) => unknown;
