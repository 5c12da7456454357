import { answered, drop, headers, media, members, status, text, value } from '../../rows/answers.ts';
import { when } from '../../rows/conditions.ts';
import { textIn } from '../../rows/credentials.ts';
import { type Action, given } from '../../rows/engine.ts';
import type { Json } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { fieldsOfExecute, ofTopologyResponse, wrongCredentials } from '../requirements.ts';
import { everyPlace, inPlaces } from './places.ts';

const absent = Symbol('absent');

/** Wrong values of a field of the error object: an id, a clause, the value, and where. */
type Problems = readonly (readonly [id: string, clause: string, value: unknown, at: string])[];

/** The error object field by field (section Errors, ruling 22), alternating between kinds of failure. */
const fields: readonly (readonly [field: string, requirement: string, problems: Problems])[] = [
  [
    'code',
    'ERR-CODE',
    [
      ['missing', 'is missing', absent, everyPlace],
      ['null', 'is null', null, 'GS'],
      ['a-number', 'is a number', 3, 'LC'],
      ['an-object', 'is an object', { name: 'INVALID_ARGUMENT' }, 'EC'],
    ],
  ],
  [
    'cause',
    'ERR-CAUSE',
    [
      ['missing', 'is missing', absent, 'GC'],
      ['null', 'is null', null, 'LX'],
      ['a-list', 'is an array of sentences', ['The request is invalid.'], 'EX'],
      ['an-object', 'is an object', { message: 'The request is invalid.' }, 'GS'],
    ],
  ],
  [
    'context',
    'ERR-CONTEXT',
    [
      ['missing', 'is missing', absent, 'LC'],
      ['null', 'is null', null, 'EX'],
      ['a-list', 'is an array', [], 'GC'],
      ['a-string', 'is a string', 'category=8', 'LX'],
      ['a-map-to-number', 'has a number as value', { category: 8 }, 'EC'],
      ['a-map-to-null', 'has null as value', { participant: null }, 'GS'],
      ['a-map-to-list', 'has an array as value', { fields: ['submissionId'] }, 'EX'],
      ['a-map-to-object', 'has an object as value', { field: { name: 'partyHint' } }, 'GC'],
      ['a-map-to-boolean', 'has a boolean as its second value', { category: '8', final: true }, 'LC'],
    ],
  ],
  [
    'errorCategory',
    'ERR-CATEGORY',
    [
      ['missing', 'is missing', absent, 'GS'],
      ['null', 'is null', null, 'LC'],
      ['a-string', 'is a string of digits', '8', 'EX'],
      ['a-name', 'is the name of a category', 'InvalidIndependentOfSystemState', 'GC'],
      ['a-fraction', 'is a fraction', 8.5, 'LX'],
      ['above-int32', 'is above int32', 2 ** 31, 'EC'],
      ['below-int32', 'is below int32', -(2 ** 31) - 1, 'EX'],
      ['a-boolean', 'is true', true, 'GS'],
    ],
  ],
  [
    'correlationId',
    'ERR-CORRELATIONID',
    [
      ['a-number', 'is a number', 123_456, 'EX'],
      ['an-object', 'is an object', { id: 'c-1' }, 'GC'],
      ['a-list', 'is an array', ['c-1'], 'LC'],
    ],
  ],
  [
    'traceId',
    'ERR-TRACEID',
    [
      ['a-number', 'is a number', 81_985_529_216_486, 'LX'],
      ['an-object', 'is an object', { trace: 'a', span: 'b' }, 'EC'],
      ['a-boolean', 'is false', false, 'GS'],
    ],
  ],
  [
    'resources',
    'ERR-RESOURCES',
    [
      ['an-object', 'is an object', { PARTY: 'alice' }, 'EX'],
      ['strings', 'is an array of strings', ['PARTY', 'alice'], 'GS'],
      ['triples', 'has an array of three strings', [['PARTY', 'alice', 'local']], 'EC'],
      ['singles', 'has an array of one string', [['PARTY']], 'LC'],
      ['pair-with-number', 'has a pair with a number', [['PARTY', 7]], 'GC'],
      ['pair-with-null', 'has a pair with null', [['PARTY', null]], 'EX'],
      ['objects', 'has objects', [{ type: 'PARTY', name: 'alice' }], 'LX'],
      ['second-triple', 'has a triple after a pair', ['a', 'b c'].map((names) => ['PARTY', ...names.split(' ')]), 'GS'],
    ],
  ],
  [
    'grpcCodeValue',
    'ERR-GRPCCODE',
    [
      ['a-string', 'is a string of digits', '3', 'LX'],
      ['a-fraction', 'is a fraction', 3.5, 'EX'],
      ['above-int32', 'is above int32', 4_294_967_295, 'GC'],
      ['an-object', 'is an object', { value: 3 }, 'LC'],
    ],
  ],
  [
    'retryInfo',
    'ERR-RETRYINFO',
    [
      ['a-number', 'is a number of seconds', 5, 'EX'],
      ['an-object', 'is an object', { seconds: 5 }, 'GS'],
      ['a-boolean', 'is false', false, 'LC'],
    ],
  ],
  [
    'definiteAnswer',
    'ERR-DEFINITEANSWER',
    [
      ['a-string', 'is "false"', 'false', 'EC'],
      ['a-number', 'is 0', 0, 'LX'],
      ['a-list', 'is an empty array', [], 'GC'],
    ],
  ],
];

const kebab = (field: string): string => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The error object with one wrong field. */
export const errorFields: readonly Fault[] = fields.flatMap(([field, requirement, problems]) =>
  problems.flatMap(([id, clause, wrong, at]) =>
    inPlaces(at, requirement, `error-${kebab(field)}-is-${id}`, [
      `In the error object for @, ${field} ${clause}.`,
      wrong === absent ? drop(`/${field}`) : members({ [field]: wrong }),
    ]),
  ),
);

const json = (make: (all: Json) => Json): Action => value(make);

/** Bodies with a JSON media type that are not a JSON object: an id, where, a clause, and what is done. */
const unreadable: readonly (readonly [id: string, at: string, clause: string, does: Action])[] = [
  ['has-no-body', 'GC LC', 'has no body', text('')],
  ['is-a-sentence', 'EC', 'is a sentence that is no JSON', text('Unauthorized')],
  ['is-a-list', 'EX', 'is an array of errors', json((all) => [all])],
  ['is-a-json-string', 'GS LX', 'is a JSON string', json(() => 'invalid')],
  ['is-null', 'ES', 'is null', json(() => null)],
  ['is-encoded-twice', 'LC', 'is a string that holds the JSON', json(JSON.stringify)],
  ['is-cut', 'EX GC', 'lacks its last character', text((all) => all.slice(0, -1))],
  ['is-two-objects', 'LX', 'is two JSON objects', text((all) => all.repeat(2))],
  ['has-trailing-comma', 'ES', 'has a comma before its last brace', text((all) => all.replace(/\}$/, ',}'))],
  ['is-html-called-json', 'GS', 'is HTML under a JSON media type', text('<html>Error</html>')],
];

const redirect = [text(''), status(302), headers({ 'Content-Type': 'text/html', Location: '/sign-in' })];

/** The payload of a token is JSON, but no object. */
const withOtherClaims = when(({ token = '' }) => /^(null|\[|")/.test(textIn(token.split('.')[1])));

const brokenToo = when(({ body }) => body[0] !== 0x7b);

/** Forms that no failure may have there. */
const otherForms: readonly (readonly [id: string, at: string, clause: string, does: Action | readonly Action[]])[] = [
  ['is-text', 'GC EX ES EC LX LC', 'is text/plain with status 400', [text('Invalid request.'), status(400), media('text/plain')]],
  ['is-text-with-its-status', 'GS', 'is text/plain with another status than 400', [text('Invalid request.'), status(422), media('text/plain')]],
  ['is-html', 'GS GC EC LX', 'is an HTML page', [text('<html>Error</html>'), media('text/html')]],
  ['has-no-media-type', 'GS EX LC', 'is JSON without a Content-Type', media()],
  ['is-json-called-text', 'EX LC', 'is JSON under text/plain', media('text/plain')],
  ['is-octets', 'ES LX', 'is JSON under application/octet-stream', media('application/octet-stream')],
  ['is-bare-status', 'EC LC', 'is a status without body and media type', [text(''), media()]],
  ['is-bare-401-for-other-claims', 'GC EC LC', 'is an empty 401 if the payload of the token is no object', given(withOtherClaims, answered(401, undefined))],
  ['is-html-beside-another-mistake', 'GC EC', 'is HTML if the body is no JSON either', given(brokenToo, answered(500, 'text/html', '<h1>500</h1>'))],
  ['is-redirect', 'GC EC LC', 'is a redirect to a sign-in page', redirect],
];

/** Failures whose body is not the JSON error object, or not declared as JSON (rulings 2, 14, 16 and 22). */
export const errorBodies: readonly Fault[] = [
  ...unreadable.flatMap(([id, at, clause, does]) => inPlaces(at, 'ERR-OBJECT', `failure-${id}`, [`The failure of @ ${clause}.`, does])),
  ...otherForms.flatMap(([id, at, clause, does]) => inPlaces(at, '@-FAILURE-FORM', `failure-${id}`, [`The failure of @ ${clause}.`, does])),
];

const shapeOfExecute = [
  ...['EX-BODY', 'EX-REQ-SUBMISSIONID', 'EX-REQ-SUBMISSIONID-LEDGERSTRING', ...fieldsOfExecute],
  ...['EX-DEDUP-SECONDS', 'EX-DEDUP-NANOS'],
];

/**
 * A failure with a success status and the error object: the request counts as accepted. Whether list-users rejects a bad
 * parameter is open, so a success is not a breach there. If it is open whether a request is rejected, the success lacks its fields.
 */
const accepting: readonly (readonly [at: string, code: number, requirements: readonly string[]])[] = [
  ['EX', 200, shapeOfExecute],
  ['EX', 202, shapeOfExecute],
  ['GS', 200, ['GT-SYNC-UNKNOWN', 'GT-SYNC-ALIAS', 'GT-KEY-UNDECODABLE', ...ofTopologyResponse]],
  ['GC', 200, [...wrongCredentials, ...ofTopologyResponse]],
  ['EC', 200, wrongCredentials],
  ['LC', 200, wrongCredentials],
];

export const acceptingStatuses: readonly Fault[] = accepting.flatMap(([at, code, requirements]) =>
  inPlaces(at, requirements, `failure-has-status-${code}`, [`The failure of @ has status ${code}.`, status(code)]),
);
