import { describe, expect, it } from 'vitest';
import { type RecordedLine, readRecording } from '../../judges/recorded/reading/read-recording.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { changed, findingsIn, judgedLines, recorded, refusedWithObject } from './made-recording.ts';

const good = recorded('gen.ok.minimal');
const users = recorded('users.ok.default');
const submission = recorded('exec.sig.extra-field');
const canton = loadProfile('canton-3.5');

type Headers = RecordedLine['request']['headers'];

/** The plain listing as an ordinary client sends it, recorded under a name that says nothing about it. */
function listing(how: { headers?: Headers; version?: string }, response: object = {}, name = 'GET users 7'): RecordedLine {
  return changed('users.ok.default', { request: how, response }, name);
}
const withHeaders = (...more: Headers): { headers: Headers } => ({ headers: [...users.request.headers, ...more] });
const without = (left: RegExp): { headers: Headers } => ({ headers: users.request.headers.filter(([name]) => !left.test(name)) });
const bearer = (text: string): { headers: Headers } => ({
  headers: [...without(/^authorization$/i).headers, ['Authorization', text]],
});
const onHost = (line: RecordedLine, host: string): RecordedLine => ({
  ...line,
  name: `${line.name} of ${host}`,
  request: {
    ...line.request,
    headers: line.request.headers.map(([name, value]) => [name, /^host$/i.test(name) ? host : value]),
  },
});

/** The reasons for which records are not judged, or are only observed. */
function leftOut(made: readonly RecordedLine[]): string[] {
  const { unclassified, observed } = judgedLines(made);
  return [...unclassified, ...observed].map(({ reason }) => reason);
}

describe('credentials that a recorder hides', () => {
  it.each([
    ...['Bearer REDACTED', 'Bearer [REDACTED]', 'Bearer ***', 'bearer xxxxxxxx', 'Bearer {{token}}', 'Bearer $TOKEN'],
    ...['Bearer ${ACCESS_TOKEN}', 'Bearer <token>', 'Bearer eyJhbGciOiJI...', 'Bearer eyJhbGciOi…', 'Bearer (removed)'],
    ...['***', '[Filtered]', '<redacted>', 'Bearer ••••••', 'Bearer masked-by-proxy'],
  ])('may be valid, and may be refused: %s', (text) => {
    expect(findingsIn([users, listing(bearer(text))])).toEqual([]);
    expect(findingsIn([users, listing(bearer(text), { ...refusedWithObject, status: 401 })])).not.toContain(
      'GET users 7 LU-SUCCESS',
    );
  });

  it.each(['Bearer garbage', 'Bearer x', 'Bearer null', 'Bearer undefined', 'Bearer a.b.c'])(
    'are told from what is no token: %s',
    (text) => {
      expect(findingsIn([users, listing(bearer(text))])).toEqual(['GET users 7 AUTH-NOT-JWT']);
    },
  );

  it('are not missing where no request of the recording has one, as in what browsers export without secrets', () => {
    const all = [good, users].map((line) => ({
      ...line,
      request: { ...line.request, headers: line.request.headers.filter(([name]) => name !== 'Authorization') },
    }));
    expect(findingsIn(all)).toEqual([]);
    expect(findingsIn([users, ...all.slice(1)])).toEqual(['users.ok.default AUTH-REQUIRED']);
  });

  it('may have ended, or be of somebody who lacks a right', () => {
    for (const status of [401, 403])
      expect(
        findingsIn([users, listing({}, { ...refusedWithObject, status })]).filter((each) => each.includes('LU-')),
      ).toEqual([]);
    expect(findingsIn([users, listing({}, refusedWithObject)])).toEqual(['GET users 7 LU-SUCCESS']);
  });
});

describe('what the record does not have', () => {
  const json = ['Content-Type', 'application/json'] as const;

  it.each([
    ['the record does not have the body of the answer', { body: '' }],
    ['the record does not have the body of the answer', { body: null, headers: [json] }],
    ['the record has the answer in the coding gzip', { body: '\u001f\ufffd\b', headers: [json, ['Content-Encoding', 'gzip']] }],
  ])('is no breach: %s', (reason, response) => {
    expect(findingsIn([users, listing({}, response)])).toEqual([]);
    expect(leftOut([users, listing({}, response)])).toEqual([reason]);
  });

  it('is told from an answer without a body', () => {
    const empty = { body: '', headers: [json, ['Content-Length', '0']] };
    expect(findingsIn([users, listing({}, empty)])).toEqual(['GET users 7 LU-RES-MEDIA']);
    expect(findingsIn([users, listing({}, { body: null, status: 204, headers: [] })])).toEqual([
      'GET users 7 LU-RES-MEDIA',
    ]);
  });

  it.each([0, -1])('may be the answer, which browsers and proxies record as status %d', (status) => {
    expect(findingsIn([users, listing({}, { status, headers: [], body: null })])).toEqual([]);
  });
});

describe('ordinary clients', () => {
  it.each([304, 412])('may ask under a condition, and get %d', (status) => {
    const answered = { status, headers: [], body: null };
    const made = listing(withHeaders(['If-None-Match', 'W/"1"']), answered);
    expect(findingsIn([users, made])).toEqual([]);
    expect(leftOut([users, made])).toEqual(['the request asked for an answer under a condition, or for a part of it']);
    expect(findingsIn([users, listing(withHeaders(['If-None-Match', 'W/"1"']), refusedWithObject)])).toEqual([
      'GET users 7 LU-SUCCESS',
    ]);
  });

  it('may be redirected to the same target over https, and not to a login', () => {
    const to = (location: string) => ({ status: 307, headers: [['Location', location]], body: '' });
    expect(leftOut([users, listing({}, to('https://ledger.example/v2/users'))])).toEqual([
      'the answer redirects to the same target over https',
    ]);
    expect(findingsIn([users, listing({}, to('https://login.example/?next=/v2/users'))])).toEqual([
      'GET users 7 LU-FAILURE-FORM',
      'GET users 7 LU-SUCCESS',
    ]);
  });

  it('may speak to several servers, each of which has its own fingerprints and synchronizers', () => {
    const { body } = good.response ?? {};
    const fingerprint = (JSON.parse(body ?? '') as { publicKeyFingerprint: string }).publicKeyFingerprint;
    const other = changed('gen.ok.minimal', {
      response: { body: (body ?? '').replaceAll(fingerprint, `${fingerprint.slice(0, -1)}x`) },
    });
    const rejected = changed('gen.ok.minimal', { response: refusedWithObject });
    expect(findingsIn([good, onHost(other, 'other.example')])).toEqual([]);
    expect(findingsIn([good, onHost(rejected, 'other.example')])).toEqual([]);
    expect(findingsIn([good, { ...other, name: 'here' }])).toEqual(['together GT-FINGERPRINT-FUNCTION']);
  });

  it('are only observed in other versions of HTTP, for a reason that is told', () => {
    expect(leftOut([listing({ version: 'HTTP/2' })])).toEqual(['the version HTTP/2']);
  });

  const signed = (make: (signature: Buffer) => Buffer, signedBy?: string): RecordedLine => {
    const body = JSON.parse(submission.request.body ?? '') as {
      partySignatures: { signatures: { signatures: { signature: string; signedBy: string }[] }[] };
    };
    const [one] = body.partySignatures.signatures[0]?.signatures ?? [];
    if (one === undefined) throw new Error('The record has no signature; choose another one.');
    one.signature = make(Buffer.from(one.signature, 'base64')).toString('base64');
    one.signedBy = signedBy ?? one.signedBy;
    return changed('exec.sig.extra-field', { request: { body: JSON.stringify(body) } }, 'altered');
  };
  const accepted = (line: RecordedLine): string[] => findingsIn([submission, submission, line], canton);

  it('may sign the same transaction with a share of a key, or another key of the party, which gives other signatures', () => {
    expect(accepted(signed((bytes) => Buffer.from(bytes.map((byte) => byte ^ 0x55))))).toEqual([]);
    expect(accepted(signed((bytes) => Buffer.from(bytes.map((byte) => byte ^ 0x55)), '1220ab'))).toEqual([]);
    for (const half of [0, 32])
      expect(
        accepted(signed((bytes) => Buffer.from(bytes.map((byte, at) => (at >= half && at < half + 32 ? byte ^ 0x55 : byte))))),
      ).toEqual(['together EX-SIGNATURE-VERIFIED']);
    expect(accepted(signed((bytes) => bytes, '1220ab'))).toEqual(['together EX-SIGNATURE-VERIFIED']);
  });
});

describe('a file', () => {
  it('may begin with a byte order mark, and have the line ends of Windows', () => {
    expect(readRecording(`\ufeff${JSON.stringify(users)}\r\n\r\n${JSON.stringify(good)}\r\n`)).toHaveLength(2);
  });
});
