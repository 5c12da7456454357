import { createHash } from 'node:crypto';
import type { Fault } from '../../faults/fault.ts';
import { EX, GT, LU } from '../../faults/table.ts';
import { hashPurpose, purposeHash } from '../../keys/hash.ts';
import type { Operation } from '../../operation.ts';
import { readPageToken } from '../../page-token.ts';
import { malformed, refused } from '../../refusal.ts';
import { drop, headers, media, members, set, status, text, value } from '../../rows/answers.ts';
import { failure, success, textAt, when } from '../../rows/conditions.ts';
import { jsonIn, readToken } from '../../rows/credentials.ts';
import type { Action, Condition } from '../../rows/engine.ts';
import { hashOf } from '../../rows/generate-topology.ts';
import { page } from '../../rows/list-users.ts';
import { readBody, rejecting, rephrase, skip } from '../../rows/requests.ts';
import { isObject, type Json } from '../../rules/json-types.ts';
import { invalidArguments } from '../refusals.ts';

type More = Pick<Fault, 'only'> & { readonly under?: Condition };
type Row = readonly [title: string, breaks: string | readonly string[], does: Action | readonly Action[], more?: Condition | More];

/** Faults that break behaviour pinned by the profile; their ids omit the prefix. */
function cantonRows(operations: readonly Operation[], under: readonly Condition[], rows: Readonly<Record<string, Row>>): Fault[] {
  return Object.entries(rows).map(([id, [title, breaks, does, given = {}]]) => {
    const { under: own = [], ...more } = typeof given === 'function' ? { under: given } : given;
    return {
      id: `canton-${id}`,
      title,
      operations,
      requirements: [breaks].flat(),
      quote: 'profile canton-3.5',
      when: 'always',
      ...more,
      serving: { profile: 'canton-3.5' },
      under: [...under, own].flat(),
      does: [does].flat(),
    };
  });
}

/** Reads another JSON object than was sent; undefined leaves it as it is. */
const bodyAs = (change: (body: Json) => object | undefined): Action =>
  readBody((bytes) => {
    const sent = jsonIn(bytes.toString('base64url'));
    const read = isObject(sent) ? change(sent) : undefined;
    return read && JSON.stringify(read);
  });

const fingerprint = (make: (fingerprint: string) => string): Action =>
  members(({ publicKeyFingerprint, partyId }) => {
    const made = make(publicKeyFingerprint);
    return { publicKeyFingerprint: made, partyId: `${partyId.split('::')[0]}::${made}` };
  });

/** One other transaction, and its multi-hash. */
export const transaction = (make: (bytes: Buffer) => Buffer): Action =>
  members(({ topologyTransactions: [entry] }) => {
    const made = make(Buffer.from(entry, 'base64'));
    return { topologyTransactions: [made.toString('base64')], multiHash: hashOf([made]) };
  });

function withSerialTwo(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  changed[bytes.indexOf(Buffer.from('08011001', 'hex')) + 3] = 2;
  return changed;
}

const optional = ['localParticipantObservationOnly', 'confirmationThreshold'];

function withoutNulls(body: Json): object | undefined {
  const nulls = optional.filter((field) => body[field] === null);
  return nulls.length === 0 ? undefined : Object.fromEntries(Object.entries(body).filter(([field]) => !nulls.includes(field)));
}

const topology: readonly Fault[] = [
  ...cantonRows([GT], [success], {
    'fingerprint-in-upper-case': ['The fingerprint is in upper-case hex.', 'GT-OPEN-FINGERPRINT-FORM', fingerprint((own) => own.toUpperCase())],
    'fingerprint-of-another-purpose': [
      'The fingerprint is hashed with the prefix of another purpose.',
      'GT-OPEN-FINGERPRINT-FORM',
      fingerprint((own) => purposeHash(hashPurpose.topologyTransaction, Buffer.from(own, 'hex')).toString('hex')),
    ],
    'party-id-with-one-colon': [
      'Hint and fingerprint are separated by one colon.',
      'GT-OPEN-PARTYID-FORM',
      set('/partyId', (id: string) => id.replace('::', ':')),
    ],
    'transaction-twice': ['The transaction occurs twice.', 'GT-OPEN-ENTRY-COUNT', set('/topologyTransactions', ([entry]: string[]) => [entry, entry])],
    'transaction-at-serial-2': ['The transaction is the second one of its party.', 'GT-OPEN-ENTRY-COUNT', transaction(withSerialTwo)],
    'transaction-of-another-version': [
      'The transaction is wrapped as version 31.',
      'GT-OPEN-ENTRY-COUNT',
      transaction((bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.of(31)])),
    ],
    'base64-without-padding': ['Bytes are base64 without padding.', 'GT-OPEN-ENTRY-ENCODING', set('/multiHash', (hash: string) => hash.replace(/=+$/, ''))],
    'multi-hash-without-prefix': [
      'The multi-hash is only SHA-256, without the prefix 12 20.',
      'GT-MULTIHASH-BOUND',
      set('/multiHash', (hash: string) => Buffer.from(hash, 'base64').subarray(2).toString('base64')),
    ],
    'multi-hash-of-bytes': [
      'The multi-hash is over the bytes of the transaction, not over their hash.',
      'GT-MULTIHASH-BOUND',
      members(({ topologyTransactions: [entry] }) => {
        const digest = createHash('sha256').update(Buffer.from(entry, 'base64')).digest();
        return { multiHash: Buffer.concat([Buffer.of(0x12, 0x20), digest]).toString('base64') };
      }),
    ],
    'success-with-another-field': ['A success has an additional field.', 'GT-OPEN-UNKNOWN-FIELDS', members({ version: 30 })],
  }),
  ...cantonRows([GT], [], {
    'hint-with-a-dot': ['A hint of any characters is accepted.', 'GT-OPEN-HINT', skip('partyHint')],
    'threshold-above': ['A threshold above the number of confirming participants is accepted.', 'GT-OPEN-THRESHOLD-ABOVE', skip('threshold')],
    'repeated-uids': ['A participant may be named twice.', 'GT-OPEN-UIDS-REPEATED', skip('repeated uids')],
    'odd-uids': ['A participant may have any name.', 'GT-OPEN-UIDS-UNKNOWN', skip('uids')],
    'null-is-absent': ['null in an optional field counts as absent.', 'GT-OPEN-NULL-OPTIONAL', bodyAs(withoutNulls)],
    'missing-hint-is-a-text': [
      'A missing hint is rejected with a text.',
      'GT-FAILURE-FORM',
      rephrase((refusal) => (refusal.cause.endsWith('Party hint is empty') ? { ...refusal, form: 'text' } : undefined)),
    ],
    'unknown-members-are-refused': [
      'An unknown member is rejected with a text.',
      'GT-OPEN-UNKNOWN-MEMBER',
      rejecting(
        () => (input, call) => Object.keys(JSON.parse(call.body.toString())).some((field) => !Object.hasOwn(input, field)),
        malformed('Invalid value for: body (Unexpected field)'),
        'decode',
      ),
    ],
    'internal-error-on-a-long-hint': [
      'A hint of more than 255 characters causes a 500.',
      'ERR-NO-5XX',
      rephrase((refusal) => (refusal.cause.includes('too long') ? refused('INTERNAL_ERROR', refusal.cause) : undefined)),
      { only: 'value' },
    ],
  }),
];

/** Takes a submission without verification if its first signature is such bytes. */
const unverified = (isTaken: (signature: Buffer) => boolean): readonly [string, Action, More] => [
  'EX-SIGNATURE-VERIFIED',
  skip('signatures'),
  {
    only: 'value',
    under: when((call) => isTaken(Buffer.from(textAt(call, '/partySignatures/signatures/0/signatures/0/signature'), 'base64'))),
  },
];
const areZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);

const submissions: readonly Fault[] = cantonRows([EX], [], {
  'wrong-signature-is-taken': ['Signatures are not verified before the answer.', 'EX-SIGNATURE-VERIFIED', skip('signatures')],
  'signature-of-zeros-is-taken': ['A signature whose bytes are all zero is not verified.', ...unverified((bytes) => bytes.length > 0 && areZero(bytes))],
  'signature-with-scalar-of-zeros-is-taken': [
    'A signature whose second half is zero is not verified.',
    ...unverified((bytes) => bytes.length === 64 && areZero(bytes.subarray(32))),
  ],
  'short-signature-is-taken': ['A signature of another length than 64 bytes is not verified.', ...unverified((bytes) => bytes.length !== 64)],
  'unspecified-scheme-is-taken': ['The hashing scheme may be unspecified.', 'EX-OPEN-HASHINGSCHEME-UNSPECIFIED', skip('hashingSchemeVersion')],
  'undecodable-submission-gets-json': [
    'A submission that cannot be decoded is rejected with the error object.',
    'EX-FAILURE-FORM',
    rephrase((refusal) => (refusal.structural ? { ...refusal, form: 'error-object' } : undefined)),
  ],
  'correlation-id-is-not-cut': [
    'The correlation id of an error is the submissionId, however long.',
    'ERR-OPEN-CONDITIONS',
    members(({ correlationId }, call) => (correlationId ? { correlationId: textAt(call, '/submissionId') } : undefined)),
    when((call) => call.refusal !== undefined && textAt(call, '/submissionId').length > 256),
  ],
  'other-durations-are-uncaught': [
    'A duration other than 60 seconds causes a 500.',
    'ERR-NO-5XX',
    rejecting(() => (input) => /"seconds":(?!60)\d+/.test(JSON.stringify(input)), refused('INTERNAL_ERROR', 'an uncaught exception'), 'meaning'),
    { only: 'value' },
  ],
  'submission-has-an-id': ['The success of a submission contains its id.', 'EX-OPEN-RESPONSE-FIELDS', value(() => ({ updateId: '1220' })), success],
  'submission-gets-202': ['A submission is answered 202.', 'HTTP-OPEN-SUCCESS-STATUS', status(202), success],
  'deduplication-may-be-absent': [
    'Without a deduplicationPeriod, the longest one applies.',
    ['EX-OPEN-DEDUPLICATION-ABSENT', 'EX-FAILURE-FORM'],
    bodyAs((body) => (body.deduplicationPeriod === undefined ? { ...body, deduplicationPeriod: { Empty: {} } } : undefined)),
  ],
});

const badPageToken = invalidArguments('Invalid page token');

const users: readonly Fault[] = [
  ...cantonRows([LU], [success], {
    'users-in-descending-order': ['The users of a page are in descending order.', 'LU-OPEN-ORDER', set('/users', (all: Json[]) => [...all].reverse())],
    'default-page-of-ten': [
      'Without a size a page has ten users.',
      'LU-OPEN-PAGESIZE-DEFAULT',
      page((_, { request, of }) => (request.pageSize === undefined ? of({ pageSize: ['10'] }) : undefined)),
    ],
    'token-without-padding': [
      'Page tokens are base64url without padding.',
      'LU-OPEN-PAGESIZE-DEFAULT',
      set('/nextPageToken', (token: string) => token.replace(/=+$/, '')),
    ],
    'last-page-ends-the-chain': [
      'A page that is full and the last one has no token.',
      'LU-OPEN-PAGESIZE-DEFAULT',
      members(({ nextPageToken }, { ledger }) => {
        const last = readPageToken(nextPageToken) ?? '';
        return last === '' || ledger.directory.page(last, 1).length > 0 ? undefined : { nextPageToken: '' };
      }),
      { only: 'value' },
    ],
    'last-token-is-absent': ['The last page has no nextPageToken.', 'LU-OPEN-NULLS', set('/nextPageToken', (token: string) => token || undefined)],
    'user-of-five-fields': ['Users have no primaryPartyAuthentication.', 'LU-OPEN-USER-FIELDS', drop('/users/*/primaryPartyAuthentication')],
    'user-with-another-field': ['Users have an additional field.', 'LU-OPEN-UNKNOWN-FIELDS', set('/users/*', (user: object) => ({ ...user, rights: [] }))],
  }),
  ...cantonRows([LU], [], {
    'bad-page-size-gets-json': [
      'A page size that is not a number is rejected with the error object.',
      'LU-OPEN-PAGESIZE-BAD',
      rephrase(({ structural, cause }) => (structural && cause.includes('pageSize') ? badPageToken : undefined)),
    ],
    'least-page-size-gets-text': [
      'The smallest int32 as a page size is rejected with text.',
      'LU-OPEN-PAGESIZE-BAD',
      rejecting(() => (_, call) => call.target.includes('pageSize=-2147483648'), malformed('Invalid value for: query parameter pageSize'), 'decode'),
      { only: 'value' },
    ],
    'page-size-is-limited': [
      'A page size above 1000 is rejected.',
      ['LU-OPEN-PAGESIZE-MAXIMUM', 'LU-OPEN-PAGESIZE-BAD'],
      rejecting(
        () =>
          ({ pageSize: [size = '0'] = [] }) =>
            Number(size) > 1000,
        badPageToken,
        'meaning',
      ),
    ],
  }),
];

const of = (code: number): Condition => when((call) => call.status === code);

const errors: readonly Fault[] = [
  ...cantonRows([GT, EX, LU], [failure()], {
    '401-tells-why': ['A 401 states what is wrong with the token.', 'ERR-OPEN-CODES', members({ cause: 'The token has expired.' }), of(401)],
    '401-with-challenge': ['A 401 has WWW-Authenticate.', 'AUTH-OPEN-STATUS', headers({ 'WWW-Authenticate': 'Bearer' }), of(401)],
    '403-without-token': [
      'A request without a valid token is answered 403.',
      'AUTH-OPEN-STATUS',
      [members({ grpcCodeValue: 7 }), status(403)],
      failure('credential'),
    ],
    'nulls-are-left-out': [
      'Fields of an error without a value are left out.',
      'ERR-OPEN-NULLS',
      value((error) => error && Object.fromEntries(Object.entries(error).filter(([, each]) => each !== null))),
    ],
    'error-with-another-field': ['Errors have an additional field.', 'ERR-OPEN-UNKNOWN-FIELDS', members({ timestamp: null })],
    'category-9-for-8': ['An invalid value is reported as an invalid state.', 'ERR-OPEN-STATUSES', members({ errorCategory: 9 }), of(400)],
    'retry-info-everywhere': ['Every error says that the request may be retried.', 'ERR-OPEN-STATUSES', members({ retryInfo: '1 second' })],
    'context-without-trace': ['The context of an error does not contain its trace id.', 'ERR-OPEN-CONDITIONS', drop('/context/tid'), of(400)],
    'correlation-of-its-own': ['Errors have a correlation id of their own.', 'ERR-OPEN-CONDITIONS', members({ correlationId: 'correlation' }), of(400)],
    'trace-id-in-upper-case': ['Trace ids are in upper case.', 'ERR-OPEN-NULLS', set('/traceId', (id: string) => id.toUpperCase().replace('0', 'F')), of(401)],
    'trace-id-of-its-own': [
      'The trace id of an error is not that of the request.',
      'ERR-OPEN-CONDITIONS',
      set('/traceId', (id: string) => [...id].reverse().join('')),
      of(401),
    ],
    'text-without-detail': [
      'The text of a 400 does not say what could not be decoded.',
      'ERR-OPEN-CONDITIONS',
      text('Bad request'),
      when((call) => call.text !== undefined),
    ],
  }),
  ...cantonRows([GT, EX, LU], [], {
    'bare-api-key': [
      'Sec-WebSocket-Protocol may contain the bare token.',
      'AUTH-OPEN-APIKEY-FORM',
      readToken(({ headers: { authorization, 'sec-websocket-protocol': bare } }, usual) => usual ?? (authorization === undefined ? bare : undefined)),
    ],
    'json-with-charset': ['JSON has a charset.', ['GT-RES-MEDIA', 'EX-RES-MEDIA', 'LU-RES-MEDIA'], media('application/json; charset=utf-8'), success],
  }),
];

/** The faults of the server that behaves like canton-3.5. */
export const cantonFaults: readonly Fault[] = [...topology, ...submissions, ...users, ...errors];
