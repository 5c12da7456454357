import { type Exchange, type FailureKind, type HeaderPair, headerValue } from '../../../wire/exchange.ts';
import { markStart } from '../../../wire/secrets.ts';
import { readBody } from './recorded-body.ts';
import type { RecordedResponse } from './recorded-line.ts';

/** A recorded answer in the form of an exchange; `unreadable` says why it cannot be judged. */
export type ReadAnswer = Pick<Exchange, 'answer' | 'failure'> & { readonly unreadable?: string };

/** Reads an answer, or how the connection ended if no complete answer arrived. */
export function readAnswer(response: RecordedResponse): ReadAnswer {
  const { status, reason, clientError } = response;
  if (typeof status !== 'number') {
    return {
      failure: { kind: endOf(clientError), message: clientError ?? 'The recording has no answer.' },
    };
  }
  const headers = response.headers ?? [];
  const { bytes, sentBytes } = readBody(response);
  const answer = { status, reason: reason ?? '', headers, body: withMarks(bytes) };
  const unreadable = whyUnreadable(response, headers, bytes.length < sentBytes);
  if (clientError === null || clientError === undefined || isComplete(headers, sentBytes)) {
    return { answer, unreadable };
  }
  return { answer, failure: { kind: isTimeout(clientError) ? 'timeout' : 'cut', message: clientError } };
}

function isTimeout(clientError: string): boolean {
  return /time(d )?-?out/i.test(clientError);
}

function endOf(clientError: string | null | undefined): FailureKind {
  return clientError !== null && clientError !== undefined && isTimeout(clientError) ? 'timeout' : 'closed';
}

/** A client that waits for more, or fails to send the rest, may have the complete answer (RFC 9112 §6.3). */
function isComplete(headers: readonly HeaderPair[], bytes: number): boolean {
  return headerValue(headers, 'content-length')?.trim() === String(bytes);
}

function whyUnreadable(
  response: RecordedResponse,
  headers: readonly HeaderPair[],
  isShortened: boolean,
): string | undefined {
  if (isShortened) return 'the record has only the beginning of the answer';
  const coding = headerValue(headers, 'content-encoding')?.trim().toLowerCase() ?? 'identity';
  const isCoded = coding !== 'identity' && coding !== '' && typeof response.bodyBase64 === 'string';
  return isCoded ? `the record has the answer in the coding ${coding}` : undefined;
}

/** Recordings write <jwt> for a token; judges recognise an echoed credential by this suite's mark. */
function withMarks(bytes: Buffer): Buffer {
  if (!bytes.includes('<jwt>')) return bytes;
  return Buffer.from(bytes.toString('utf8').replaceAll('<jwt>', `${markStart}token]`));
}
