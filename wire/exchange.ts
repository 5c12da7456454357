/** A header as it stands on the wire: name in its own case, value as sent. */
export type HeaderPair = readonly [name: string, value: string];

/** A request exactly as it goes out; `body` is empty where none is sent. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer;
}

/** An answer as it came in. `body` is as received (after transfer coding); `decoded` after content coding, where one was declared. */
export interface Answer {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer;
  readonly decoded?: Buffer;
}

/**
 * Why no whole answer arrived. `closed`: connection refused or ended before an answer began · `cut`: ended inside one ·
 * `timeout`: nothing, or not all, within the bound · `endless`: more bytes than the bound · `protocol`: not HTTP ·
 * `undecodable`: the declared content coding does not fit the bytes.
 */
export type FailureKind = 'closed' | 'cut' | 'timeout' | 'endless' | 'protocol' | 'undecodable';

export interface TransportFailure {
  readonly kind: FailureKind;
  readonly message: string;
}

/** One request with its answer or transport failure; both where an answer began and did not end. Times in milliseconds. */
export interface Exchange {
  readonly id: string;
  readonly request: SentRequest;
  readonly answer?: Answer;
  readonly failure?: TransportFailure;
  readonly ms: number;
}

/** The answer's body after content decoding. */
export function bodyOf(answer: Answer): Buffer {
  return answer.decoded ?? answer.body;
}

/** All values of a header, in order; names compare without case (RFC 9110 §5.1). */
export function headerValues(headers: readonly HeaderPair[], name: string): string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([key]) => key.toLowerCase() === wanted).map(([, value]) => value);
}

/** The first value of a header, or undefined. */
export function headerValue(headers: readonly HeaderPair[], name: string): string | undefined {
  return headerValues(headers, name)[0];
}
