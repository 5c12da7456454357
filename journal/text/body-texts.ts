import { type FindingText, sameMessage } from './finding-text.ts';

/** The text of findings in a response body and its media type. */
export const bodyTexts = {
  'field-invalid': {
    place: 'body',
    message: ({ field, keyword, wanted }: { field: string; keyword: string; wanted: string }) =>
      `${field === '' ? 'the body' : field} ${fieldRule(keyword, wanted)}`,
  },
  'success-status': {
    place: 'status',
    message: ({ status, wanted }: { status: number; wanted: number }) =>
      `a success has status ${status} instead of ${wanted}`,
  },
  'success-media-type': {
    place: 'header',
    header: 'content-type',
    message: () => 'a success has no JSON media type',
  },
  'success-not-json': {
    place: 'body',
    message: ({ problem }: { problem: string }) => `a success has an invalid body: ${problem}`,
  },
  'success-not-object': sameMessage('body', 'the body of a success is not a JSON object'),
  'error-not-object': {
    place: 'body',
    message: ({ status, problem }: { status: number; problem: string }) =>
      `a failure with status ${status} has an invalid body: ${problem}`,
  },
  'text-not-utf8': sameMessage('body', 'the text of a 400 is not valid UTF-8'),
  'text-empty': sameMessage('body', 'the text of a 400 is empty'),
  'failure-leaks': {
    place: 'body',
    message: ({ what }: { what: string }) => `a failure reveals ${what}`,
  },
  'party-id-lacks': {
    place: 'body',
    message: ({ part }: { part: 'hint' | 'fingerprint' }) =>
      `partyId does not contain ${part === 'hint' ? 'the hint' : 'publicKeyFingerprint'}`,
  },
  'entry-not-wrapped': {
    place: 'body',
    message: ({ index, encodings }: { index: number; encodings: readonly string[] }) =>
      `entry ${index} decodes as ${encodings.join(' and ')}, but not to an UntypedVersionedMessage with data and version`,
  },
} as const satisfies Readonly<Record<string, FindingText>>;

/** @param wanted what the keyword requires: types, a limit, or the validator's message */
function fieldRule(keyword: string, wanted: string): string {
  switch (keyword) {
    case 'required':
      return 'is required and missing';
    case 'type':
      return `must be ${wanted}`;
    case 'minLength':
    case 'minItems':
      return wanted === '1' ? 'must be non-empty' : `must have ${wanted} elements`;
    case 'maxItems':
      return `must have ${wanted} elements`;
    case 'minimum':
    case 'maximum':
      return `must be within int32 (${wanted})`;
    default:
      return wanted;
  }
}
