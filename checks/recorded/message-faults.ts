import { type HeaderPair, headerValues, type SentRequest } from '../../wire/exchange.ts';
import { headerNames, type RecordedExchange } from './reading/recorded-exchange.ts';
import type { RecordingContext } from './reading/recording-context.ts';

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// Control characters other than a tab are not allowed in headers (RFC 9110 §5.5).
const forbiddenInValues = /[\x00-\x08\x0a-\x1f\x7f]/;
// A percent sign needs two hexadecimal digits (RFC 3986 §2.1); spaces, controls and non-ASCII must be encoded. Brackets
// and the like are invalid too, but allowed here because browsers send them unencoded.
const forbiddenInTarget = /%(?![0-9A-Fa-f]{2})|[^\x21-\x7e]/;

/**
 * Why a request is not valid HTTP, or asks for more than an answer; undefined for plain HTTP. Ruling 23: status and
 * form of its answer are only observed.
 */
export function messageFault(record: RecordedExchange, { lists }: RecordingContext): string | undefined {
  const { version } = record;
  const { request } = record.exchange;
  if (!/^HTTP\/(1\.1|[23](\.0)?)$/.test(version)) return `the version ${version}`;
  if (!token.test(request.method)) return 'a method that is not a token';
  if (forbiddenInTarget.test(request.target)) return 'a malformed request target';
  const asksMore = ['expect', 'upgrade'].find((name) => headerNames(request.headers).includes(name));
  if (asksMore !== undefined) return `the header ${asksMore}`;
  // Later versions have pseudo-headers and their own framing.
  if (version !== 'HTTP/1.1') return undefined;
  if (request.headers.some(isBroken)) return 'a malformed header';
  const hosts = headerValues(request.headers, 'host').length;
  if (hosts > 1 || (hosts === 0 && lists.host))
    return hosts === 0 ? 'no Host header' : 'several Host headers';
  return framingFault(request, record.sentBytes, lists.length);
}

function isBroken([name, value]: HeaderPair): boolean {
  return !token.test(name) || forbiddenInValues.test(value);
}

/** What is wrong with how the body is delimited (RFC 9112 §6). */
function framingFault({ headers }: SentRequest, sentBytes: number, listsLength: boolean): string | undefined {
  const lengths = headerValues(headers, 'content-length').map((value) => value.trim());
  const codings = headerValues(headers, 'transfer-encoding').map((value) => value.trim().toLowerCase());
  const [length] = lengths;
  const [coding] = codings;
  if (lengths.length > 1 || codings.length > 1) return 'several headers that delimit the body';
  if (coding !== undefined) {
    return coding === 'chunked' && length === undefined
      ? undefined
      : 'a Transfer-Encoding other than plain chunked';
  }
  if (length === undefined) return sentBytes > 0 && listsLength ? 'a body without Content-Length' : undefined;
  if (!/^\d+$/.test(length)) return 'a Content-Length that is not a number';
  return Number(length) === sentBytes ? undefined : 'a Content-Length that does not match the body';
}
