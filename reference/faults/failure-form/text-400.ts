import type { Draft } from '../../answer.ts';
import type { Call } from '../../call.ts';
import type { Refusal } from '../../refusal.ts';
import { withJson, withMediaType, withStatus, withText } from '../altered-draft.ts';
import { type ChangeDraft, changeFailure } from '../change-failure.ts';
import type { Change } from '../fault.ts';
import { breaking, type FaultRow, faultsOf, quoting } from '../fault-row.ts';

const operation = 'generate-topology';

/** What is broken if an invalid body gets a 2xx: the rule it violates. */
const everyRuleOfTheBody = [
  'GT-BODY',
  'GT-BODY-REQUIRED',
  'GT-REQ-SYNCHRONIZER',
  'GT-REQ-PARTYHINT',
  'GT-REQ-PUBLICKEY',
  'GT-REQ-FORMAT',
  'GT-REQ-KEYDATA',
  'GT-REQ-KEYDATA-NONEMPTY',
  'GT-REQ-KEYSPEC',
  'GT-REQ-OBSERVATIONONLY',
  'GT-REQ-OTHERCONFIRMING',
  'GT-REQ-THRESHOLD-TYPE',
  'GT-REQ-THRESHOLD-MIN',
  'GT-REQ-OBSERVING',
  'GT-SUCCESS',
  'GT-RES-MEDIA',
];
const form = ['GT-FAILURE-TEXT', 'GT-FAILURE-FORM'];

/** The error object of other failures, instead of the text. */
function asErrorObject(draft: Draft): Draft {
  const cause = draft.content.kind === 'text' ? draft.content.text : '';
  const value = { code: 'INVALID_ARGUMENT', cause, context: {}, errorCategory: 8 };
  return withMediaType(withJson(draft, value), 'application/json');
}

/** Another response to each invalid body. */
function answered(change: ChangeDraft): Change {
  return changeFailure(operation, 'structural', change);
}

/** Another response to some invalid bodies, as if a framework and the service took turns. */
function answeredIf(concerns: (call: Call, refusal: Refusal) => boolean, change: (draft: Draft) => Draft): Change {
  return answered((draft, call, refusal) => (concerns(call, refusal) ? change(draft) : undefined));
}

function statusRow(status: number, requirements: readonly string[]): FaultRow {
  return {
    id: `invalid-body-gets-${status}`,
    title: `An invalid body of generate-topology is answered ${status} with the text.`,
    requirements,
    apply: answered((draft) => withStatus(draft, status)),
  };
}

const latin1: Change = (behaviour, context) => ({
  ...behaviour,
  encode: async (draft, call) => {
    const answer = await behaviour.encode(draft, call);
    if (call.operation !== operation || draft.content.kind !== 'text' || answer.status !== 400) return answer;
    context.fire();
    const body = Buffer.from('Ungültiger Körper', 'latin1');
    return { ...answer, body, headers: { ...answer.headers, 'Content-Length': String(body.length) } };
  },
});

/** The 400 of generate-topology in forms other than text/plain (rulings 2 and 12). */
export const textFailureFaults = faultsOf(operation, [
  ...quoting('GT-FAILURE-TEXT', [
    statusRow(200, everyRuleOfTheBody),
    statusRow(201, everyRuleOfTheBody),
    ...breaking(everyRuleOfTheBody, {
      'invalid-body-gets-204': [
        'An invalid body of generate-topology is answered 204.',
        answered((draft) => withMediaType(withStatus(withText(draft, ''), 204), undefined)),
      ],
    }),
  ]),
  ...[302, 404, 409, 415, 422, 500].map((status) => statusRow(status, form)),
  ...breaking(form, {
    'invalid-body-gets-json': ['An invalid body gets the JSON error object.', answered(asErrorObject)],
    'invalid-body-gets-json-422': ['An invalid body gets 422 and the JSON error object.', answered((draft) => withStatus(asErrorObject(draft), 422))],
    'invalid-body-gets-json-string': [
      'An invalid body gets its text as a JSON string.',
      answered((draft) => withMediaType(withJson(draft, 'invalid'), 'application/json')),
    ],
    'invalid-body-gets-problem-json': [
      'An invalid body gets application/problem+json.',
      answered((draft) => withMediaType(withJson(draft, { title: 'Bad Request', status: 400 }), 'application/problem+json')),
    ],
    'invalid-body-gets-html': [
      'An invalid body gets an HTML page.',
      answered((draft) => withMediaType(withText(draft, '<h1>400 Bad Request</h1>'), 'text/html')),
    ],
    'invalid-body-gets-no-media-type': ['The text of a 400 has no Content-Type.', answered((draft) => withMediaType(draft, undefined))],
    'invalid-body-gets-octets': [
      'The text of a 400 is called application/octet-stream.',
      answered((draft) => withMediaType(draft, 'application/octet-stream')),
    ],
    'invalid-body-gets-half-a-media-type': ['The text of a 400 has Content-Type text.', answered((draft) => withMediaType(draft, 'text'))],
    'invalid-body-gets-markdown': ['The text of a 400 is called text/markdown.', answered((draft) => withMediaType(draft, 'text/markdown; charset=utf-8'))],
    'empty-body-gets-json': ['An empty body gets the JSON error object.', answeredIf((call) => call.body.length === 0, asErrorObject)],
    'malformed-json-gets-500': [
      'A body that is no JSON gets 500 and the JSON error object.',
      answeredIf(
        (call) => call.input === undefined && call.body.length > 0,
        (draft) => withStatus(asErrorObject(draft), 500),
      ),
    ],
    'malformed-json-gets-503-page': [
      'A body that is no JSON gets 503 and an HTML page, as if the server were busy.',
      answeredIf(
        (call) => call.input === undefined && call.body.length > 0,
        (draft) => withMediaType(withStatus(withText(draft, '<h1>503</h1>'), 503), 'text/html'),
      ),
    ],
    'deep-nesting-gets-500': [
      'A body of thousands of opening brackets gets 500, because the parser runs out of stack.',
      answeredIf(
        (call) => /^\[{2000}/.test(call.body.toString('latin1', 0, 2_000)),
        (draft) => withStatus(asErrorObject(draft), 500),
      ),
    ],
    'array-gets-json': ['An array in place of the body gets the JSON error object.', answeredIf((call) => Array.isArray(call.input), asErrorObject)],
    'null-body-gets-500': [
      'The body null gets 500.',
      answeredIf(
        (call) => call.input === null,
        (draft) => withStatus(draft, 500),
      ),
    ],
    'missing-field-gets-422': [
      'A missing field gets 422.',
      answeredIf(
        (_, refusal) => /required/.test(refusal.cause),
        (draft) => withStatus(draft, 422),
      ),
    ],
    'mistyped-threshold-gets-json': [
      'A confirmationThreshold of another type gets the JSON error object.',
      answeredIf((_, { context }) => context?.field === '/confirmationThreshold', asErrorObject),
    ],
    'bad-uid-gets-html': [
      'An element of a uid array that is no string gets an HTML page.',
      answeredIf(
        (_, { context }) => /Uids\/\d+$/.test(context?.field ?? ''),
        (draft) => withMediaType(draft, 'text/html'),
      ),
    ],
    'empty-key-data-gets-json': [
      'Empty keyData gets the JSON error object.',
      answeredIf((_, refusal) => /is empty; give the serialized key/.test(refusal.cause), asErrorObject),
    ],
  }),
  {
    id: 'text-of-400-is-no-utf-8',
    title: 'The text of a 400 is written in Latin-1 and is not valid UTF-8.',
    requirements: ['GT-FAILURE-TEXT'],
    quote: 'Response 400: content type text/plain, a string, returned when the body is an invalid value.',
    apply: latin1,
  },
]);
