import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { operations } from '../../schemas/openapi.ts';
import { headerValues } from '../../wire/exchange.ts';
import { openHttp as open, type RecordedFault } from './fault.ts';
import { messageFault } from './message-faults.ts';
import { queryOf } from './reading/query.ts';
import { headerNames, type RecordedExchange } from './reading/recorded-exchange.ts';
import type { RecordingContext } from './reading/recording-context.ts';

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
  const parameters = queryOf(target).map(([name]) => name);
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
