import type { HeaderPair } from './exchange.ts';

/** What the head of a response says. */
export interface AnswerHead {
  status: number;
  reason: string;
  headers: HeaderPair[];
}

/** What is read next. All but the first three are lines. */
type Next = 'body' | 'rest' | 'chunk' | 'status' | 'field' | 'size' | 'chunk-end' | 'trailer' | 'nothing';

/** How far a response has been read, and what its head says. */
interface Reading {
  next: Next;
  /** The beginning of a line whose end has not arrived. */
  begun: Buffer;
  /** Bytes of this head, trailer or line so far. */
  counted: number;
  /** Bytes of the body or chunk to come. */
  left: number;
  /** Whether something has arrived behind the response. */
  hasMore: boolean;
  version: string;
  head: AnswerHead;
  length: number | undefined;
  coding: 'chunked' | 'other' | undefined;
  /** The values of Connection and Keep-Alive in small letters. */
  connection: string;
  keepAlive: string;
}

const nothingYet = { counted: 0, left: 0, hasMore: false, version: '', connection: '', keepAlive: '' };

/** How much sooner than the target says a connection is given up, and how long it is kept at most; milliseconds. */
const keeping = { soonerMs: 2_000, mostMs: 600_000 };

/**
 * Reads one response, in whichever pieces it comes (RFC 9112), as strictly as llhttp does for Node.
 * @param isHead whether the request was a HEAD, whose response has no body
 * @param headBytes how long a head, a trailer or the line of a chunk may be
 * @param told is told what arrives: heads of interim responses too, which have no body (RFC 9110 §15.2)
 */
export function createAnswerReader(
  isHead: boolean,
  headBytes: number,
  told: { head(head: AnswerHead): void; body(bytes: Buffer): void },
) {
  const head = { status: 0, reason: '', headers: [] };
  const unframed = { length: undefined, coding: undefined };
  const reading: Reading = { next: 'status', begun: Buffer.alloc(0), head, ...unframed, ...nothingYet };
  const readLine = (bytes: Buffer, from: number): number => {
    const end = bytes.indexOf(10, from);
    const to = end === -1 ? bytes.length : end + 1;
    reading.counted += to - from;
    if (reading.counted > headBytes) throw noHttp('HEADER_OVERFLOW');
    const part = bytes.subarray(from, to);
    const all = reading.begun.length === 0 ? part : Buffer.concat([reading.begun, part]);
    reading.begun = end === -1 ? all : all.subarray(0, 0);
    const line = end !== -1 || all.length <= soon ? all.toString('latin1') : '';
    if (end === -1) checkBeginning(reading.next, line);
    else if (!line.endsWith('\r\n')) throw noHttp('CR_EXPECTED');
    else if (line !== '\r\n' || reading.next !== 'field')
      reading.next = afterLine(reading, line.slice(0, -2));
    else {
      told.head(reading.head);
      reading.next = afterHead(reading, isHead);
    }
    return to;
  };
  const readBody = (bytes: Buffer, from: number): number => {
    const { next } = reading;
    const to = next === 'rest' ? bytes.length : Math.min(bytes.length, from + reading.left);
    told.body(bytes.subarray(from, to));
    reading.left -= to - from;
    if (next !== 'rest' && reading.left === 0) reading.next = next === 'chunk' ? 'chunk-end' : 'nothing';
    return to;
  };
  return {
    /**
     * Takes what has arrived. Returns whether the response is whole.
     * @throws Error with a code of llhttp where it is not HTTP
     */
    read(bytes: Buffer): boolean {
      let at = 0;
      for (let { next } = reading; at < bytes.length && next !== 'nothing'; { next } = reading)
        at =
          next === 'body' || next === 'chunk' || next === 'rest' ? readBody(bytes, at) : readLine(bytes, at);
      reading.hasMore = at < bytes.length;
      return reading.next === 'nothing';
    },
    /** Whether the end of the connection is the end of the response. */
    isWholeAtEnd: () => reading.next === 'rest',
    keptMs: () => keptMsOf(reading),
    /** How long a body the head announces that was read; undefined if that was no head of a response with an end. */
    announced(): number | 'anything' | undefined {
      const { next, left } = reading;
      if (next === 'rest' || next === 'size') return 'anything';
      return next === 'nothing' ? 0 : next === 'body' ? left : undefined;
    },
  };
}

/** For how long the connection may be kept behind a whole response, in milliseconds: 0 if not at all, undefined if it does not say. */
function keptMsOf({ next, hasMore, version, head, connection, keepAlive }: Reading): number | undefined {
  const tokens = connection.split(',').map((token) => token.trim());
  const isKept = version === '1.1' ? !tokens.includes('close') : tokens.includes('keep-alive');
  if (next !== 'nothing' || hasMore || !isKept || head.status === 101) return 0;
  const seconds = /timeout=(\d{1,9})/.exec(keepAlive)?.[1];
  if (seconds === undefined) return undefined;
  return Math.max(0, Math.min(Number(seconds) * 1_000 - keeping.soonerMs, keeping.mostMs));
}

function noHttp(what: string): Error {
  return Object.assign(new Error(`The response is not HTTP: ${what}.`), { code: `HPE_${what}` });
}

const statusLine = /^HTTP\/(0\.9|1\.0|1\.1|2\.0) ([1-9]\d\d)(?: ([^\r]*))?$/;
const fieldLine = /^([!#$%&'*+.^_`|~\w-]+):([\t\x20-\x7e\x80-\xff]*)$/;
const sizeLine =
  /^([\da-f]+)(?:;(?!$)[!#$%&'*+.^_`|~\w-]*(?:=(?:[!#$%&'*+.^_`|~\w-]*|"(?:[^"\\\x00-\x08\x0a-\x1f\x7f]|\\[\t\x20-\x7e\x80-\xff])*"))?)*$/i;

/** What lines begin with, where that shows sooner than their end that a response is not HTTP. */
const beginnings: Partial<Record<Next, readonly [beginning: RegExp, what: string]>> = {
  status: [/^(?:\r?$|H(?:$|T(?:$|T(?:$|P(?:$|\/)))))/, 'INVALID_CONSTANT'],
  field: [/^(?:$|[!#$%&'*+.^_`|~\w:\r-])/, 'INVALID_HEADER_TOKEN'],
  size: [/^(?:$|[\da-f])/i, 'INVALID_CHUNK_SIZE'],
  'chunk-end': [/^(?:$|\r)/, 'STRICT'],
};

/** In how many bytes they show it: a long line is not read again for each of its bytes. */
const soon = 64;

function checkBeginning(next: Next, line: string): void {
  const [beginning, what = ''] = beginnings[next] ?? [];
  if (beginning?.test(line) === false) throw noHttp(what);
}

/** Lengths are numbers of 64 bits. */
const tooLong = 2 ** 64;

/** What follows a line. */
function afterLine(reading: Reading, line: string): Next {
  const { next } = reading;
  if (next === 'field' || (next === 'trailer' && line !== '')) {
    readField(reading, line);
    return next;
  }
  if (next === 'status') {
    // Empty lines in front are what is left of the response before.
    if (line === '') return 'status';
    const [, version, status, reason = ''] = statusLine.exec(line) ?? [];
    if (version === undefined) throw noHttp(line.startsWith('HTTP/') ? 'INVALID_STATUS' : 'INVALID_CONSTANT');
    reading.version = version;
    reading.head = { status: Number(status), reason, headers: [] };
    return 'field';
  }
  reading.counted = 0;
  if (next === 'trailer') return 'nothing';
  if (next === 'size') {
    reading.left = Number.parseInt(sizeLine.exec(line)?.[1] ?? 'none', 16);
    if (!(reading.left < tooLong)) throw noHttp('INVALID_CHUNK_SIZE');
    return reading.left === 0 ? 'trailer' : 'chunk';
  }
  if (line !== '') throw noHttp('STRICT');
  return 'size';
}

/** White space around a value is no part of it (RFC 9110 §5.5). Trailers are not kept, but what they may not say is an error. */
function readField(reading: Reading, line: string): void {
  const [, name, text] = fieldLine.exec(line) ?? [];
  if (name === undefined || text === undefined) throw noHttp('INVALID_HEADER_TOKEN');
  const value = trimmed(text);
  if (reading.next === 'field') reading.head.headers.push([name, value]);
  switch (name.toLowerCase()) {
    case 'content-length':
      if (reading.length !== undefined || reading.coding !== undefined)
        throw noHttp('UNEXPECTED_CONTENT_LENGTH');
      reading.length = /^\d+$/.test(value) ? Number(value) : tooLong;
      if (reading.length >= tooLong) throw noHttp('INVALID_CONTENT_LENGTH');
      break;
    case 'transfer-encoding':
      if (reading.length !== undefined) throw noHttp('INVALID_TRANSFER_ENCODING');
      // Several are one list, whose last coding decides.
      reading.coding = /(?:^|,)[\t ]*chunked$/i.test(value) ? 'chunked' : 'other';
      break;
    case 'connection':
      reading.connection += `,${value.toLowerCase()}`;
      break;
    case 'keep-alive':
      reading.keepAlive = value;
  }
}

function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (text[from] === ' ' || text[from] === '\t') from += 1;
  while (to > from && (text[to - 1] === ' ' || text[to - 1] === '\t')) to -= 1;
  return text.slice(from, to);
}

/** What follows a head (RFC 9112 §6.3). */
function afterHead(reading: Reading, isHead: boolean): Next {
  const { head, coding, length } = reading;
  reading.counted = 0;
  // What follows is another protocol.
  if (head.status === 101) return 'nothing';
  if (head.status < 200) {
    Object.assign(reading, { connection: '', keepAlive: '', length: undefined, coding: undefined });
    return 'status';
  }
  if (isHead || head.status === 204 || head.status === 304) return 'nothing';
  if (coding !== undefined) return coding === 'chunked' ? 'size' : 'rest';
  if (length === undefined) return 'rest';
  reading.left = length;
  return length === 0 ? 'nothing' : 'body';
}
