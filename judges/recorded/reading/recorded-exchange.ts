import type { Exchange, HeaderPair } from '../../../wire/exchange.ts';

/** One request of a third-party recording with its answer and the record's own description. */
export interface RecordedExchange {
  /** Dotted; the last part says what is special about the request. */
  readonly name: string;
  /** The record's name for its operation; empty if it has none. */
  readonly op: string;
  readonly group: string;
  /** The protocol version of the request line, such as `HTTP/1.1`. */
  readonly version: string;
  readonly exchange: Exchange;
  /** The number of bytes of the request body on the wire; the record may contain fewer. */
  readonly sentBytes: number;
  /** Why the answer cannot be judged from this record. */
  readonly unreadable?: string;
}

/** A third-party recording, in its order. */
export type Recording = readonly RecordedExchange[];

/** The names of headers in lower case. */
export function headerNames(headers: readonly HeaderPair[]): string[] {
  return headers.map(([name]) => name.toLowerCase());
}

/** Whether the record has all bytes of the request body. */
export function isWhole(record: RecordedExchange): boolean {
  return record.exchange.request.body.length === record.sentBytes;
}
