import { withMediaType, withStatus, withText } from '../altered-draft.ts';
import { changeBody, changeSuccess } from '../change-success.ts';
import { type FaultRow, faultsOf } from '../fault-row.ts';
import { quotes } from '../quotes.ts';

const operation = 'execute-submission';

/** JSON values other than an object. */
const values: readonly (readonly [id: string, title: string, value: unknown])[] = [
  ['null', 'null', null],
  ['a-list', 'an empty array', []],
  ['list-of-object', 'an array that holds an empty object', [{}]],
  ['a-string', 'an empty string', ''],
  ['json-in-text', 'a string that holds an empty object', '{}'],
  ['a-number', 'the number 0', 0],
  ['a-boolean', 'true', true],
];

const valueRows = values.map(
  ([id, title, value]): FaultRow => ({
    id: `success-is-${id}`,
    title: `The body of an execute success is ${title}.`,
    requirements: ['EX-RES-OBJECT'],
    quote: quotes.executeObject,
    apply: changeBody(operation, () => value),
  }),
);

const mediaRows = (
  [
    ['success-is-text-plain', 'An execute success has Content-Type text/plain.', 'text/plain'],
    ['success-is-html', 'An execute success has Content-Type text/html.', 'text/html; charset=utf-8'],
    ['success-has-no-media-type', 'An execute success has no Content-Type.', undefined],
  ] as const
).map(
  ([id, title, mediaType]): FaultRow => ({
    id,
    title,
    requirements: ['EX-RES-MEDIA'],
    quote: quotes.executeSuccess,
    apply: changeSuccess(operation, (draft) => withMediaType(draft, mediaType)),
  }),
);

const textRows = (
  [
    ['success-has-no-body', 'An execute success has no body.', ''],
    ['success-is-a-word', 'The body of an execute success is the word accepted.', 'accepted'],
    ['success-is-two-objects', 'The body of an execute success is two objects.', '{}{}'],
    ['success-is-half-an-object', 'The body of an execute success is an opening brace.', '{'],
    ['success-has-comma', 'The body of an execute success is an object with a trailing comma.', '{},'],
    [
      'success-begins-with-callback',
      'The body of an execute success is a call of a script.',
      'callback({});',
    ],
  ] as const
).map(
  ([id, title, text]): FaultRow => ({
    id,
    title,
    requirements: ['EX-RES-MEDIA', 'EX-RES-OBJECT'],
    quote: quotes.executeObject,
    apply: changeSuccess(operation, (draft) => withText(draft, text)),
  }),
);

const statusRow: FaultRow = {
  id: 'success-is-204',
  title: 'An execute success has status 204 and no body.',
  requirements: ['EX-RES-MEDIA', 'EX-RES-OBJECT'],
  quote: quotes.executeSuccess,
  apply: changeSuccess(operation, (draft) => withMediaType(withStatus(withText(draft, ''), 204), undefined)),
};

/** Successes of execute that are not a JSON object (rulings 1 to 3). */
export const executeSubmissionResponseFaults = faultsOf(operation, [
  ...valueRows,
  ...mediaRows,
  ...textRows,
  statusRow,
]);
