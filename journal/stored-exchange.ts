import { readObject } from '../json/read-json.ts';
import { decodeUtf8 } from '../json/utf8.ts';
import type { Answer, Exchange, SentRequest, TransportFailure } from '../wire/exchange.ts';

type StoredBody = { body?: string; bodyBase64?: string };

/** An exchange as a line of exchanges.ndjson: bytes as text if they are valid UTF-8, otherwise as base64. */
export interface StoredExchange {
  readonly id: string;
  readonly request: Omit<SentRequest, 'body'> & StoredBody;
  readonly response?: Omit<Answer, 'body' | 'decoded'> &
    StoredBody & { readonly decoded?: string; readonly decodedBase64?: string };
  readonly failure?: TransportFailure;
  readonly at?: number;
  readonly tokenEnds?: number;
  readonly ms: number;
}

function stored<K extends string>(name: K, bytes: Buffer): Record<string, string> {
  if (bytes.length === 0) return {};
  const text = decodeUtf8(bytes);
  return text === undefined ? { [`${name}Base64`]: bytes.toString('base64') } : { [name]: text };
}

/** Present even if it is empty: otherwise a reader would take the encoded body for the content. */
function storedDecoded(bytes: Buffer): Record<string, string> {
  return bytes.length === 0 ? { decoded: '' } : stored('decoded', bytes);
}

/** The bytes of a body that is stored as text or as base64. */
export function restored(text: string | undefined, base64: string | undefined): Buffer {
  return text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text, 'utf8');
}

export function toStored(exchange: Exchange): StoredExchange {
  const { request, answer, failure } = exchange;
  return {
    id: exchange.id,
    request: {
      method: request.method,
      target: request.target,
      headers: request.headers,
      ...stored('body', request.body),
    },
    response:
      answer === undefined
        ? undefined
        : {
            status: answer.status,
            reason: answer.reason,
            headers: answer.headers,
            ...stored('body', answer.body),
            ...(answer.decoded === undefined ? {} : storedDecoded(answer.decoded)),
          },
    failure,
    at: exchange.at,
    tokenEnds: exchange.tokenEnds,
    // The last member: readers that want nothing but durations look only at the end of a line.
    ms: exchange.ms,
  };
}

export function fromStored(line: StoredExchange): Exchange {
  const { request, response, failure } = line;
  return {
    id: line.id,
    request: {
      method: request.method,
      target: request.target,
      headers: request.headers,
      body: restored(request.body, request.bodyBase64),
    },
    answer: response === undefined ? undefined : restoredAnswer(response),
    failure,
    at: line.at,
    tokenEnds: line.tokenEnds,
    ms: line.ms,
  };
}

function restoredAnswer(response: NonNullable<StoredExchange['response']>): Answer {
  const { decoded, decodedBase64 } = response;
  return {
    status: response.status,
    reason: response.reason,
    headers: response.headers,
    body: restored(response.body, response.bodyBase64),
    decoded:
      decoded === undefined && decodedBase64 === undefined ? undefined : restored(decoded, decodedBase64),
  };
}

/** How long an exchange took. */
export interface ExchangeTiming {
  readonly id: string;
  readonly ms: number;
  /** Whether a complete response was received. */
  readonly complete: boolean;
}

export function timingOf({ id, ms, answer, failure }: Exchange): ExchangeTiming {
  return { id, ms, complete: answer !== undefined && failure === undefined };
}

/** The same for a line of exchanges.ndjson; undefined if it is none. */
export function timingOfLine(bytes: Buffer): ExchangeTiming | undefined {
  // The journal writes the id first and the time last; parsing whole lines would take a multiple of the time.
  const id = /^\{"id":"([^"\\]*)"/.exec(bytes.toString('utf8', 0, 400))?.[1];
  const end = bytes.toString('latin1', Math.max(0, bytes.length - 40));
  const ms = /"ms":(\d+(?:\.\d+)?)\}$/.exec(end)?.[1];
  if (id === undefined || ms === undefined) return parsed(bytes);
  // Inside a string, these quotes would be escaped.
  return {
    id,
    ms: Number(ms),
    complete: bytes.includes(',"response":{') && !bytes.includes(',"failure":{'),
  };
}

function parsed(bytes: Buffer): ExchangeTiming | undefined {
  const line = readObject(bytes) as unknown as Partial<StoredExchange> | undefined;
  if (typeof line?.id !== 'string' || typeof line.ms !== 'number') return undefined;
  return {
    id: line.id,
    ms: line.ms,
    complete: line.response !== undefined && line.failure === undefined,
  };
}
