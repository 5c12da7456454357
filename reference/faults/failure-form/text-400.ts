import type { Draft } from '../../answer.ts';
import type { Call } from '../../call.ts';
import type { Refusal } from '../../refusal.ts';
import { withJson, withMediaType, withStatus, withText } from '../altered-draft.ts';
import { type ChangeDraft, changeFailure } from '../change-failure.ts';
import type { Change } from '../fault.ts';
import { type FaultRow, faultsOf } from '../fault-row.ts';
import { quotes } from '../quotes.ts';

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

function row(
  id: string,
  title: string,
  change: ChangeDraft,
  requirements: readonly string[] = ['GT-FAILURE-TEXT', 'GT-FAILURE-FORM'],
): FaultRow {
  return {
    id,
    title,
    requirements,
    quote: quotes.invalidValue,
    apply: changeFailure(operation, 'structural', change),
  };
}

/** The error object of other failures, instead of the text. */
function asErrorObject(draft: Draft): Draft {
  const cause = draft.content.kind === 'text' ? draft.content.text : '';
  const value = { code: 'INVALID_ARGUMENT', cause, context: {}, errorCategory: 8 };
  return withMediaType(withJson(draft, value), 'application/json');
}

function statusRow(status: number, requirements?: readonly string[]): FaultRow {
  return row(
    `invalid-body-gets-${status}`,
    `An invalid body of generate-topology is answered ${status} with the text.`,
    (draft) => withStatus(draft, status),
    requirements,
  );
}

const rows: readonly FaultRow[] = [
  statusRow(200, everyRuleOfTheBody),
  statusRow(201, everyRuleOfTheBody),
  row(
    'invalid-body-gets-204',
    'An invalid body of generate-topology is answered 204.',
    (draft) => withMediaType(withStatus(withText(draft, ''), 204), undefined),
    everyRuleOfTheBody,
  ),
  statusRow(302),
  statusRow(404),
  statusRow(409),
  statusRow(415),
  statusRow(422),
  statusRow(500),
  row('invalid-body-gets-json', 'An invalid body gets the JSON error object.', asErrorObject),
  row('invalid-body-gets-json-422', 'An invalid body gets 422 and the JSON error object.', (draft) =>
    withStatus(asErrorObject(draft), 422),
  ),
  row('invalid-body-gets-json-string', 'An invalid body gets its text as a JSON string.', (draft) =>
    withMediaType(withJson(draft, 'invalid'), 'application/json'),
  ),
  row('invalid-body-gets-problem-json', 'An invalid body gets application/problem+json.', (draft) =>
    withMediaType(withJson(draft, { title: 'Bad Request', status: 400 }), 'application/problem+json'),
  ),
  row('invalid-body-gets-html', 'An invalid body gets a page of HTML.', (draft) =>
    withMediaType(withText(draft, '<h1>400 Bad Request</h1>'), 'text/html'),
  ),
  row('invalid-body-gets-no-media-type', 'The text of a 400 has no Content-Type.', (draft) =>
    withMediaType(draft, undefined),
  ),
  row('invalid-body-gets-octets', 'The text of a 400 is called application/octet-stream.', (draft) =>
    withMediaType(draft, 'application/octet-stream'),
  ),
  row('invalid-body-gets-half-a-media-type', 'The text of a 400 has Content-Type text.', (draft) =>
    withMediaType(draft, 'text'),
  ),
  row('invalid-body-gets-markdown', 'The text of a 400 is called text/markdown.', (draft) =>
    withMediaType(draft, 'text/markdown; charset=utf-8'),
  ),
];

/** Only some invalid bodies get another form, as if a framework and the service took turns. */
const someRows: readonly FaultRow[] = [
  only(
    'empty-body-gets-json',
    'An empty body gets the JSON error object.',
    (call) => call.body.length === 0,
    asErrorObject,
  ),
  only(
    'malformed-json-gets-500',
    'A body that is no JSON gets 500 and the JSON error object.',
    (call) => call.input === undefined && call.body.length > 0,
    (draft) => withStatus(asErrorObject(draft), 500),
  ),
  only(
    'array-gets-json',
    'An array in place of the body gets the JSON error object.',
    (call) => Array.isArray(call.input),
    asErrorObject,
  ),
  only(
    'null-body-gets-500',
    'The body null gets 500.',
    (call) => call.input === null,
    (draft) => withStatus(draft, 500),
  ),
  only(
    'missing-field-gets-422',
    'A missing field gets 422.',
    (_, refusal) => /required/.test(refusal.cause),
    (draft) => withStatus(draft, 422),
  ),
  only(
    'mistyped-threshold-gets-json',
    'A confirmationThreshold of another type gets the JSON error object.',
    (_, refusal) => refusal.context?.field === '/confirmationThreshold',
    asErrorObject,
  ),
  only(
    'bad-uid-gets-html',
    'An element of a uid array that is no string gets a page of HTML.',
    (_, refusal) => /Uids\/\d+$/.test(refusal.context?.field ?? ''),
    (draft) => withMediaType(draft, 'text/html'),
  ),
  only(
    'empty-key-data-gets-json',
    'Empty keyData gets the JSON error object.',
    (_, refusal) => /is empty; give the serialized key/.test(refusal.cause),
    asErrorObject,
  ),
];

function only(
  id: string,
  title: string,
  concerns: (call: Call, refusal: Refusal) => boolean,
  change: (draft: Draft) => Draft,
): FaultRow {
  return row(id, title, (draft, call, refusal) => (concerns(call, refusal) ? change(draft) : undefined));
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
  ...rows,
  ...someRows,
  {
    id: 'text-of-400-is-no-utf-8',
    title: 'The text of a 400 is written in Latin-1 and is not valid UTF-8.',
    requirements: ['GT-FAILURE-TEXT'],
    quote: 'Response 400: content type text/plain, a string, returned when the body is an invalid value.',
    apply: latin1,
  },
]);
