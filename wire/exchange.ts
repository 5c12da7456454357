/** A header as sent on the wire: name in its original case, value unchanged. */
export type HeaderPair = readonly [name: string, value: string];

/** A request exactly as sent; `body` is empty if there is none. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer;
}

/** A response as received: `body` after transfer decoding, `decoded` after content decoding if a coding was declared. */
export interface Answer {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer;
  readonly decoded?: Buffer;
}

/**
 * Why there is no complete response. `refused`: no connection · `closed`: the connection ended before the response began ·
 * `cut`: ended inside it · `timeout`: nothing in time, or the response had stopped arriving · `slow`: it was still arriving
 * when the time was up, or was complete only later · `endless`: it was still arriving when it reached the size limit ·
 * `protocol`: not HTTP · `undecodable`: the bytes do not match the declared content coding · `broken-off`: the suite
 * broke its own upload off.
 */
export type FailureKind =
  | 'refused'
  | 'closed'
  | 'cut'
  | 'timeout'
  | 'slow'
  | 'endless'
  | 'protocol'
  | 'undecodable'
  | 'broken-off';

/** A failure that says something about our limits and nothing about the target's contract (ruling 38). */
export type LimitKind = 'refused' | 'slow' | 'endless';

/** Whether a response is missing because of a limit: it was longer or slower, or there were too many connections. */
export function isOfLimits(kind: string): kind is LimitKind {
  return kind === 'refused' || kind === 'slow' || kind === 'endless';
}

export interface TransportFailure {
  readonly kind: FailureKind;
  readonly message: string;
  /** A code of Node, libuv or llhttp, such as ECONNREFUSED; absent if a limit of ours ended the exchange. */
  readonly code?: string;
}

/** One request with its response or transport failure; both if a response began but did not end. Times in milliseconds. */
export interface Exchange {
  readonly id: string;
  readonly request: SentRequest;
  readonly answer?: Answer;
  readonly failure?: TransportFailure;
  /** When it was sent, since 1970; absent in journals of earlier versions and in recordings. */
  readonly at?: number;
  /**
   * When the token that it carried expires, since 1970 by the clock of this machine; absent if it carried none that does, and
   * in journals of earlier versions.
   */
  readonly tokenEnds?: number;
  readonly ms: number;
}

/** The body of the response after content decoding. */
export function bodyOf(answer: Answer): Buffer {
  return answer.decoded ?? answer.body;
}

/** The query parameters of a target, in order, decoded as form data; invalid UTF-8 becomes U+FFFD. */
export function queryOf(target: string): URLSearchParams {
  const start = target.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : target.slice(start + 1));
}

/** All values of a header, in order; names are case-insensitive (RFC 9110 §5.1). */
export function headerValues(headers: readonly HeaderPair[], name: string): string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([key]) => key.toLowerCase() === wanted).map(([, value]) => value);
}

/** The first value of a header, or undefined. */
export function headerValue(headers: readonly HeaderPair[], name: string): string | undefined {
  return headerValues(headers, name)[0];
}
