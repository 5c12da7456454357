import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { Call } from '../call.ts';
import type { Operation } from '../operation.ts';
import { type FailureCause, kindOf } from '../refusal.ts';
import { encoded, headers, json, media, members, status, text, value } from '../rows/answers.ts';
import { failure, success, when } from '../rows/conditions.ts';
import { rephrase } from '../rows/requests.ts';
import { isObject, type Json } from '../rules/json-types.ts';
import { readings } from './readings.ts';
import { EX, everyOperation, GT, LU, type VariantEntry, variants } from './table.ts';

const isText = when((call) => call.text !== undefined);
const isJson = when((call) => call.text === undefined);

const succeeds = (operation: Operation, code: number): VariantEntry => [
  `Successes of ${operation} have status ${code}.`,
  status(code),
  { on: operation, quote: readings.anySuccess, under: success },
];
const executed = { on: EX, quote: readings.executeFields, under: success } as const;

/** A value a thousand objects deep. */
const deep = Array.from({ length: 1000 }).reduce<object>((inner) => ({ inner }), {});

/** Names with a special meaning in software, but not in JSON (RFC 8259 section 4). */
export const awkwardNames = ['__proto__', 'constructor', 'toString', 'length', '', ' ', 'a/b~c', '$ref', 'ž', '😀'];
const awkward = (make: (name: string) => unknown): object => Object.fromEntries(awkwardNames.map((name) => [name, make(name)]));

/** Fields at the top level, and of each user and its metadata. */
function moreFields({ users }: Json): object {
  const more = { 'x-server': { build: 17, flags: [true, null, 1e-7] }, kind: null };
  const richer = (user: Json): Json => (isObject(user) ? { ...user, ...more, metadata: isObject(user.metadata) ? { ...user.metadata, ...more } : null } : user);
  return { ...more, ...(Array.isArray(users) && { users: users.map(richer) }) };
}

/** What a success may look like (rulings 1 and 3 to 5). */
export const successForms = variants(everyOperation, readings.openObjects, {
  'execute-answers-202': succeeds(EX, 202),
  'execute-answers-299': succeeds(EX, 299),
  'execute-answers-206': succeeds(EX, 206),
  'list-users-answers-206': succeeds(LU, 206),
  'list-users-answers-203': succeeds(LU, 203),
  'execute-answers-201-with-location': [
    'Execute answers 201 with the location of the submission.',
    [status(201), headers({ Location: '/v2/interactive-submission/submissions/1' })],
    { on: EX, quote: readings.anySuccess, under: success },
  ],
  'execute-says-more': [
    'Execute answers fields that the document does not name.',
    value(() => ({ updateId: '', completionOffset: 9007199254740991, status: { code: 0, details: [] }, submissionId: null })),
    executed,
  ],
  'execute-names-error-fields': [
    'Execute answers fields named like those of the error object.',
    value(() => ({ code: 0, cause: null, context: [], errorCategory: 'none' })),
    executed,
  ],
  'successes-have-more-fields': ['Successes, users and their metadata have fields that the document does not name.', members(moreFields), success],
  'successes-have-awkward-fields': [
    'Successes have unknown fields whose names are special in programming languages.',
    members(awkward((name) => [null, { [name]: 1.5 }])),
    success,
  ],
  'successes-have-deep-fields': ['Successes have an unknown field that is a thousand objects deep.', members({ deep }), success],
  'successes-have-large-fields': ['Successes have an unknown field of 64 KiB.', members({ note: '\u2028ž'.repeat(13_000) }), success],
});

/** Each UTF-16 unit of each string as an escape (RFC 8259 section 7). */
function escaped(all: string): string {
  return all.replace(/"(?:[^"\\]|\\.)*"/g, (literal) => {
    const plain = String(JSON.parse(literal));
    const units = Array.from({ length: plain.length }, (_, at) => plain.charCodeAt(at));
    return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
  });
}

/** The members of all objects in another order. */
function ordered(node: Json, order: (entries: [string, Json][], at: number) => [string, Json][], at = 0): Json {
  if (Array.isArray(node)) return node.map((each, index) => ordered(each, order, at + index));
  if (!isObject(node)) return node;
  return Object.fromEntries(
    order(
      Object.entries(node).map(([name, each]) => [name, ordered(each, order, at)]),
      at,
    ),
  );
}

const rotated = (entries: [string, Json][], by: number): [string, Json][] => {
  const first = entries.length === 0 ? 0 : by % entries.length;
  return [...entries.slice(first), ...entries.slice(0, first)];
};

/** The integers of the error object in another notation. */
const integersAs = (write: (digits: string) => string) =>
  json((all) => JSON.stringify(all).replace(/"(errorCategory|grpcCodeValue)":(-?\d+)/g, (_, name: string, digits: string) => `"${name}":${write(digits)}`));

/** The same JSON values in another notation (RFC 8259). */
export const jsonNotations = variants(everyOperation, readings.oneJsonValue, {
  'json-is-indented': ['JSON is written on several lines.', json((all) => JSON.stringify(all, null, 2))],
  'json-in-white-space': ['JSON is surrounded by tabs, spaces and line ends.', json((all) => `\r\n\t ${JSON.stringify(all, null, '\t')} \n\n`)],
  'json-is-escaped': ['Every character of every name and string is an escape.', json((all) => escaped(JSON.stringify(all)))],
  'json-escapes-slashes': ['Slashes in JSON are escaped.', json((all) => JSON.stringify(all).replaceAll('/', '\\/'))],
  'json-members-reversed': ['The members of objects are in reverse order.', json((all) => JSON.stringify(ordered(all, (entries) => entries.reverse())))],
  'json-members-in-changing-order': [
    'The members of objects are in another order in each answer.',
    json((all, { ordinal }) => JSON.stringify(ordered(all, rotated, ordinal))),
  ],
  'error-integers-with-fraction': [
    'The integers of the error object are written with a fraction of zero, 8.0.',
    integersAs((digits) => `${digits}.0`),
    { quote: readings.errorIntegers },
  ],
  'error-integers-with-exponent': [
    'The integers of the error object are written with an exponent, 80e-1.',
    integersAs((digits) => `${digits}0e-1`),
    { quote: readings.errorIntegers },
  ],
  'json-has-lone-surrogates': [
    'An unknown field of objects contains escaped lone surrogates, which JSON allows.',
    json((all) => (isObject(all) ? JSON.stringify({ ...all, note: '\ud800 \udfff \u0000 \uffff' }) : undefined)),
  ],
  'json-has-large-numbers': [
    'Unknown fields contain numbers that do not fit a double.',
    json((all) =>
      isObject(all) ? JSON.stringify({ ...all, note: [] }).replace(/"note":\[\]\}$/, '"note":[1e999,-0,123456789012345678901234567890]}') : undefined,
    ),
    { quote: readings.openObjects },
  ],
  'json-ends-in-white-space': [
    'Each JSON body has 64 KiB of spaces after it.',
    encoded((bytes) => Buffer.concat([bytes, Buffer.alloc(64 * 1024, ' ')])),
    isJson,
  ],
});

const jsonAs = (type: string): VariantEntry => [`JSON bodies have the Content-Type ${type}.`, media(type), isJson];
const ofText = { on: GT, quote: readings.textMedia, under: isText } as const;
const textAs = (type: string): VariantEntry => [`The text of a 400 has the Content-Type ${type}.`, media(type), ofText];

/** How the two media types may be written (ruling 2). */
export const mediaTypes = variants(everyOperation, readings.jsonMedia, {
  'json-with-charset': jsonAs('application/json; charset=UTF-8'),
  'json-in-upper-case': jsonAs('APPLICATION/JSON'),
  'json-of-a-vendor': jsonAs('application/vnd.ledger+json'),
  'json-of-a-vendor-in-mixed-case': jsonAs('Application/Vnd.Ledger.V2+JSON;version=2'),
  'json-with-quoted-parameter': jsonAs('application/json ; profile="a;b, text/plain" ; charset="utf-8"'),
  'json-with-empty-parameter': jsonAs('application/json;'),
  'errors-are-problems': ['Error objects have the media type application/problem+json.', media('application/problem+json'), [failure(), isJson]],
  'text-without-charset': textAs('text/plain'),
  'text-in-upper-case': textAs('TEXT/PLAIN; CHARSET=UTF-8'),
  'text-with-parameters': textAs('text/plain;format=flowed;delsp=yes; charset="us-ascii"'),
  'text-is-latin-1': [
    'The text of a 400 is ISO-8859-1, as its charset declares.',
    encoded((bytes) => Buffer.from(`Ungültiger Wert. ${bytes}`, 'latin1'), { 'Content-Type': 'text/plain; charset=ISO-8859-1' }),
    ofText,
  ],
});

const error = (make: object | ((all: Json, call: Call) => object), quote: string = readings.context): [VariantEntry[1], VariantEntry[2]] => [
  members(make),
  { quote, under: failure() },
];
/** Values at the ends of what the fields of an error object may have. */
const extremes = { correlationId: '', traceId: '0', grpcCodeValue: -(2 ** 31), retryInfo: 'PT0.5S', definiteAnswer: true, errorCategory: 2 ** 31 - 1 };
const texts = (title: string, make: (given: string) => string, more: VariantEntry[2] = {}): VariantEntry => [
  title,
  text(make),
  { on: GT, quote: readings.textString, under: [failure(), isText], ...more },
];

/** What error objects and the text of a 400 may contain (rulings 3, 4, 22 and 24). */
export const errorContents = variants(everyOperation, readings.context, {
  'required-error-fields-only': [
    'Error objects have only the four required fields.',
    value(({ code, cause, context, errorCategory }) => ({ code, cause, context, errorCategory })),
    { quote: readings.correlationId, under: failure() },
  ],
  'errors-have-more-fields': [
    'Error objects have fields that the document does not name.',
    ...error({ title: 'Error', status: 400, errors: [{ pointer: '/', detail: null }], ...awkward(() => null) }, readings.openObjects),
  ],
  'errors-have-nulls': [
    'Every field of the error object that is not required is null.',
    ...error({ correlationId: null, traceId: null, resources: null, grpcCodeValue: null, retryInfo: null, definiteAnswer: null }, readings.nullIsAbsent),
  ],
  'errors-have-every-field': [
    'Every field of the error object is present, with an extreme value.',
    ...error({ ...extremes, resources: ['PARTY', '', 'PARTY'].map((type) => [type, '']) }, readings.resources),
  ],
  'errors-have-no-resources': ['Error objects have an empty list of resources.', ...error({ resources: [] }, readings.resources)],
  'errors-have-empty-context': ['The context of errors is empty, and so are code and cause.', ...error({ context: {}, code: '', cause: '' })],
  'errors-have-awkward-context': [
    'The context of errors has names that are special in programming languages.',
    ...error({ context: awkward((name) => `${name}\u0000\n"\\`) }),
  ],
  'errors-have-large-context': [
    'The context of errors has 300 entries, and the cause 20,000 characters.',
    ...error({
      cause: 'Řekni to znovu. '.repeat(1250),
      context: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [String(at), `entry ${at}`])),
    }),
  ],
  'error-category-is-negative': [
    'Error categories are negative, and so are gRPC codes.',
    ...error({ errorCategory: -2147483648, grpcCodeValue: -1 }, readings.errorIntegers),
  ],
  'errors-repeat-the-request': [
    'The cause of an error repeats the body of the request.',
    ...error((_, { body }) => ({ cause: `Refused: ${body}` }), readings.correlationId),
  ],
  'errors-repeat-the-credential': [
    'The cause of an error repeats the headers of the request, with its credential.',
    members((_, call) => ({ cause: JSON.stringify(call.headers) })),
    { quote: readings.textEmpty, under: failure(), warns: ['ERR-NO-LEAK'] },
  ],
  'unauthenticated-without-challenge': [
    'A 401 has no WWW-Authenticate header.',
    headers({ 'WWW-Authenticate': undefined }),
    { quote: readings.textEmpty, warns: ['AUTH-WWW-AUTHENTICATE'] },
  ],
  'text-in-chinese': texts('The text of a 400 is Chinese.', () => '请求正文的值无效。'),
  'text-right-to-left': texts('The text of a 400 is Arabic.', () => '\u200fقيمة غير صالحة'),
  'text-of-one-letter': texts('The text of a 400 is one letter.', () => 'X'),
  'text-is-empty': texts('The text of a 400 is empty.', () => '', { quote: readings.textEmpty, warns: ['GT-TEXT-NONEMPTY'] }),
  'text-is-long': texts('The text of a 400 has 100,000 characters and line ends.', (given) => `${given}\r\n`.padEnd(100_000, 'because\n')),
  'text-looks-like-mark-up': texts('The text of a 400 looks like HTML.', (given) => `<!doctype html><title>400</title><p>${given}</p>`),
});

const ofOperation = when(({ operation }) => operation !== undefined);
const failing = (on: Operation, cause: FailureCause, code: number, warns: readonly string[] = []): VariantEntry => [
  `Failures of ${on} that are ${cause} have status ${code}.`,
  status(code),
  { on, quote: on === GT ? readings.semanticForm : readings.executeStatuses, under: [failure(cause), isJson], warns },
];
const credentials = (code: number): VariantEntry => [
  `Credentials are rejected with status ${code}.`,
  status(code),
  { quote: readings.credentialObserved, under: [failure('credential'), ofOperation] },
];
const varied = [400, 402, 403, 404, 409, 410, 412, 418, 422, 423, 424, 428, 451, 499];

/** Statuses of failures, and the form of semantic ones (rulings 13, 14, 16, 19 and 22). */
export const failureStatuses = variants(everyOperation, readings.semanticForm, {
  'generate-topology-semantic-failures-are-422': failing(GT, 'semantic', 422),
  'generate-topology-semantic-failures-are-404': failing(GT, 'semantic', 404),
  'generate-topology-semantic-failures-are-409': failing(GT, 'semantic', 409),
  'generate-topology-semantic-failures-are-500': failing(GT, 'semantic', 500, ['ERR-NO-5XX']),
  'execute-submission-structural-failures-are-422': failing(EX, 'structural', 422),
  'execute-submission-semantic-failures-are-403': failing(EX, 'semantic', 403),
  'execute-submission-semantic-failures-are-409': failing(EX, 'semantic', 409),
  'execute-submission-semantic-failures-are-500': failing(EX, 'semantic', 500, ['ERR-NO-5XX']),
  'execute-submission-semantic-failures-are-503': failing(EX, 'semantic', 503),
  'list-users-structural-failures-are-404': failing(LU, 'structural', 404),
  'list-users-structural-failures-are-410': failing(LU, 'structural', 410),
  'credential-failures-are-400': credentials(400),
  'credential-failures-are-403': credentials(403),
  'credential-failures-are-404': credentials(404),
  'credential-failures-are-407': credentials(407),
  'credential-failures-are-511': credentials(511),
  'credential-failures-redirect': [
    'A request without a valid token is answered 303 with the error object and the way to a login.',
    [status(303), headers({ Location: 'http://login.invalid/' })],
    { quote: readings.outsideSuccess, under: failure('credential') },
  ],
  'semantic-failures-of-many-statuses': [
    'Semantic failures have another status each time.',
    status(({ ordinal }) => varied[ordinal % varied.length] ?? 400),
    { quote: readings.errorCatalogue, under: [failure('semantic'), ofOperation] },
  ],
  'generate-topology-semantic-failures-are-text': [
    'Every failure of generate-topology except for credentials is 400 with text.',
    rephrase((refusal) => (kindOf(refusal) === 'semantic' ? { ...refusal, form: 'text' } : undefined)),
    { on: GT },
  ],
});

const coded = (coding: string, encode: (bytes: Buffer) => Buffer): VariantEntry => [
  `Answers are coded as ${coding}, whether or not the client asked for it.`,
  encoded(encode, { 'Content-Encoding': coding }),
];

/** Content codings (RFC 9110 section 8.4): without Accept-Encoding in the request, any of them is allowed. */
export const contentCodings = variants(everyOperation, readings.http, {
  'coded-gzip': coded('gzip', (bytes) => gzipSync(bytes)),
  'coded-gzip-under-its-old-name': coded('X-GZip', (bytes) => gzipSync(bytes)),
  'coded-deflate': coded('deflate', (bytes) => deflateSync(bytes)),
  'coded-brotli': coded('br', (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })),
  'coded-twice': coded('deflate, gzip', (bytes) => gzipSync(deflateSync(bytes))),
  'coded-identity': coded('identity', (bytes) => bytes),
  'coded-gzip-in-two-members': coded('gzip', (bytes) => Buffer.concat([gzipSync(bytes.subarray(0, 1)), gzipSync(bytes.subarray(1))])),
});
