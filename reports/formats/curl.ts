import { decodeUtf8 } from '../../json/utf8.ts';
import { type Exchange, type HeaderPair, headerValue, type SentRequest } from '../../wire/exchange.ts';
import type { Evidence } from '../report/aggregation.ts';
import { isBroken, type Report, type ReportFinding } from '../report/report.ts';
import { shellQuoted } from './shell-quote.ts';

/** Headers that curl derives from the URL and the body. */
const ownHeaders = new Set(['host', 'connection', 'content-length']);

/**
 * Requests as one shell command that sends the same bytes, one after the other on one connection, one argument a line, with
 * backslashes at the line ends so that it can be pasted unchanged. Secrets are shell variables: `$TARGET_TOKEN` is the accepted
 * token, others are named by their kind (`createSecretVariables`). Undefined if there are several requests and one of them cannot
 * be an argument.
 * @param baseUrl the target's; the request target already includes its path prefix
 * @param isPlain whether the headers of the client are left out
 */
export function curlLines(
  exchanges: readonly Exchange[],
  baseUrl: string,
  isPlain = false,
): string[] | undefined {
  const variableOf = createSecretVariables();
  const sent = isPlain ? exchanges.map(withoutClient) : exchanges;
  const all = sent.map((exchange) => curlParts(exchange, baseUrl, variableOf));
  if (all.length > 1 && all.some(([first = '']) => !first.startsWith('curl '))) return undefined;
  const parts = all.flatMap(([first = '', ...rest], index) =>
    index === 0 ? [first, ...rest] : [`--next ${first.slice('curl '.length)}`, ...rest],
  );
  return parts.map(
    (part, index) => `${index === 0 ? '' : '  '}${part}${index < parts.length - 1 ? ' \\' : ''}`,
  );
}

/** Headers that are part of the plainest request; those for a gateway are secrets. */
const plainHeaders = new Set([...ownHeaders, 'authorization', 'sec-websocket-protocol', 'content-type']);

function withoutClient(exchange: Exchange): Exchange {
  const { request } = exchange;
  return { ...exchange, request: { ...request, headers: request.headers.filter(isPlainHeader) } };
}

function isPlainHeader([name, value]: HeaderPair): boolean {
  return plainHeaders.has(name.toLowerCase()) || value.includes('[redacted:');
}

/** The headers that `curlLines` leaves out of the plainest request. */
export function leftOut({ request }: Exchange): number {
  return request.headers.filter((header) => !isPlainHeader(header)).length;
}

function curlParts({ request }: Exchange, baseUrl: string, variableOf: SecretVariables): string[] {
  const { target, headers, body } = request;
  const origin = originOf(request, baseUrl);
  const text = decodeUtf8(body);
  // An argument cannot contain NUL, and a leading @ would name a file.
  const piped = text === undefined || text.includes('\0') || text.startsWith('@');
  const url = `${/[[\]{}]/.test(target) ? '--globoff ' : ''}${/\/\.\.?(?:\/|$)/.test(target) ? '--path-as-is ' : ''}${shellQuoted(origin + target)}`;
  const sent = headers.filter(([name]) => !ownHeaders.has(name.toLowerCase()));
  return [
    `${piped ? `printf %s ${body.toString('base64')} | base64 -d | ` : ''}curl -sS -i${methodOption(request)} ${url}`,
    ...sent.map((header) => `-H ${headerWord(header, variableOf)}`),
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

/** A mark of the redactor: the kind of secret, and its length and digest, which only equal secrets share. */
const mark = /\[redacted:([^:[\]]+):([^[\]]*)\]/g;

/** An empty header is written with a semicolon, or curl would omit it. */
function headerWord([name, value]: HeaderPair, variableOf: SecretVariables): string {
  if (value.trim() === '') return shellQuoted(`${name};`);
  // Texts are at indexes 0, 3, 6, …, each followed by the kind and the digest of a secret.
  const split = `${name}: ${value}`.split(mark);
  const texts = split.filter((_, index) => index % 3 === 0);
  const isPlain = texts.length > 1 && texts.every((text) => /^[\w :,.=+/-]*$/.test(text));
  const word = texts.map((text, nth) => {
    const [kind, digest = ''] = split.slice(3 * nth + 1, 3 * nth + 3);
    const variable = kind === undefined ? undefined : variableOf(kind, digest, name);
    const told = isPlain || text === '' ? text : shellQuoted(text, 'latin1');
    if (variable === undefined) return told;
    if (!isPlain) return `${told}"$${variable}"`;
    // In braces if a letter follows.
    return /^\w/.test(texts[nth + 1] ?? '') ? `${told}\${${variable}}` : `${told}$${variable}`;
  });
  return isPlain ? `"${word.join('')}"` : word.join('');
}

type SecretVariables = ReturnType<typeof createSecretVariables>;

/**
 * Each secret has a variable named after its kind: `TARGET_TOKEN` is the accepted token. There may be several headers for a
 * gateway, so those have the name of the header too. Another secret with the same name gets a number.
 */
function createSecretVariables() {
  const secrets = new Map<string, string>();
  return (kind: string, digest: string, header: string): string => {
    const base = baseName(kind, header);
    for (let number = 1; ; number += 1) {
      const variable = number === 1 ? base : `${base}_${number}`;
      const known = secrets.get(variable);
      if (known === undefined) secrets.set(variable, digest);
      if (known === undefined || known === digest) return variable;
    }
  };
}

function baseName(kind: string, header: string): string {
  const name = kind.endsWith('token') ? `TARGET_${kind}` : kind;
  const whole = kind.endsWith('gateway-header') ? `${name}_${header}` : name;
  return whole.toUpperCase().replace(/\W/g, '_');
}

/** The first findings of a result; the others have the same cause more often than not. */
const commandsOfResult = 3;
const mostCommands = 60;

/** Longer commands are not shown. */
export const longestCurl = 4_000;

/**
 * The curl commands of what failed or warned, from its exchanges. A finding that depends on what was
 * sent before on the connection has one command for all of it.
 */
export function failureCommands(
  report: Report,
  evidence: Pick<Evidence, 'exchange'>,
): Map<ReportFinding, string> {
  const findings = report.results
    .filter(isBroken)
    .flatMap((result) => result.findings.slice(0, commandsOfResult))
    .slice(0, mostCommands);
  const commands = new Map<ReportFinding, string>();
  for (const finding of findings) {
    const sent = exchangesOf(finding).flatMap((id) => evidence.exchange(id) ?? []);
    if (sent.length === 0 || sent.length < exchangesOf(finding).length) continue;
    const text = curlLines(sent, report.target.baseUrl)?.join('\n');
    if (text !== undefined && text.length <= longestCurl) commands.set(finding, text);
  }
  return commands;
}

function exchangesOf({ exchanges, behind = [] }: ReportFinding): readonly string[] {
  return [...behind, ...exchanges.slice(0, 1)];
}
