import { asValue, encoded, media, status, text } from '../../rows/answers.ts';
import { breaking, failure, when, where } from '../../rows/conditions.ts';
import { isObject } from '../../rules/json-types.ts';
import { faults, GT, quoting } from '../table.ts';

/** What is broken if an invalid body gets a 2xx: the rule it violates. */
const everyRule = [
  ...['GT-BODY', 'GT-BODY-REQUIRED', 'GT-REQ-SYNCHRONIZER', 'GT-REQ-PARTYHINT', 'GT-REQ-PUBLICKEY', 'GT-REQ-FORMAT'],
  ...['GT-REQ-KEYDATA', 'GT-REQ-KEYDATA-NONEMPTY', 'GT-REQ-KEYSPEC', 'GT-REQ-OBSERVATIONONLY', 'GT-REQ-OTHERCONFIRMING'],
  ...['GT-REQ-THRESHOLD-TYPE', 'GT-REQ-THRESHOLD-MIN', 'GT-REQ-OBSERVING', 'GT-SUCCESS', 'GT-RES-MEDIA'],
];
const form = ['GT-FAILURE-TEXT', 'GT-FAILURE-FORM'];
const invalid = failure('structural');

/** The error object of other failures, instead of the text. */
const asErrorObject = [asValue((cause: string) => ({ code: 'INVALID_ARGUMENT', cause, context: {}, errorCategory: 8 })), media('application/json')];
const answered = (code: number) => [`An invalid body of generate-topology is answered ${code} with the text.`, status(code)] as const;
const isNoJson = when(({ input, body }) => input === undefined && body.length > 0);

/** The 400 of generate-topology in forms other than text/plain (rulings 2 and 12). */
export const textFailures = [
  ...quoting(
    'GT-FAILURE-TEXT',
    faults(GT, everyRule, invalid, {
      'invalid-body-gets-200': answered(200),
      'invalid-body-gets-201': answered(201),
      'invalid-body-gets-204': ['An invalid body of generate-topology is answered 204.', [text(''), status(204), media()]],
    }),
  ),
  ...faults(GT, form, invalid, {
    'invalid-body-gets-302': answered(302),
    'invalid-body-gets-404': answered(404),
    'invalid-body-gets-409': answered(409),
    'invalid-body-gets-415': answered(415),
    'invalid-body-gets-422': answered(422),
    'invalid-body-gets-500': answered(500),
    'invalid-body-gets-json': ['An invalid body gets the JSON error object.', asErrorObject],
    'invalid-body-gets-json-422': ['An invalid body gets 422 and the JSON error object.', [...asErrorObject, status(422)]],
    'invalid-body-gets-json-string': ['An invalid body gets its text as a JSON string.', [asValue('invalid'), media('application/json')]],
    'invalid-body-gets-problem-json': [
      'An invalid body gets application/problem+json.',
      [asValue({ title: 'Bad Request', status: 400 }), media('application/problem+json')],
    ],
    'invalid-body-gets-html': ['An invalid body gets an HTML page.', [text('<h1>400 Bad Request</h1>'), media('text/html')]],
    'invalid-body-gets-no-media-type': ['The text of a 400 has no Content-Type.', media()],
    'invalid-body-gets-octets': ['The text of a 400 is called application/octet-stream.', media('application/octet-stream')],
    'invalid-body-gets-half-a-media-type': ['The text of a 400 has Content-Type text.', media('text')],
    'invalid-body-gets-markdown': ['The text of a 400 is called text/markdown.', media('text/markdown; charset=utf-8')],
    'empty-body-gets-json': ['An empty body gets the JSON error object.', asErrorObject, when(({ body }) => body.length === 0)],
    'malformed-json-gets-500': ['A body that is no JSON gets 500 and the JSON error object.', [...asErrorObject, status(500)], isNoJson],
    'malformed-json-gets-503-page': [
      'A body that is no JSON gets 503 and an HTML page, as if the server were busy.',
      [text('<h1>503</h1>'), status(503), media('text/html')],
      isNoJson,
    ],
    'deep-nesting-gets-500': [
      'A body of thousands of opening brackets gets 500, because the parser runs out of stack.',
      [...asErrorObject, status(500)],
      when(({ body }) => /^\[{2000}/.test(body.toString('latin1', 0, 2_000))),
    ],
    'deep-hint-gets-500': [
      'An array of thousands of levels in place of the hint gets 500.',
      [...asErrorObject, status(500)],
      when(({ body }) => /"partyHint":\[{1000}/.test(body.toString('latin1'))),
    ],
    'number-of-many-digits-gets-500': [
      'A confirmationThreshold of more than 1,000 digits gets 500, because the parser has a limit.',
      [...asErrorObject, status(500)],
      when(({ body }) => /"confirmationThreshold":\d{1001,4999}\b/.test(body.toString('latin1'))),
    ],
    'two-wrong-types-get-json': ['Two wrong types get the error object.', asErrorObject, [where('/synchronizer', isObject), where('/partyHint', isObject)]],
    'array-gets-json': ['An array in place of the body gets the JSON error object.', asErrorObject, when(({ input }) => Array.isArray(input))],
    'null-body-gets-500': ['The body null gets 500.', status(500), when(({ input }) => input === null)],
    'missing-field-gets-422': ['A missing field gets 422.', status(422), breaking(/^missing/)],
    'mistyped-threshold-gets-json': ['A confirmationThreshold of another type gets the error object.', asErrorObject, breaking(/\/confirmationThreshold$/)],
    'bad-uid-gets-html': ['An element of a uid array that is no string gets an HTML page.', media('text/html'), breaking(/Uids\/\*$/)],
    'empty-key-data-gets-json': ['Empty keyData gets the JSON error object.', asErrorObject, breaking(/^empty/)],
    'text-of-400-is-no-utf-8': [
      'The text of a 400 is written in Latin-1 and is not valid UTF-8.',
      encoded(() => Buffer.from('Ungültiger Körper', 'latin1')),
      { breaks: 'GT-FAILURE-TEXT', quote: 'Response 400: content type text/plain, a string, returned when the body is an invalid value.' },
    ],
  }),
];
