import type { Content, Entry, Har, Header, PostData, Request, Response } from 'har-format';
import { decodeUtf8 } from '../../json/utf8.ts';
import {
  type Answer,
  bodyOf,
  type Exchange,
  type HeaderPair,
  headerValue,
  type SentRequest,
} from '../../wire/exchange.ts';
import type { Report } from '../report/report.ts';
import type { ReportView } from '../report/view.ts';
import { originOf } from './curl.ts';

/**
 * The exchanges of a run as an HTTP Archive 1.2, piece by piece in file order, so that long runs need little
 * memory. Secrets are replaced as in the journal, and long texts may be cut (`HarRoom`). Exchanges of earlier versions have no
 * time of their own, but that of the run.
 */
export function* har(view: ReportView): Generator<string> {
  const { suite, evidence } = view;
  const log: Har['log'] = {
    version: '1.2',
    creator: { name: suite.name, version: suite.version },
    comment: '`comment` is the id of the exchange. Secrets are redacted.',
    entries: [],
  };
  const head = JSON.stringify({ log });
  yield `${head.slice(0, -']}}'.length)}\n`;
  const room = createHarRoom();
  let first = true;
  for (const id of evidence.ids()) {
    const exchange = evidence.exchange(id);
    if (exchange === undefined) continue;
    yield `${first ? '' : ',\n'}${JSON.stringify(entryOf(exchange, view, room))}`;
    first = false;
  }
  yield '\n]}}\n';
}

function entryOf(
  exchange: Exchange,
  { run: { startedAt }, target: { baseUrl } }: Report,
  room: HarRoom,
): Entry {
  const { id, request, answer, failure, at, ms } = exchange;
  return {
    startedDateTime: at === undefined ? startedAt : new Date(at).toISOString(),
    time: ms,
    request: requestOf(request, baseUrl, room),
    response: answer === undefined ? noAnswer(failure?.kind) : responseOf(answer, room),
    cache: {},
    // Only the total duration is known.
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: ms, receive: 0 },
    comment: id,
    _failure: failure,
  };
}

/** A target can be long if it contains a page token. */
function requestOf(request: SentRequest, baseUrl: string, room: HarRoom): Request {
  const { method, headers, body } = request;
  const written = room(request.target.length);
  const target = request.target.slice(0, written);
  return {
    method,
    url: originOf(request, baseUrl) + uri(target),
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headers.map(([name, value]) => ({ name, value })),
    queryString: queryOf(target),
    postData: body.length === 0 ? undefined : sentBody(request),
    headersSize: -1,
    bodySize: body.length,
    comment: target === request.target ? undefined : cutComment(written, 'characters'),
  };
}

/** A binary body is base64. HAR 1.2 has no member for this in requests, so this one is ours. */
function sentBody({ headers, body }: SentRequest): PostData {
  const mimeType = headerValue(headers, 'content-type') ?? '';
  const text = decodeUtf8(body);
  const sent = text === undefined ? { text: body.toString('base64'), _encoding: 'base64' } : { text };
  return { mimeType, ...sent } as PostData;
}

/** Percent-encodes characters that are not allowed in a path or query (RFC 3986 §3.3 and §3.4). */
function uri(text: string): string {
  return Buffer.from(text)
    .toString('latin1')
    .replace(
      /[^\w.~:/?@!$&'()*+,;=%-]|%(?![0-9A-Fa-f]{2})/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    );
}

function queryOf(target: string): Request['queryString'] {
  const start = target.indexOf('?');
  const query = new URLSearchParams(start === -1 ? '' : target.slice(start + 1));
  return [...query].map(([name, value]) => ({ name, value }));
}

function responseOf(answer: Answer, room: HarRoom): Response {
  const { status, reason, headers, body } = answer;
  return {
    ...noAnswer(reason),
    status,
    httpVersion: 'HTTP/1.1',
    headers: headers.map((header) => headerOf(header, room)),
    content: contentOf(answer, room),
    redirectURL: headerValue(headers, 'location') ?? '',
    bodySize: body.length,
  };
}

function headerOf([name, value]: HeaderPair, room: HarRoom): Header {
  const written = room(value.length);
  if (written === value.length) return { name, value };
  return { name, value: value.slice(0, written), comment: cutComment(written, 'characters') };
}

function contentOf(answer: Answer, room: HarRoom): Content {
  const whole = bodyOf(answer);
  const written = room(whole.length);
  const isCut = written < whole.length;
  const body = isCut ? whole.subarray(0, written) : whole;
  const text = isCut ? body.toString('utf8') : decodeUtf8(body);
  return {
    size: whole.length,
    compression: answer.decoded === undefined ? undefined : whole.length - answer.body.length,
    comment: isCut ? cutComment(written, 'bytes') : undefined,
    mimeType: headerValue(answer.headers, 'content-type') ?? '',
    ...(text === undefined ? { text: body.toString('base64'), encoding: 'base64' } : { text }),
  };
}

/** Browsers record a request without an answer as status 0. */
function noAnswer(statusText = 'closed'): Response {
  return {
    status: 0,
    statusText,
    httpVersion: '',
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: '' },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
  };
}

/** Texts up to this length are always written completely. */
const short = 8 * 1024;

/** No text is longer in an archive, whatever room there is. */
const longest = 256 * 1024;

/** How many characters of longer texts an archive holds. */
const roomForLong = 8 * 1024 ** 2;

/** What is written of a text that is cut because it is too long by itself, and of one for which no room is left. */
const beginnings = { tooLong: 64 * 1024, noRoom: 2 * 1024 };

/** How many characters of a text to write, by its length. */
type HarRoom = (length: number) => number;

/** Limits the size of an archive: long texts are complete in the journal, and a disk must not hold all of them twice. */
function createHarRoom(): HarRoom {
  let left = roomForLong;
  return (length) => {
    if (length <= short) return length;
    const written = length > longest ? beginnings.tooLong : length;
    if (written > left) return beginnings.noRoom;
    left -= written;
    return written;
  };
}

/** The comment on a text that was cut. */
function cutComment(written: number, unit: 'bytes' | 'characters'): string {
  return `The first ${written} ${unit}; the whole is in exchanges.ndjson.`;
}
