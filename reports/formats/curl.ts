import { decodeUtf8 } from '../../json/utf8.ts';
import { type Exchange, type HeaderPair, headerValue, type SentRequest } from '../../wire/exchange.ts';
import { createSecretVariables, type HeaderPiece, type SecretVariables } from './secret-variables.ts';
import { shellQuoted } from './shell-quote.ts';

/** Headers that curl derives from the URL and the body. */
const ownHeaders = new Set(['host', 'connection', 'content-length']);

/**
 * The request of an exchange as a shell command that sends the same bytes. Secrets are shell variables: `$TARGET_TOKEN`
 * is the accepted token, others are named by their kind (`createSecretVariables`).
 * @param baseUrl the target's; the request target already includes its path prefix
 */
export function curlCommand(exchange: Exchange, baseUrl: string): string {
  return curlParts(exchange, baseUrl).join(' ');
}

/** The same, one argument a line, with backslashes at the line ends so that it can be pasted unchanged. */
export function curlLines(exchange: Exchange, baseUrl: string): string[] {
  const parts = curlParts(exchange, baseUrl);
  return parts.map(
    (part, index) => `${index === 0 ? '' : '  '}${part}${index < parts.length - 1 ? ' \\' : ''}`,
  );
}

/**
 * Several requests as one command that sends them one after the other on one connection; undefined if one of them cannot be
 * an argument.
 */
export function curlSequence(exchanges: readonly Exchange[], baseUrl: string): string[] | undefined {
  const variables = createSecretVariables();
  const all = exchanges.map((exchange) => curlParts(exchange, baseUrl, variables));
  if (all.some(([first = '']) => !first.startsWith('curl '))) return undefined;
  const parts = all.flatMap(([first = '', ...rest], index) =>
    index === 0 ? [first, ...rest] : [`--next ${first.slice('curl '.length)}`, ...rest],
  );
  return parts.map(
    (part, index) => `${index === 0 ? '' : '  '}${part}${index < parts.length - 1 ? ' \\' : ''}`,
  );
}

function curlParts(
  { request }: Exchange,
  baseUrl: string,
  variables: SecretVariables = createSecretVariables(),
): string[] {
  const { target, headers, body } = request;
  const origin = originOf(request, baseUrl);
  const text = decodeUtf8(body);
  // An argument cannot contain NUL, and a leading @ would name a file.
  const piped = text === undefined || text.includes('\0') || text.startsWith('@');
  const url = `${/[[\]{}]/.test(target) ? '--globoff ' : ''}${/\/\.\.?(?:\/|$)/.test(target) ? '--path-as-is ' : ''}${shellQuoted(origin + target)}`;
  const sent = headers.filter(([name]) => !ownHeaders.has(name.toLowerCase()));
  return [
    `${piped ? `printf %s ${body.toString('base64')} | base64 -d | ` : ''}curl -sS -i${methodOption(request)} ${url}`,
    ...sent.map((header) => `-H ${headerWord(header, variables)}`),
    ...withoutOwnType(request),
    ...(hasBody(request)
      ? [`--data-binary ${piped ? '@-' : body.length === 0 ? "''" : shellQuoted(text)}`]
      : []),
  ];
}

/** The URL of a request. The embedded reference server exists only during its run; requests record its host. */
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

/** curl adds a content type of its own if a body has none. */
function withoutOwnType(request: SentRequest): string[] {
  const typed = request.headers.some(([name]) => name.toLowerCase() === 'content-type');
  return hasBody(request) && !typed ? ["-H 'Content-Type:'"] : [];
}

/** An empty header is written with a semicolon, or curl would omit it. */
function headerWord([name, value]: HeaderPair, variables: SecretVariables): string {
  if (value.trim() === '') return shellQuoted(`${name};`);
  const pieces = variables.piecesOf(name, value);
  const isPlain = (piece: HeaderPiece): boolean => 'variable' in piece || /^[\w :,.=+/-]*$/.test(piece.text);
  if (pieces.some((piece) => 'variable' in piece) && pieces.every(isPlain)) {
    const inside = pieces.map((piece, index) =>
      'text' in piece ? piece.text : reference(piece.variable, pieces[index + 1]),
    );
    return `"${inside.join('')}"`;
  }
  return pieces
    .map((piece) => ('text' in piece ? shellQuoted(piece.text, 'latin1') : `"$${piece.variable}"`))
    .join('');
}

/** A variable in double quotes: in braces if a letter follows. */
function reference(variable: string, next: HeaderPiece | undefined): string {
  return next !== undefined && 'text' in next && /^\w/.test(next.text) ? `\${${variable}}` : `$${variable}`;
}
