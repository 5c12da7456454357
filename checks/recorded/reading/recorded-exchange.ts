import type { Exchange, HeaderPair } from '../../../wire/exchange.ts';

/** One request of somebody else's recording with its answer, and what the record says of itself. */
export interface RecordedExchange {
  /** Dotted; the last part says what was special. */
  readonly name: string;
  /** What the record calls its operation; empty where it says nothing. */
  readonly op: string;
  readonly group: string;
  /** The protocol version of the request line, such as `HTTP/1.1`. */
  readonly version: string;
  readonly exchange: Exchange;
  /** Bytes of the request body as it was sent; the record may hold fewer. */
  readonly sentBytes: number;
  /** Why the answer cannot be judged from this record, where it cannot. */
  readonly unreadable?: string;
}

/** Somebody else's recording, in its order. */
export type Recording = readonly RecordedExchange[];

/** The names of headers in lower case. */
export function headerNames(headers: readonly HeaderPair[]): string[] {
  return headers.map(([name]) => name.toLowerCase());
}

/** Whether the record holds all bytes of the request body. */
export function isWhole(record: RecordedExchange): boolean {
  return record.exchange.request.body.length === record.sentBytes;
}
