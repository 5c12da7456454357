import { violationsOf } from '../../../json/ajv.ts';
import { jsonValue } from '../../../json/read-json.ts';
import { UsageError } from '../../../settings/usage-error.ts';
import { type Exchange, type HeaderPair, headerValue } from '../../../wire/exchange.ts';
import { markStart } from '../../../wire/secrets.ts';
import lineSchema from './recorded-line.schema.json' with { type: 'json' };

/** A recorded body: text, or base64 if the bytes are not text. */
interface StoredBytes {
  readonly body?: string | null;
  readonly bodyBase64?: string | null;
}

/** A line of a recording file. */
export interface RecordedLine {
  readonly name: string;
  readonly op?: string;
  readonly group?: string;
  readonly ms?: number | null;
  readonly request: StoredBytes & {
    readonly method: string;
    readonly target: string;
    readonly version?: string | null;
    readonly headers: readonly HeaderPair[];
  };
  /** `clientError` says how the connection ended if it failed. */
  readonly response?:
    | (StoredBytes & {
        readonly status?: number | null;
        readonly reason?: string | null;
        readonly headers?: readonly HeaderPair[] | null;
        readonly clientError?: string | null;
      })
    | null;
}

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

/**
 * Reads a recording: one JSON object per line; empty lines are ignored.
 * @throws UsageError that names the first line that is not an exchange.
 */
export function readRecording(text: string): Recording {
  const records: RecordedExchange[] = [];
  // One by one, as the first that is wrong ends it: millions of lines take many times the memory of their text.
  for (let [from, number] = [text.startsWith('\ufeff') ? 1 : 0, 1]; from < text.length; number += 1) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end === -1 ? text.length : end);
    from += line.length + 1;
    if (line.trim() !== '') records.push(readLine(line, number));
  }
  return records;
}

/** Nobody records a longer exchange; in characters. */
const longestLine = 8 * 1024 ** 2;

function readLine(text: string, number: number): RecordedExchange {
  const { name, op = '', group = '', ms, request, response } = parsed(text, number);
  const { bytes, sentBytes } = readBody(request);
  const { method, target, headers, version } = request;
  const { unreadable, ...answered } = readAnswer(response ?? {});
  return {
    name,
    op,
    group,
    version: version ?? 'HTTP/1.1',
    exchange: { id: name, request: { method, target, headers, body: bytes }, ...answered, ms: ms ?? 0 },
    sentBytes,
    unreadable,
  };
}

function parsed(text: string, number: number): RecordedLine {
  if (text.length > longestLine)
    throw new UsageError([
      `Line ${number} of the recording has more than ${longestLine / 1024 ** 2} million characters. Shorten its bodies, or leave the line out.`,
    ]);
  const read = jsonValue(text);
  if (read === undefined)
    throw new UsageError([
      `Line ${number} of the recording is not JSON. Write each exchange as one line of JSON.`,
    ]);
  const [wrong] = violationsOf(lineSchema, read.value);
  if (wrong === undefined) return read.value as RecordedLine;
  const place = wrong.instancePath === '' ? '' : ` at ${wrong.instancePath}`;
  throw new UsageError([
    `Line ${number} of the recording is not an exchange${place}: it ${wrong.message}. Correct it, or leave the line out.`,
  ]);
}

/** Long bodies are truncated in a recording and end with their number of bytes. */
const shortened = /…<(\d+) bytes>$/;

/** The recorded bytes, and how many were on the wire. */
function readBody({ body, bodyBase64 }: StoredBytes): { readonly bytes: Buffer; readonly sentBytes: number } {
  const text = body ?? '';
  const bytes = typeof bodyBase64 === 'string' ? Buffer.from(bodyBase64, 'base64') : Buffer.from(text);
  const [mark, count] = typeof bodyBase64 === 'string' ? [] : (shortened.exec(text) ?? []);
  if (mark === undefined) return { bytes, sentBytes: bytes.length };
  const held = Buffer.from(text.slice(0, -mark.length));
  // A complete body may happen to end like a truncated one.
  return Number(count) > held.length
    ? { bytes: held, sentBytes: Number(count) }
    : { bytes, sentBytes: bytes.length };
}

/**
 * Reads an answer, or how the connection ended if no complete answer arrived.
 * @returns `unreadable` if it cannot be judged
 */
function readAnswer(
  response: NonNullable<RecordedLine['response']>,
): Pick<Exchange, 'answer' | 'failure'> & Pick<RecordedExchange, 'unreadable'> {
  const { status, reason } = response;
  const clientError = response.clientError ?? undefined;
  const isTimeout = clientError !== undefined && /time(d )?-?out/i.test(clientError);
  // Browsers write 0, and proxies -1, where there was no answer.
  if (typeof status !== 'number' || status < 100)
    return {
      failure: {
        kind: isTimeout ? 'timeout' : 'closed',
        message: clientError ?? 'The recording has no answer.',
      },
    };
  const headers = response.headers ?? [];
  const { bytes, sentBytes } = readBody(response);
  const answer = { status, reason: reason ?? '', headers, body: withMarks(bytes) };
  // A client that waits for more, or fails to send the rest, may have the complete answer (RFC 9112 §6.3).
  const isComplete = headerValue(headers, 'content-length')?.trim() === String(sentBytes);
  return clientError === undefined || isComplete
    ? { answer, unreadable: whyUnreadable(response, headers, bytes.length < sentBytes) }
    : { answer, failure: { kind: isTimeout ? 'timeout' : 'cut', message: clientError } };
}

function whyUnreadable(
  response: StoredBytes & { readonly status?: number | null },
  headers: readonly HeaderPair[],
  isShortened: boolean,
): string | undefined {
  if (isShortened) return 'the record has only the beginning of the answer';
  const { body, bodyBase64 } = response;
  const length = headerValue(headers, 'content-length')?.trim();
  const isLeftOut = length === undefined ? (body ?? bodyBase64 ?? null) === null : /[1-9]/.test(length);
  if (isLeftOut && !body && !bodyBase64 && response.status !== 204)
    return 'the record does not have the body of the answer';
  const coding = headerValue(headers, 'content-encoding')?.trim().toLowerCase() ?? 'identity';
  // A recorder that does not decode a body may store its bytes as text, too.
  const isStoredAsSent = typeof bodyBase64 === 'string' || body?.includes('\ufffd') === true;
  const isCoded = coding !== 'identity' && coding !== '' && isStoredAsSent;
  return isCoded ? `the record has the answer in the coding ${coding}` : undefined;
}

/** Recordings write <jwt> for a token; judges recognise an echoed credential by this suite's mark. */
function withMarks(bytes: Buffer): Buffer {
  if (!bytes.includes('<jwt>')) return bytes;
  return Buffer.from(bytes.toString('utf8').replaceAll('<jwt>', `${markStart}token]`));
}
