import { type HeaderPair, headerValues, type SentRequest } from '../../wire/exchange.ts';
import { openHttp, type RecordedFault } from './fault.ts';
import { headerNames, type RecordedExchange } from './reading/recorded-exchange.ts';
import type { RecordingContext } from './reading/recording-context.ts';

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
export function messageFault(
  record: RecordedExchange,
  { lists }: RecordingContext,
): RecordedFault | undefined {
  const { version } = record;
  const { request } = record.exchange;
  if (version !== 'HTTP/1.1') return openHttp('VERSION', `the version ${version}`);
  const invalid = invalidity(request, lists.host);
  if (invalid !== undefined) return openHttp('INVALID', invalid);
  const names = headerNames(request.headers);
  if (names.includes('upgrade')) return openHttp('UPGRADE', 'the header upgrade');
  const expected = headerValues(request.headers, 'expect').map((value) => value.trim().toLowerCase());
  // Only a request with a body may expect this (RFC 9110 §10.1.1).
  const isUsual = expected.every((value) => value === '100-continue') && record.sentBytes > 0;
  if (expected.length > 0 && !isUsual) return openHttp('EXPECT', 'the header expect');
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
  const invalid = (name: string): RecordedFault => openHttp('INVALID', name);
  const lengths = headerValues(headers, 'content-length').map((value) => value.trim());
  const codings = headerValues(headers, 'transfer-encoding').map((value) => value.trim().toLowerCase());
  const [length] = lengths;
  const [coding] = codings;
  if (lengths.length > 1 || codings.length > 1) return invalid('several headers that delimit the body');
  if (coding !== undefined) {
    if (length !== undefined) return invalid('a Content-Length beside a Transfer-Encoding');
    return coding === 'chunked' ? undefined : openHttp('TRANSFER-CODING', `the transfer coding ${coding}`);
  }
  if (length === undefined)
    return sentBytes > 0 && listsLength ? invalid('a body without Content-Length') : undefined;
  if (!/^\d+$/.test(length)) return invalid('a Content-Length that is not a number');
  return Number(length) === sentBytes ? undefined : invalid('a Content-Length that does not match the body');
}
