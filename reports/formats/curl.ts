import { decodeUtf8 } from '../../json/utf8.ts';
import { type Exchange, type HeaderPair, headerValue, type SentRequest } from '../../wire/exchange.ts';
import { shellQuoted } from './shell-quote.ts';

/** What curl works out by itself from the URL and the body. */
const ownHeaders = new Set(['host', 'connection', 'content-length']);

/** A mark of the redactor: its kind names the secret. */
const mark = /\[redacted:([^:\]]+):[^\]]*\]/g;

/**
 * An exchange's request as a shell command that sends the same bytes. Credentials are variables: `$TARGET_TOKEN` stands
 * for the accepted token, and other secrets have their kinds for names.
 * @param baseUrl the target's; its path prefix is part of the request target already
 */
export function curlCommand(exchange: Exchange, baseUrl: string): string {
  return curlParts(exchange, baseUrl).join(' ');
}

/** The same, one part a line; each but the last ends in a backslash, so that it can be pasted as it stands. */
export function curlLines(exchange: Exchange, baseUrl: string): string[] {
  const parts = curlParts(exchange, baseUrl);
  return parts.map(
    (part, index) => `${index === 0 ? '' : '  '}${part}${index < parts.length - 1 ? ' \\' : ''}`,
  );
}

function curlParts({ request }: Exchange, baseUrl: string): string[] {
  const { target, headers, body } = request;
  const origin = originOf(request, baseUrl);
  const text = decodeUtf8(body);
  // A NUL cannot be given as an argument, and a leading @ would name a file.
  const piped = text === undefined || text.includes('\0') || text.startsWith('@');
  const url = `${/[[\]{}]/.test(target) ? '--globoff ' : ''}${/\/\.\.?(?:\/|$)/.test(target) ? '--path-as-is ' : ''}${shellQuoted(origin + target)}`;
  const sent = headers.filter(([name]) => !ownHeaders.has(name.toLowerCase()));
  return [
    `${piped ? `printf %s ${body.toString('base64')} | base64 -d | ` : ''}curl -sS -i${methodOption(request)} ${url}`,
    ...sent.map((header) => `-H ${headerWord(header)}`),
    ...withoutOwnType(request),
    ...(hasBody(request)
      ? [`--data-binary ${piped ? '@-' : body.length === 0 ? "''" : shellQuoted(text)}`]
      : []),
  ];
}

/** Where a request went. The embedded reference server has no URL outside its run; its host was sent with each request. */
export function originOf({ headers }: SentRequest, baseUrl: string): string {
  return URL.canParse(baseUrl)
    ? new URL(baseUrl).origin
    : `http://${headerValue(headers, 'host') ?? 'localhost'}`;
}

function hasBody({ method, body }: SentRequest): boolean {
  return body.length > 0 || method === 'POST';
}

function methodOption(request: SentRequest): string {
  const inferred = hasBody(request) ? 'POST' : 'GET';
  return request.method === inferred ? '' : ` -X ${shellQuoted(request.method)}`;
}

/** curl names a type of its own where a body has none. */
function withoutOwnType(request: SentRequest): string[] {
  const typed = request.headers.some(([name]) => name.toLowerCase() === 'content-type');
  return hasBody(request) && !typed ? ["-H 'Content-Type:'"] : [];
}

/** A header whose value is empty is written with a semicolon, or curl would leave it out. */
function headerWord([name, value]: HeaderPair): string {
  if (value.trim() === '') return shellQuoted(`${name};`);
  // Texts stand at even attempts, the kinds of the secrets between them at odd ones.
  const pieces = `${name}: ${value}`.split(mark);
  if (pieces.length === 1) return shellQuoted(pieces[0] ?? '', 'latin1');
  const isKind = (index: number): boolean => index % 2 === 1;
  if (pieces.every((piece, index) => isKind(index) || /^[\w :,.=+/-]*$/.test(piece))) {
    const inside = pieces.map((piece, index) =>
      isKind(index) ? reference(piece, pieces[index + 1]) : piece,
    );
    return `"${inside.join('')}"`;
  }
  return pieces
    .map((piece, index) => {
      if (isKind(index)) return `"${reference(piece, '')}"`;
      return piece === '' ? '' : shellQuoted(piece, 'latin1');
    })
    .join('');
}

/** The variable that stands for a kind of secret, in braces where a letter follows. */
function reference(kind: string, next: string | undefined): string {
  const name = kind.endsWith('token') ? `TARGET_${kind}` : kind;
  const variable = name.toUpperCase().replace(/\W/g, '_');
  return /^\w/.test(next ?? '') ? `\${${variable}}` : `$${variable}`;
}
