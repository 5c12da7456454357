import { withMediaType, withStatus, withText } from '../altered-draft.ts';
import { changeBody, changeSuccess } from '../change-success.ts';
import type { Change } from '../fault.ts';
import { breaking, faultsOf, quoting } from '../fault-row.ts';

const operation = 'execute-submission';

function withValue(value: unknown): Change {
  return changeBody(operation, () => value);
}

function withContent(text: string): Change {
  return changeSuccess(operation, (draft) => withText(draft, text));
}

function withType(mediaType: string | undefined): Change {
  return changeSuccess(operation, (draft) => withMediaType(draft, mediaType));
}

/** Successes of execute that are not a JSON object (rulings 1 to 3). */
export const executeSubmissionResponseFaults = faultsOf(operation, [
  ...breaking(['EX-RES-OBJECT'], {
    'success-is-null': ['The body of an execute success is null.', withValue(null)],
    'success-is-a-list': ['The body of an execute success is an empty array.', withValue([])],
    'success-is-list-of-object': ['The body of an execute success is an array that holds an empty object.', withValue([{}])],
    'success-is-a-string': ['The body of an execute success is an empty string.', withValue('')],
    'success-is-json-in-text': ['The body of an execute success is a string that holds an empty object.', withValue('{}')],
    'success-is-a-number': ['The body of an execute success is the number 0.', withValue(0)],
    'success-is-a-boolean': ['The body of an execute success is true.', withValue(true)],
  }),
  ...breaking(['EX-RES-MEDIA'], {
    'success-is-text-plain': ['An execute success has Content-Type text/plain.', withType('text/plain')],
    'success-is-html': ['An execute success has Content-Type text/html.', withType('text/html; charset=utf-8')],
    'success-has-no-media-type': ['An execute success has no Content-Type.', withType(undefined)],
  }),
  ...quoting(
    'EX-RES-OBJECT',
    breaking(['EX-RES-MEDIA', 'EX-RES-OBJECT'], {
      'success-has-no-body': ['An execute success has no body.', withContent('')],
      'success-is-a-word': ['The body of an execute success is the word accepted.', withContent('accepted')],
      'success-is-two-objects': ['The body of an execute success is two objects.', withContent('{}{}')],
      'success-is-half-an-object': ['The body of an execute success is an opening brace.', withContent('{')],
      'success-has-comma': ['The body of an execute success is an object with a trailing comma.', withContent('{},')],
      'success-begins-with-callback': ['The body of an execute success is a call of a script.', withContent('callback({});')],
    }),
  ),
  ...breaking(['EX-RES-MEDIA', 'EX-RES-OBJECT'], {
    'success-is-204': [
      'An execute success has status 204 and no body.',
      changeSuccess(operation, (draft) => withMediaType(withStatus(withText(draft, ''), 204), undefined)),
    ],
  }),
]);
