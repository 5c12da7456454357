import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { operations } from '../../schemas/openapi.ts';
import { type HeaderPair, headerValues, queryOf, type SentRequest } from '../../wire/exchange.ts';
import { openHttp as open, type RecordedFault } from './fault.ts';
import { headerNames, type RecordedExchange } from './reading/read-recording.ts';
import type { RecordingContext } from './recorded-operation.ts';

/** Limits above which the document guarantees nothing (ruling 23): characters, bytes, and a number of headers. */
const targetLimit = 2_000;
const headerLimit = 8 * 1024;
const headerCountLimit = 64;
const bodyLimit = 64 * 1024;

/**
 * Faults whose answers rulings 23 and 34 leave open, status and form: nothing else about such a request is judged.
 * They include repeated query parameters and targets with an incomplete percent-encoding, which are not valid HTTP.
 * Both could also count as bad page sizes and tokens, whose rejections need the error object (ruling 16), but ruling 23
 * names them explicitly and takes precedence.
 */
export function httpFault(
  record: RecordedExchange,
  operation: Operation,
  context: RecordingContext,
): RecordedFault | undefined {
  const { method, target, headers } = record.exchange.request;
  const broken = messageFault(record, context);
  if (broken !== undefined) return broken;
  if (method !== operations[operation].method) return open('METHOD', `the method ${method}`);
  if (target.length > targetLimit) return open('LONG-TARGET', `a target of ${target.length} characters`);
  const [path] = target.split('?', 1);
  if (path !== `${context.prefix}${operations[operation].path}`) return open('PATH', 'another path');
  const size = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  if (size > headerLimit || headers.length > headerCountLimit)
    return open('LARGE-HEADER', 'many or long headers');
  const names = headerNames(headers);
  if (new Set(names).size < names.length) return open('REPEATED', 'a header twice');
  const parameters = [...queryOf(target).keys()];
  if (new Set(parameters).size < parameters.length) return open('REPEATED', 'a query parameter twice');
  if (!takesAnswers(operation, headerValues(headers, 'accept')[0])) {
    return open('ACCEPT', 'an Accept header that excludes an answer of the operation');
  }
  if (names.includes('accept-charset')) return open('ACCEPT', 'an Accept-Charset header');
  if (method === 'GET' && record.sentBytes > 0) return open('GET-BODY', 'a body on GET');
  if (record.sentBytes > bodyLimit) return open('LARGE-BODY', `a body of ${record.sentBytes} bytes`);
  return undefined;
}

function takesAnswers(operation: Operation, accept: string | undefined): boolean {
  if (accept === undefined) return true;
  const { text } = definitionOf(operation).failure;
  const types = text === undefined ? ['application/json'] : ['application/json', 'text/plain'];
  return types.every((type) => takes(accept, type));
}

/**
 * Whether an Accept header includes a media type. Ranges that are malformed or have parameters other than `q` do not
 * count, except a charset of UTF-8, the encoding that JSON has anyway (RFC 9110 §12.5.1).
 */
export function takes(accept: string, type: string): boolean {
  const ranges = accept.split(',').map(readRange);
  const [main] = type.split('/', 1);
  for (const range of [type, `${main}/*`, '*/*']) {
    const found = ranges.filter((each) => each.range === range);
    if (found.length > 0) return found.some(({ isTaken }) => isTaken);
  }
  return false;
}

function readRange(text: string): { range: string; isTaken: boolean } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const isTaken = parameters.every((parameter) => {
    const quality = /^q=([\d.]+)$/.exec(parameter)?.[1];
    return quality === undefined ? /^charset="?utf-?8"?$/.test(parameter) : Number(quality) > 0;
  });
  return { range, isTaken };
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// Control characters other than a tab are not allowed in headers (RFC 9110 §5.5).
const forbiddenInValues = /[\x00-\x08\x0a-\x1f\x7f]/;
// A percent sign needs two hexadecimal digits (RFC 3986 §2.1), and a query does not hold these characters unencoded (§3.4).
// Browsers send brackets and the like, but some servers reject them before any application sees the request. Angle
// brackets stand around the marks of redacted tokens.
const forbiddenInTarget = /%(?![0-9A-Fa-f]{2})|[^\x21-\x7e]|[[\]{}"|\\^`]/;

/**
 * Why a request is not valid HTTP/1.1, or asks for more than an answer; undefined for an ordinary request. Rulings 23 and
 * 34: status and form of its answer are only observed.
 */
function messageFault(record: RecordedExchange, { lists }: RecordingContext): RecordedFault | undefined {
  const { version } = record;
  const { request } = record.exchange;
  if (version !== 'HTTP/1.1') return open('VERSION', `the version ${version}`);
  const invalid = invalidity(request, lists.host);
  if (invalid !== undefined) return open('INVALID', invalid);
  const names = headerNames(request.headers);
  if (names.includes('upgrade')) return open('UPGRADE', 'the header upgrade');
  const expected = headerValues(request.headers, 'expect').map((value) => value.trim().toLowerCase());
  // Only a request with a body may expect this (RFC 9110 §10.1.1).
  const isUsual = expected.every((value) => value === '100-continue') && record.sentBytes > 0;
  if (expected.length > 0 && !isUsual) return open('EXPECT', 'the header expect');
  return framingFault(request, record.sentBytes, lists.length);
}

function invalidity({ method, target, headers }: SentRequest, listsHost: boolean): string | undefined {
  if (!token.test(method)) return 'a method that is not a token';
  if (forbiddenInTarget.test(target)) return 'a malformed request target';
  if (headers.some(isBroken)) return 'a malformed header';
  const hosts = headerValues(headers, 'host').length;
  if (hosts > 1) return 'several Host headers';
  return hosts === 0 && listsHost ? 'no Host header' : undefined;
}

function isBroken([name, value]: HeaderPair): boolean {
  return !token.test(name) || forbiddenInValues.test(value);
}

/** What is wrong with how the body is delimited (RFC 9112 §6). */
function framingFault(
  { headers }: SentRequest,
  sentBytes: number,
  listsLength: boolean,
): RecordedFault | undefined {
  const invalid = (name: string): RecordedFault => open('INVALID', name);
  const lengths = headerValues(headers, 'content-length').map((value) => value.trim());
  const codings = headerValues(headers, 'transfer-encoding').map((value) => value.trim().toLowerCase());
  const [length] = lengths;
  const [coding] = codings;
  if (lengths.length > 1 || codings.length > 1) return invalid('several headers that delimit the body');
  if (coding !== undefined) {
    if (length !== undefined) return invalid('a Content-Length beside a Transfer-Encoding');
    return coding === 'chunked' ? undefined : open('TRANSFER-CODING', `the transfer coding ${coding}`);
  }
  if (length === undefined)
    return sentBytes > 0 && listsLength ? invalid('a body without Content-Length') : undefined;
  if (!/^\d+$/.test(length)) return invalid('a Content-Length that is not a number');
  return Number(length) === sentBytes ? undefined : invalid('a Content-Length that does not match the body');
}
