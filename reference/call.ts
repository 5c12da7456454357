import type { IncomingHttpHeaders } from 'node:http';
import type { Ledger } from './ledger.ts';
import type { Operation } from './operation.ts';

/** What a verified token says about its bearer. */
export interface Claims {
  readonly sub?: string;
  /** Seconds since the epoch. */
  readonly exp?: number;
  readonly [claim: string]: unknown;
}

/** One request on its way through the stages. The stages fill in the last three members. */
export interface Call {
  /** Undefined when the path or the method belongs to no operation. */
  readonly operation: Operation | undefined;
  readonly method: string;
  /** The request target as sent, prefix and query included. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** 1 for the first request that this server got, 2 for the second, and so on. */
  readonly ordinal: number;
  /** Requests that this server is working on now, this one included. */
  readonly inFlight: () => number;
  readonly ledger: Ledger;
  claims: Claims | undefined;
  /** The decoded body or query. */
  input: unknown;
  /** Set by a fault that accepts an invalid request: remaining rules are skipped, a sample is performed instead. */
  forgiven: boolean;
}
