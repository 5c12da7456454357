import { media, status, text, value } from '../../rows/answers.ts';
import { success } from '../../rows/conditions.ts';
import type { Fault } from '../fault.ts';
import { EX, faults, quoting } from '../table.ts';

/** Successes of execute that are not a JSON object (rulings 1 to 3). */
export const submissionResponses: readonly Fault[] = [
  ...faults(EX, 'EX-RES-OBJECT', success, {
    'success-is-null': ['The body of an execute success is null.', value(() => null)],
    'success-is-a-list': ['The body of an execute success is an empty array.', value(() => [])],
    'success-is-list-of-object': ['The body of an execute success is an array that holds an empty object.', value(() => [{}])],
    'success-is-a-string': ['The body of an execute success is an empty string.', value(() => '')],
    'success-is-json-in-text': ['The body of an execute success is a string that holds an empty object.', value(() => '{}')],
    'success-is-a-number': ['The body of an execute success is the number 0.', value(() => 0)],
    'success-is-a-boolean': ['The body of an execute success is true.', value(() => true)],
  }),
  ...faults(EX, 'EX-RES-MEDIA', success, {
    'success-is-text-plain': ['An execute success has Content-Type text/plain.', media('text/plain')],
    'success-is-html': ['An execute success has Content-Type text/html.', media('text/html; charset=utf-8')],
    'success-has-no-media-type': ['An execute success has no Content-Type.', media()],
  }),
  ...quoting(
    'EX-RES-OBJECT',
    faults(EX, ['EX-RES-MEDIA', 'EX-RES-OBJECT'], success, {
      'success-has-no-body': ['An execute success has no body.', text('')],
      'success-is-a-word': ['The body of an execute success is the word accepted.', text('accepted')],
      'success-is-two-objects': ['The body of an execute success is two objects.', text('{}{}')],
      'success-is-half-an-object': ['The body of an execute success is an opening brace.', text('{')],
      'success-has-comma': ['The body of an execute success is an object with a trailing comma.', text('{},')],
      'success-begins-with-callback': ['The body of an execute success is a call of a script.', text('callback({});')],
    }),
  ),
  ...faults(EX, ['EX-RES-MEDIA', 'EX-RES-OBJECT'], success, {
    'success-is-204': ['An execute success has status 204 and no body.', [text(''), status(204), media()]],
  }),
];
