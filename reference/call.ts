import type { IncomingHttpHeaders } from 'node:http';
import type { Ledger } from './ledger.ts';
import type { Operation } from './operation.ts';

/** What a verified token says about its owner. */
export interface Claims {
  readonly sub?: string;
  /** Seconds since the epoch. */
  readonly exp?: number;
  readonly [claim: string]: unknown;
}

/** A request on its way through the stages, which fill in the last three members. */
export interface Call {
  /** Undefined if the path or the method belongs to no operation. */
  readonly operation: Operation | undefined;
  readonly method: string;
  /** The request target as sent, including prefix and query. */
  readonly target: string;
  /** Of the request line, such as `1.1`. */
  readonly httpVersion: string;
  readonly headers: IncomingHttpHeaders;
  /** Names of headers, in the order and case sent. */
  readonly headerNames: readonly string[];
  readonly body: Buffer;
  /** Identifies the connection: the same object for all of its requests. */
  readonly connection: object;
  /** 1 for the first request to this server, 2 for the second, and so on. */
  readonly ordinal: number;
  /** Requests in progress on this server, including this one. */
  readonly inFlight: () => number;
  readonly ledger: Ledger;
  claims: Claims | undefined;
  /** The decoded body or query. */
  input: unknown;
  /** Set by a fault that accepts an invalid request: the remaining rules are skipped, and a sample is used instead. */
  forgiven: boolean;
}
