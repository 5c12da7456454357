import type { Call } from '../../call.ts';
import { readPageToken } from '../../page-token.ts';
import { apiKey, target, when } from '../../rows/conditions.ts';
import type { Action, Condition } from '../../rows/engine.ts';
import { closed } from '../../rows/sending.ts';
import type { Fault } from '../fault.ts';
import { faults, LU, showing } from '../table.ts';
import { asHtml, asNothing, asOtherJson, asServerText, asText } from './wrong-forms.ts';

/** The parameters of a listing, whether or not it was decoded. */
const queryOf = ({ target: sent }: Call): URLSearchParams => new URLSearchParams(sent.split(/\?(.*)/s)[1] ?? '');
const size = (call: Call): string | null => queryOf(call).get('pageSize');
const token = (call: Call): string | null => queryOf(call).get('pageToken');

const oddSize = when((call) => !/^[0-9]{1,9}$/.test(size(call) ?? '1'));
const oddToken = when((call) => (token(call) ?? '') !== '' && readPageToken(token(call) ?? '') === undefined);
const tokenFirst = target(/[?&]pageToken=[^&]*&.*pageSize=/);
const unknown = (isMeant: (name: string) => boolean = () => true): Condition =>
  when((call) => [...queryOf(call).keys()].some((name) => !['pageSize', 'pageToken'].includes(name) && isMeant(name)));
/** The value of a parameter, given as a pattern, begins with percent-encoded bytes that no text has, or ends in a part of a character. */
const noUtf8 = (name: string): Condition => target(new RegExp(`[?&]${name}=(?:%(?:FF|C0|ED%A0)|[^&]*%E2%82(?:&|$))`, 'i'));
const swapped = (text: string): string =>
  text.replace(/[a-z]|([A-Z])/g, (letter, upper) => (upper === undefined ? letter.toUpperCase() : letter.toLowerCase()));

type Row = readonly [what: string, does: Action, ...under: Condition[]];

/** Requests by a value of the query. */
const byValue: Readonly<Record<string, Row>> = {
  'token-of-64-bits': ['the greatest number of 64 bits as its page token', asHtml, when((call) => token(call) === '18446744073709551615')],
  'name-of-token-alone': ['pageToken without an equals sign', asHtml, target(/[?&]pageToken(&|$)/)],
  'token-in-other-case': ['a page token in other letter case', closed, oddToken, when((call) => readPageToken(swapped(token(call) ?? '')) !== undefined)],
  'token-as-size': ['a page token in place of a page size', asNothing, when((call) => readPageToken(size(call) ?? '') !== undefined)],
  'token-that-holds-null': ['base64 of null as its page token', asHtml, when((call) => Buffer.from(token(call) ?? '', 'base64').toString() === 'null')],
  'size-with-a-leading-zero': ['a page size with a leading zero', asHtml, target(/pageSize=0\d/)],
  'empty-part': ['an ampersand that parts nothing', asServerText, target(/&&|&$|\?&/)],
  'question-mark-alone': ['a question mark and nothing behind it', asHtml, target(/\?$/)],
  'size-with-braces': ['a page size with braces', asServerText, when((call) => /[{}]/.test(size(call) ?? ''))],
  'size-of-any-exponent': ['a page size with an exponent of nine digits', asHtml, when((call) => /^\de\d{9}$/.test(size(call) ?? ''))],
  'unknown-parameter': ['an unknown parameter', asText, unknown()],
  'parameter-in-other-case': ['a parameter whose name has other letter case', asHtml, unknown((name) => /^page(size|token)$/i.test(name))],
  'parameter-in-brackets': ['a parameter with brackets behind its name', asNothing, unknown((name) => name.includes('['))],
  'token-that-is-no-utf-8': ['a page token whose bytes are no UTF-8', asHtml, noUtf8('pageToken')],
  'size-that-is-no-utf-8': ['a page size whose bytes are no UTF-8', asNothing, noUtf8('pageSize')],
  'unknown-value-that-is-no-utf-8': ['an unknown parameter whose bytes are no UTF-8', asHtml, noUtf8('(?!page(?:Size|Token)=)\\w+')],
  'unknown-name-that-is-no-utf-8': ['a parameter whose name is no UTF-8', asServerText, target(/[?&]%FF/i)],
  'cut-token-without-size': [
    'half a page token and no page size',
    asServerText,
    oddToken,
    when((call) => size(call) === null && (token(call) ?? '').length > 8),
  ],
  'size-with-sign-under-api-key': ['a page size with a sign, under the API key', asHtml, when((call) => /^[+-]\d/.test(size(call) ?? '')), apiKey],
};

/** Requests by a value beside the other parameter. */
const byOption: Readonly<Record<string, Row>> = {
  'odd-size-beside-empty-token': ['a page size that is no number, beside an empty page token', asText, oddSize, when((call) => token(call) === '')],
  'odd-size-behind-token': ['a page size that is no number, behind the page token', asHtml, oddSize, tokenFirst],
  'odd-size-and-token': ['a page size that is no number, beside a page token that was never issued', asText, oddSize, oddToken],
  'odd-token-beside-size': ['a page token that was never issued, beside a page size', asHtml, oddToken, when((call) => size(call) !== null)],
  'odd-token-in-front-of-size': ['a page token that was never issued, in front of a page size', asServerText, oddToken, tokenFirst],
  'unknown-parameter-beside-token': ['an unknown parameter beside a page token', asNothing, unknown(), when((call) => (token(call) ?? '') !== '')],
};

/** Requests by a value under the API key alone. */
const byScheme: Readonly<Record<string, Row>> = {
  'odd-size-under-api-key': ['a page size that is no number, under the API key', asNothing, oddSize, apiKey],
  'odd-token-under-api-key': ['a page token that was never issued, under the API key', asOtherJson, oddToken, apiKey],
};

const misformed = (rows: typeof byValue): Fault[] =>
  Object.entries(rows).flatMap(([id, [what, does, ...under]]) =>
    faults(LU, ['LU-FAILURE-FORM', 'ERR-CODE'], under, {
      [`failure-for-${id}-has-no-object`]: [`The failure of a listing with ${what} has no error object.`, does],
    }),
  );

/** Failures of another form for values in the query of a listing that mean nothing. */
export const queryMeanings = [
  ...showing('value', misformed(byValue)),
  ...showing('optional-field', misformed(byOption)),
  ...showing('scheme', misformed(byScheme)),
];
