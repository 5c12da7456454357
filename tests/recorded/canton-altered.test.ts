import { describe, expect, it } from 'vitest';
import type { RecordedLine } from '../../judges/recorded/reading/read-recording.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { changed, findingsIn, recorded } from './made-recording.ts';

const canton = loadProfile('canton-3.5');
const good = ['gen.ok.minimal', 'users.ok.default', 'exec.dedup.Empty'].map(recorded);

/** Findings of one altered record among good ones. */
function found(altered: RecordedLine): string[] {
  const others = good.filter(({ name }) => name !== altered.name);
  return findingsIn([...others, altered], canton).map((finding) => finding.split(' ')[1] ?? '');
}

function answered(name: string): Record<string, unknown> {
  return JSON.parse(recorded(name).response?.body ?? '{}') as Record<string, unknown>;
}

function withBody(name: string, body: object): RecordedLine {
  return changed(name, { response: { body: JSON.stringify(body) } });
}

/** The record with other fields in its answer. */
function withFields(name: string, fields: object): RecordedLine {
  return withBody(name, { ...answered(name), ...fields });
}

function without(name: string, field: string): RecordedLine {
  return withBody(name, Object.fromEntries(Object.entries(answered(name)).filter(([key]) => key !== field)));
}

/** The answer of one record to the request of another. */
function swapped(name: string, other: string): RecordedLine {
  return changed(name, { response: recorded(other).response ?? {} });
}

const { multiHash, topologyTransactions } = answered('gen.ok.allocated-party-hint');
const users = answered('users.ok.default').users as readonly Record<string, unknown>[];
const [first = {}, ...rest] = users;
const { context } = answered('gen.threshold.-1');

describe('an altered record of the known implementation is found out', () => {
  const rows: readonly (readonly [what: string, requirement: string, altered: RecordedLine])[] = [
    [
      'a fingerprint that is not of the key',
      'GT-OPEN-FINGERPRINT-FORM',
      withFields('gen.ok.minimal', {
        publicKeyFingerprint: `1220${'0'.repeat(64)}`,
        partyId: `bob::1220${'0'.repeat(64)}`,
      }),
    ],
    [
      'another delimiter in the party id',
      'GT-OPEN-PARTYID-FORM',
      withFields('gen.ok.minimal', {
        partyId: String(answered('gen.ok.minimal').partyId).replace('::', ':'),
      }),
    ],
    ['the multi-hash of other transactions', 'GT-MULTIHASH-BOUND', withFields('gen.ok.minimal', { multiHash })],
    ['the transaction of another party', 'GT-OPEN-ENTRY-COUNT', withFields('gen.ok.minimal', { topologyTransactions })],
    [
      'base64 without padding',
      'GT-OPEN-ENTRY-ENCODING',
      withFields('gen.ok.minimal', { multiHash: String(answered('gen.ok.minimal').multiHash).replace(/=+$/, '') }),
    ],
    ['a field more', 'GT-OPEN-UNKNOWN-FIELDS', withFields('gen.ok.minimal', { extra: 1 })],
    ['a user twice', 'LU-OPEN-ORDER', withFields('users.ok.default', { users: [first, ...users] })],
    ['users in another order', 'LU-OPEN-ORDER', withFields('users.ok.default', { users: [...rest, first] })],
    ['a page again', 'LU-OPEN-PARAMETERS', swapped('users.walk.page-02', 'users.walk.page-01')],
    ['no token behind a full page', 'LU-OPEN-PAGESIZE-DEFAULT', withFields('users.walk.page-01', { nextPageToken: '' })],
    ['no token at all', 'LU-OPEN-NULLS', without('users.ok.default', 'nextPageToken')],
    [
      'a user without a field',
      'LU-OPEN-USER-FIELDS',
      withFields('users.ok.default', { users: [{ ...first, primaryPartyAuthentication: undefined }, ...rest] }),
    ],
    ['a status that does not fit the category', 'ERR-OPEN-STATUSES', changed('gen.threshold.-1', { response: { status: 422 } })],
    ['another category', 'ERR-OPEN-STATUSES', withFields('gen.threshold.-1', { errorCategory: 10 })],
    ['a retryInfo that it does not have', 'ERR-OPEN-STATUSES', withFields('gen.threshold.-1', { retryInfo: '1 second' })],
    ['another code', 'ERR-OPEN-CODES', withFields('gen.threshold.-1', { code: 'OTHER' })],
    ['another cause', 'ERR-OPEN-CODES', withFields('gen.threshold.-1', { cause: 'No.' })],
    ['an error without a field', 'ERR-OPEN-NULLS', without('gen.threshold.-1', 'definiteAnswer')],
    ['an error with a field more', 'ERR-OPEN-UNKNOWN-FIELDS', withFields('gen.threshold.-1', { extra: null })],
    ['a trace id that its context does not know', 'ERR-OPEN-CONDITIONS', withFields('gen.threshold.-1', { traceId: 'a'.repeat(32) })],
    ['a context without its category', 'ERR-OPEN-CONDITIONS', withFields('gen.threshold.-1', { context: { ...(context as object), category: '9' } })],
    ['the cause of another request', 'ERR-OPEN-CONDITIONS', swapped('gen.threshold.2^31-1', 'gen.missing.partyHint')],
    ['a 401 that tells its reason', 'ERR-OPEN-CODES', withFields('auth.list-users.none', { cause: 'The token is missing.' })],
    ['a 401 as 403', 'ERR-OPEN-STATUSES', changed('auth.list-users.none', { response: { status: 403 } })],
    [
      'a 401 with WWW-Authenticate',
      'AUTH-OPEN-STATUS',
      changed('auth.list-users.none', {
        response: { headers: [['Content-Type', 'application/json'], ['WWW-Authenticate', 'Bearer']] },
      }),
    ],
    ['a token that lives too long and is taken', 'AUTH-OPEN-STATUS', swapped('auth.list-users.lifetime-1day', 'users.ok.default')],
    ['a bare token in Sec-WebSocket-Protocol that is taken', 'AUTH-OPEN-APIKEY-FORM', swapped('auth.execute.swp-raw-jwt', 'exec.ok.userId-empty')],
    ['a bad page size answered with the error object', 'LU-OPEN-PAGESIZE-BAD', swapped('users.pageSize.1.5', 'users.pageSize.-1')],
    ['a broken body answered with the error object', 'GT-FAILURE-TEXT', swapped('gen.raw.invalid-json', 'gen.threshold.-1')],
    ['a broken submission answered with the error object', 'EX-FAILURE-FORM', swapped('exec.raw.invalid-json', 'gen.threshold.-1')],
    ['a missing hint answered with a text', 'GT-FAILURE-FORM', swapped('gen.missing.partyHint', 'gen.type.partyHint.bool')],
    ['a success of execute with a field', 'EX-OPEN-RESPONSE-FIELDS', withFields('exec.dedup.Empty', { id: '1' })],
    ['a success of execute as 202', 'HTTP-OPEN-SUCCESS-STATUS', changed('exec.dedup.Empty', { response: { status: 202 } })],
    ['an absent deduplicationPeriod that is taken', 'EX-OPEN-DEDUPLICATION-ABSENT', withoutDeduplication()],
    ['a 500 that is no known defect', 'ERR-NO-5XX', swapped('gen.threshold.2^31-1', 'gen.observation-only')],
    ['a good request refused', 'GT-SUCCESS', swapped('gen.ok.threshold-0', 'gen.threshold.-1')],
    ['JSON as text/html', 'GT-FAILURE-FORM', changed('gen.hint.slash', { response: { headers: [['Content-Type', 'text/html']] } })],
    ['an error that is cut', 'ERR-OBJECT', changed('gen.hint.slash', { response: { body: '{"code":"INVALID_ARGUMENT"' } })],
  ];

  it.each(rows)('%s', (_, requirement, altered) => {
    expect(found(altered)).toContain(requirement);
  });

  it('a wrong signature that is accepted beside the right one', () => {
    const right = recorded('exec.sig.extra-field');
    const wrong = changed(
      'exec.sig.extra-field',
      { request: { body: right.request.body?.replace(/("signature": ")...../, '$1AAAAA') ?? '' } },
      'altered',
    );
    expect(findingsIn([right, right, wrong], canton)).toEqual(['together EX-SIGNATURE-VERIFIED']);
  });

  it('a wrong multiHash, which is one finding', () => {
    expect(found(withFields('gen.ok.minimal', { multiHash }))).toEqual(['GT-MULTIHASH-BOUND']);
  });
});

function withoutDeduplication(): RecordedLine {
  const { deduplicationPeriod: _, ...body } = JSON.parse(recorded('exec.dedup.Empty').request.body ?? '') as Record<string, unknown>;
  return changed('exec.dedup.Empty', { request: { body: JSON.stringify(body) } }, 'altered');
}

describe('what the notes on the node describe and this recording does not show is conformant too', () => {
  const error = (name: string, fields: object): NonNullable<Parameters<typeof changed>[1]['response']> => ({
    body: JSON.stringify({ ...answered(name), ...fields }),
  });
  const execute = (change: object): string => {
    const body = JSON.parse(recorded('exec.dedup.Empty').request.body ?? '') as object;
    return JSON.stringify({ ...body, ...change });
  };
  const generate = (change: object): string => {
    const body = JSON.parse(recorded('gen.ok.minimal').request.body ?? '') as object;
    return JSON.stringify({ ...body, ...change });
  };
  const invalid = 'The submitted request has invalid arguments:';
  const rows: readonly (readonly [what: string, record: RecordedLine])[] = [
    [
      'a synchronizer that is missing',
      changed('gen.missing.partyHint', {
        request: { body: generate({ synchronizer: undefined }) },
        response: error('gen.missing.partyHint', {
          cause: `${invalid} Empty string is not a valid unique identifier.`,
        }),
      }),
    ],
    [
      'an alias for a synchronizer',
      changed('gen.sync.garbage', { request: { body: generate({ synchronizer: 'synchronizer-1' }) } }),
    ],
    [
      'a deduplicationPeriod that is missing',
      changed('exec.missing.submissionId', {
        request: { body: execute({ deduplicationPeriod: undefined }) },
        response: { body: "Invalid value for: body (Missing required field at 'deduplicationPeriod')" },
      }),
    ],
    [
      'a duration that is no whole number of microseconds, which ends in a 500',
      changed('gen.observation-only', {
        request: {
          ...recorded('exec.dedup.Empty').request,
          body: execute({ deduplicationPeriod: { DeduplicationDuration: { value: { seconds: 1, nanos: 1 } } } }),
        },
      }),
    ],
    [
      'a parameter in a form that the server does not read',
      changed('users.pageSize.1.5', {
        request: { target: '/v2/users?pageSize[]=1' },
        response: { body: "Illegal request-target: Invalid input '[', expected query or fragment (line 1, column 20)" },
      }),
    ],
    [
      'an empty submissionId',
      changed('exec.dedup.Empty', { request: { body: execute({ submissionId: '' }) } }),
    ],
    [
      'an error of the code that has a digit, its prefix in front',
      changed('gen.hint.slash', {
        response: error('gen.hint.slash', {
          cause: `INVALID_ARGUMENT(8,0123abcd): ${String(answered('gen.hint.slash').cause)}`,
        }),
      }),
    ],
    ['a token that lives for less than five minutes', changed('auth.generate-topology.lifetime-299s', {}, 'auth.generate-topology.lifetime-4min')],
  ];

  it.each(rows)('%s', (_, line) => {
    const record = { ...line, op: line.request.target.includes('execute') ? 'execute' : (line.op ?? '') };
    expect(found(record).filter((id) => id !== 'AUTH-WWW-AUTHENTICATE')).toEqual([]);
  });
});
