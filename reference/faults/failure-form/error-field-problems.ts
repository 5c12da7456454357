import { type PlaceName, places } from './places.ts';

/** A field of the error object with a wrong value; `absent` omits the field. */
export type ErrorFieldRow = readonly [id: string, clause: string, value: unknown, at: PlaceName | readonly PlaceName[]];

const everywhere = Object.keys(places) as PlaceName[];

export const absent = Symbol('absent');

/** The error object field by field (section Errors, ruling 22), alternating between kinds of failure. */
export const errorFieldProblems: Readonly<Record<string, readonly ErrorFieldRow[]>> = {
  code: [
    ['missing', 'is missing', absent, everywhere],
    ['null', 'is null', null, 'generateSemantic'],
    ['a-number', 'is a number', 3, 'listCredential'],
    ['an-object', 'is an object', { name: 'INVALID_ARGUMENT' }, 'executeCredential'],
  ],
  cause: [
    ['missing', 'is missing', absent, 'generateCredential'],
    ['null', 'is null', null, 'listStructural'],
    ['a-list', 'is an array of sentences', ['The request is invalid.'], 'executeStructural'],
    ['an-object', 'is an object', { message: 'The request is invalid.' }, 'generateSemantic'],
  ],
  context: [
    ['missing', 'is missing', absent, 'listCredential'],
    ['null', 'is null', null, 'executeStructural'],
    ['a-list', 'is an array', [], 'generateCredential'],
    ['a-string', 'is a string', 'category=8', 'listStructural'],
    ['a-map-to-number', 'has a number as value', { category: 8 }, 'executeCredential'],
    ['a-map-to-null', 'has null as value', { participant: null }, 'generateSemantic'],
    ['a-map-to-list', 'has an array as value', { fields: ['submissionId'] }, 'executeStructural'],
    ['a-map-to-object', 'has an object as value', { field: { name: 'partyHint' } }, 'generateCredential'],
    ['a-map-to-boolean', 'has a boolean as its second value', { category: '8', final: true }, 'listCredential'],
  ],
  errorCategory: [
    ['missing', 'is missing', absent, 'generateSemantic'],
    ['null', 'is null', null, 'listCredential'],
    ['a-string', 'is a string of digits', '8', 'executeStructural'],
    ['a-name', 'is the name of a category', 'InvalidIndependentOfSystemState', 'generateCredential'],
    ['a-fraction', 'is a fraction', 8.5, 'listStructural'],
    ['above-int32', 'is above int32', 2 ** 31, 'executeCredential'],
    ['below-int32', 'is below int32', -(2 ** 31) - 1, 'executeStructural'],
    ['a-boolean', 'is true', true, 'generateSemantic'],
  ],
  correlationId: [
    ['a-number', 'is a number', 123_456, 'executeStructural'],
    ['an-object', 'is an object', { id: 'c-1' }, 'generateCredential'],
    ['a-list', 'is an array', ['c-1'], 'listCredential'],
  ],
  traceId: [
    ['a-number', 'is a number', 81_985_529_216_486, 'listStructural'],
    ['an-object', 'is an object', { trace: 'a', span: 'b' }, 'executeCredential'],
    ['a-boolean', 'is false', false, 'generateSemantic'],
  ],
  resources: [
    ['an-object', 'is an object', { PARTY: 'alice' }, 'executeStructural'],
    ['strings', 'is an array of strings', ['PARTY', 'alice'], 'generateSemantic'],
    ['triples', 'has an array of three strings', [['PARTY', 'alice', 'local']], 'executeCredential'],
    ['singles', 'has an array of one string', [['PARTY']], 'listCredential'],
    ['pair-with-number', 'has a pair with a number', [['PARTY', 7]], 'generateCredential'],
    ['pair-with-null', 'has a pair with null', [['PARTY', null]], 'executeStructural'],
    ['objects', 'has objects', [{ type: 'PARTY', name: 'alice' }], 'listStructural'],
    [
      'second-triple',
      'has a triple after a pair',
      [
        ['PARTY', 'a'],
        ['PARTY', 'b', 'c'],
      ],
      'generateSemantic',
    ],
  ],
  grpcCodeValue: [
    ['a-string', 'is a string of digits', '3', 'listStructural'],
    ['a-fraction', 'is a fraction', 3.5, 'executeStructural'],
    ['above-int32', 'is above int32', 4_294_967_295, 'generateCredential'],
    ['an-object', 'is an object', { value: 3 }, 'listCredential'],
  ],
  retryInfo: [
    ['a-number', 'is a number of seconds', 5, 'executeStructural'],
    ['an-object', 'is an object', { seconds: 5 }, 'generateSemantic'],
    ['a-boolean', 'is false', false, 'listCredential'],
  ],
  definiteAnswer: [
    ['a-string', 'is "false"', 'false', 'executeCredential'],
    ['a-number', 'is 0', 0, 'listStructural'],
    ['a-list', 'is an empty array', [], 'generateCredential'],
  ],
};
