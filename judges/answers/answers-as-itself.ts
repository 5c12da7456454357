import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { type Answer, bodyOf, type Exchange, headerValue, headerValues } from '../../wire/exchange.ts';
import { isTextMedia, mediaType } from '../../wire/media-type.ts';
import { isBusy } from '../../wire/retry.ts';

/** Statuses of a server that has no such operation, or has it elsewhere. */
const elsewhere: readonly number[] = [404, 405, 407, 410, 421, 426, 501];

/** Members of the error object (ruling 22): an error in JSON with none of them may be a gateway's. */
const errorMembers = /"(?:code|cause|context|errorCategory)"\s*:/;

/**
 * Whether a response can be that of the operation, however broken: a JSON object, or the text of a 400. Undefined if nobody
 * can tell: it is incomplete, or "not now". Anything else comes from a web server, a proxy or a login page.
 */
export function answersAsItself(operation: Operation, { answer, failure }: Exchange): boolean | undefined {
  if (answer === undefined || failure !== undefined) return undefined;
  const { status } = answer;
  if (answersElsewhere(answer)) return false;
  if (isBusy(answer)) return undefined;
  const isText = definitionOf(operation).failure.text !== undefined && isTextMedia(mediaType(answer));
  if (status === 400 && isText) return true;
  const text = startOf(answer);
  // Whatever is in front of it, such as a comment.
  const isObject = /^[^<{]{0,200}\{/.test(text);
  return isObject && (status < 500 || errorMembers.test(bodyOf(answer).toString('latin1')));
}

/** Whether something else than an operation responded: a redirect, a status of unknown paths, or an HTML page. */
export function answersElsewhere(answer: Answer): boolean {
  const { status } = answer;
  return (status >= 300 && status < 400) || elsewhere.includes(status) || isPage(answer);
}

/** Whether a response is an HTML page; a JSON object under the wrong media type is none. */
export function isPage(answer: Answer): boolean {
  const text = startOf(answer);
  const isHtml = /^text\/html\b/i.test(headerValue(answer.headers, 'content-type') ?? '');
  return /^\s*<(?:!doctype html|html)\b/i.test(text) || (isHtml && !/^\s*[{[]/.test(text));
}

/** The first characters behind blanks and a byte order mark; UTF-16 is read well enough to see what it begins with. */
function startOf(answer: Answer): string {
  const body = bodyOf(answer);
  const first = body.findIndex((byte) => !ignored.has(byte));
  return first === -1
    ? ''
    : body
        .subarray(first, first + 400)
        .toString('latin1')
        .replaceAll('\0', '');
}

/** Blanks, the bytes of byte order marks, and the zeros of UTF-16. */
const ignored: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf, 0xff, 0xfe, 0x00]);

/** How much of a name is kept, in characters. */
const longestName = 60;

/** Headers that name the server, or something between it and this machine, the most telling first. */
const namingHeaders: readonly string[] = ['server', 'via', 'x-powered-by'];

/** What responded, on one line: status, media type, and the software that named itself. */
export function responseText({ answer, failure }: Exchange): string {
  if (answer === undefined) return failure?.message ?? 'no response';
  const to = headerValue(answer.headers, 'location');
  const page = isPage(answer) ? titleOf(answer) : undefined;
  return [
    `${answer.status} ${mediaType(answer) ?? 'without Content-Type'}`,
    ...(page === undefined ? [] : [` "${page}"`]),
    ...(to === undefined ? [] : [', a redirect']),
    sourceText(answer),
  ].join('');
}

/** A header that only one software sends, and its name: Rails has Rack::Runtime by default, and names itself nowhere. */
const ownHeader = { name: 'x-runtime', software: 'Rack::Runtime' };

/** How many names of software are kept. */
const namesAtMost = 5;

/** The software that names itself in the headers of responses, such as `Express`; each name once. */
export function softwareIn(exchanges: readonly Exchange[]): readonly string[] {
  const names = exchanges.flatMap(({ answer: { headers } = { headers: [] } }) => [
    ...namingHeaders.flatMap((name) => headerValues(headers, name)),
    ...headerValues(headers, ownHeader.name).map(() => ownHeader.software),
  ]);
  return [...new Set(names.map((name) => name.slice(0, longestName)))].slice(0, namesAtMost);
}

/** The software that named itself in a response, such as `, from nginx/1.22.1`; empty if none did. */
export function sourceText({ headers }: Answer): string {
  const named = namingHeaders.map((name) => headerValue(headers, name)).find((value) => value !== undefined);
  return named === undefined ? '' : `, from ${named.slice(0, longestName)}`;
}

/** The title of a page often says whose it is. */
function titleOf(answer: Answer): string | undefined {
  const found = /<title[^<>]*>([^<]{1,60})/i.exec(bodyOf(answer).subarray(0, 4_000).toString('utf8'));
  return found?.[1]?.replace(/\s+/g, ' ').trim();
}
