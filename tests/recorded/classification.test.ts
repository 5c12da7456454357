import { describe, expect, it } from 'vitest';
import type { RecordedLine } from '../../judges/recorded/reading/read-recording.ts';
import { expectedFindings } from './expected-findings.ts';
import { changed, findingsIn, generate, judgedLines, recorded, recordedLines, refusedWithObject, refusedWithText } from './made-recording.ts';

const good = recorded('gen.ok.minimal');
const users = recorded('users.ok.default');
const bodyOf = ({ request }: RecordedLine): Record<string, unknown> => JSON.parse(request.body ?? '{}');
const minimal = bodyOf(good);
const submission = bodyOf(recorded('exec.ok.final-check'));

function execute(body: unknown, response: object): string[] {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return findingsIn([changed('exec.ok.final-check', { request: { body: text }, response }, 'made')]);
}

function list(target: string, response: object): string[] {
  return findingsIn([users, changed('users.ok.default', { request: { target }, response }, 'made')]);
}

const accepted = {};
const contentType = (value: string) =>
  good.request.headers.map(([name, old]): readonly [string, string] => [
    name,
    name === 'Content-Type' ? value : old,
  ]);

describe('names and operations', () => {
  it('does not matter what the records are called, nor what they call their operation', () => {
    const names = recordedLines().map(({ name }) => name);
    const aboutTokens = /^(auth|order)\.|token-/;
    const renamed = recordedLines().map((line, index) => {
      const { op: _op, group: _group, ...rest } = line;
      return aboutTokens.test(line.name) ? line : { ...rest, name: `r.${index}` };
    });
    const found = findingsIn(renamed).map((text) =>
      text.replace(/^r\.(\d+)/, (_, index: string) => names[Number(index)] ?? ''),
    );
    expect(found.sort()).toEqual(expectedFindings);
  });

  it('finds the same below a path prefix', () => {
    const moved = recordedLines().map((line) => ({
      ...line,
      request: { ...line.request, target: line.request.target.replace(/^\/v2/, '/ledger/v2') },
    }));
    expect(findingsIn(moved).sort()).toEqual(expectedFindings);
  });

  it('judges requests whose Host and Content-Length the recorder left out', () => {
    const bare = recordedLines().map((line) => ({
      ...line,
      request: {
        ...line.request,
        headers: line.request.headers.filter(([name]) => !/^(host|content-length)$/i.test(name)),
      },
    }));
    expect(findingsIn(bare)).toEqual(expect.arrayContaining([...expectedFindings]));
  });
});

describe('generate-topology', () => {
  it('must take a good request with a synchronizer that was taken elsewhere', () => {
    expect(generate({ ...minimal, partyHint: 'carol', confirmationThreshold: 1 }, refusedWithObject)).toEqual(
      ['made GT-SUCCESS'],
    );
  });

  it('may reject a synchronizer that was accepted nowhere, but not in a third form', () => {
    const body = { ...minimal, synchronizer: 'elsewhere::1220' };
    expect(generate(body, refusedWithObject)).toEqual([]);
    expect(generate(body, refusedWithText)).toEqual([]);
    expect(generate(body, { ...refusedWithText, status: 404 })).toEqual(['made GT-FAILURE-FORM']);
  });

  it.each([
    ['GT-REQ-SYNCHRONIZER', { ...minimal, synchronizer: ['a'] }],
    ['GT-REQ-PARTYHINT', { ...minimal, partyHint: null }],
    ['GT-REQ-OBSERVING', { ...minimal, observingParticipantUids: [null] }],
    ['GT-REQ-THRESHOLD-MIN', { ...minimal, confirmationThreshold: -5 }],
    ['GT-REQ-THRESHOLD-TYPE', { ...minimal, confirmationThreshold: 2 ** 31 }],
    [
      'GT-REQ-THRESHOLD-TYPE',
      JSON.stringify(minimal).replace(/}$/, ',"confirmationThreshold":1.0000000000000003}'),
    ],
    ['GT-REQ-THRESHOLD-TYPE', JSON.stringify(minimal).replace(/}$/, `,"confirmationThreshold":${'7'.repeat(400)}}`)],
    ['GT-REQ-THRESHOLD-MIN', JSON.stringify(minimal).replace(/}$/, ',"confirmationThreshold":-1e400}')],
    ['GT-REQ-KEYDATA-NONEMPTY', { ...minimal, publicKey: { ...(minimal.publicKey as object), keyData: '' } }],
    ['GT-KEY-UNDECODABLE', { ...minimal, publicKey: { ...(minimal.publicKey as object), keyData: 'AAAA' } }],
    ['GT-BODY', [minimal]],
    ['GT-BODY', `${JSON.stringify(minimal)}x`],
    ['GT-BODY-REQUIRED', '\n'],
    ['GT-REQ-SYNCHRONIZER', { extra: 1 }],
  ])('must refuse what breaks %s: %j', (requirement, body) => {
    expect(generate(body, accepted)).toContain(`made ${requirement}`);
    expect(generate(body, refusedWithText)).toEqual([]);
  });

  it('must refuse an invalid body with a text, unless something else about the request is open too', () => {
    expect(generate('{', refusedWithObject)).toEqual(['made GT-FAILURE-TEXT']);
    expect(generate('{', refusedWithObject, contentType('text/plain'))).toEqual([]);
    expect(generate('{', accepted, contentType('text/plain'))).toContain('made GT-BODY');
    expect(generate({ synchronizer: 'x', extra: 1 }, refusedWithObject)).toEqual([]);
  });

  it.each([
    ['null in an optional field', JSON.stringify({ ...minimal, confirmationThreshold: null })],
    ['an unknown member', JSON.stringify({ ...minimal, extra: { deep: [1] } })],
    ['an integral float', JSON.stringify(minimal).replace(/}$/, ',"confirmationThreshold":1e0}')],
    [
      'a fraction that a double does not hold',
      JSON.stringify(minimal).replace(/}$/, ',"confirmationThreshold":1.00000000000000000001}'),
    ],
    ['a member twice, once wrong', JSON.stringify(minimal).replace(/^{/, '{"partyHint":7,')],
    ['a byte order mark', `\ufeff${JSON.stringify(minimal)}`],
    ['half of a surrogate pair', JSON.stringify(minimal).replace(/}$/, ',"extra":"\\udc00"}')],
    ['a hint with a hyphen', JSON.stringify({ ...minimal, partyHint: 'a-b' })],
    ['a threshold of two', JSON.stringify({ ...minimal, confirmationThreshold: 2 })],
    [
      'an unknown format',
      JSON.stringify({ ...minimal, publicKey: { format: 'X', keyData: 'y', keySpec: 'Z' } }),
    ],
  ])('may take or refuse %s, in either form', (_, body) => {
    expect(generate(body, refusedWithObject)).toEqual([]);
    expect(generate(body, refusedWithText)).toEqual([]);
    expect(generate(body, { ...refusedWithText, status: 422 })).toEqual(['made GT-FAILURE-FORM']);
  });

  it('may take a member that stands there twice in either value, also where one is wrong or means another party', () => {
    for (const last of ['7', '"zed"']) {
      expect(generate(JSON.stringify(minimal).replace(/}$/, `,"partyHint":${last}}`), accepted)).toEqual([]);
    }
    const twice = JSON.stringify(minimal).replace(/}$/, ',"partyHint":"zed"}');
    expect(generate(twice, accepted, contentType('text/plain'))).toEqual([]);
    expect(generate({ ...minimal, partyHint: 'zed' }, accepted)).toContain('made GT-PARTYID-HINT');
  });

  it('must give the same key the same fingerprint in all answers', () => {
    const { body = '' } = good.response ?? {};
    const fingerprint = (JSON.parse(body ?? '') as { publicKeyFingerprint: string }).publicKeyFingerprint;
    const other = (body ?? '').replaceAll(fingerprint, fingerprint.replace(/.$/, 'x'));
    expect(generate({ ...minimal }, { body: other })).toContain('together GT-FINGERPRINT-FUNCTION');
  });
});

describe('execute', () => {
  it.each([
    ['EX-REQ-PREPAREDTRANSACTION', { ...submission, preparedTransaction: 7 }],
    ['EX-REQ-SUBMISSIONID-LEDGERSTRING', { ...submission, submissionId: 'a'.repeat(256) }],
    ['EX-REQ-SUBMISSIONID-LEDGERSTRING', { ...submission, submissionId: 'a@b' }],
    ['EX-REQ-HASHINGSCHEME-ENUM', { ...submission, hashingSchemeVersion: 'V2' }],
    ['EX-REQ-DEDUPLICATION', { ...submission, deduplicationPeriod: 'PT1S' }],
    [
      'EX-DEDUP-SECONDS',
      { ...submission, deduplicationPeriod: { DeduplicationDuration: { value: { seconds: 'one' } } } },
    ],
    [
      'EX-DEDUP-NANOS',
      { ...submission, deduplicationPeriod: { DeduplicationDuration: { value: { nanos: 0.5 } } } },
    ],
    ['EX-PS-SIGNATURES', { ...submission, partySignatures: { signatures: [] } }],
    [
      'EX-PS-PARTY-SIGNATURES',
      { ...submission, partySignatures: { signatures: [{ party: 'a', signatures: [] }] } },
    ],
    ['EX-PS-FORMAT', { ...submission, partySignatures: { signatures: [{ signatures: [{ format: 1 }] }] } }],
    [
      'EX-SINGLE-PARTY',
      {
        ...submission,
        partySignatures: { signatures: ['a', 'b'].map((party) => ({ party, signatures: [{}] })) },
      },
    ],
    ['EX-BODY', 'null'],
  ])('must refuse what breaks %s', (requirement, body) => {
    expect(execute(body, accepted)).toEqual([`made ${requirement}`]);
    expect(execute(body, refusedWithObject)).toEqual([]);
    expect(execute(body, refusedWithText)).toEqual(['made EX-FAILURE-FORM']);
  });

  it('may take or refuse what is well-formed, with the error object only', () => {
    for (const body of [
      submission,
      { ...submission, deduplicationPeriod: { Empty: {} } },
      { ...submission, submissionId: '' },
      ...['7'.repeat(400), '1e400', '-1e400', '1e30'].map((seconds) =>
        JSON.stringify({
          ...submission,
          deduplicationPeriod: { DeduplicationDuration: { value: { seconds: 0 } } },
        }).replace('"seconds":0', `"seconds":${seconds}`),
      ),
    ]) {
      expect(execute(body, accepted)).toEqual([]);
      expect(execute(body, refusedWithObject)).toEqual([]);
      expect(execute(body, refusedWithText)).toEqual(['made EX-FAILURE-FORM']);
    }
  });

  it('may take half of a surrogate pair where it would not take another character', () => {
    const { submissionId: _submissionId, ...rest } = submission;
    const text = (id: string) => JSON.stringify(rest).replace(/}$/, `,"submissionId":"${id}"}`);
    expect(execute(text('a\\udc00'), accepted)).toEqual([]);
    expect(execute(text('a\\u00e9'), accepted)).toEqual(['made EX-REQ-SUBMISSIONID-LEDGERSTRING']);
  });

  it('counts no 409 to a fault on a prepared transaction that was accepted before', () => {
    const body = JSON.stringify({ ...submission, submissionId: 'a@b' });
    const faulty = changed(
      'exec.ok.final-check',
      { request: { body }, response: { ...refusedWithObject, status: 409 } },
      'made',
    );
    const judgedOf = (lines: RecordedLine[]) => judgedLines(lines).judged.at(-1)?.judgement.judged ?? {};
    expect(judgedOf([faulty])).toHaveProperty('EX-REQ-SUBMISSIONID-LEDGERSTRING');
    expect(judgedOf([recorded('exec.ok.final-check'), faulty])).not.toHaveProperty(
      'EX-REQ-SUBMISSIONID-LEDGERSTRING',
    );
  });
});

describe('list-users', () => {
  it('must answer a plain request, and one with an empty page token', () => {
    expect(list('/v2/users', refusedWithObject)).toEqual(['made LU-SUCCESS']);
    expect(list('/v2/users?pageToken=', refusedWithObject)).toEqual(['made LU-SUCCESS']);
  });

  it('must refuse odd sizes, tokens and parameters with the error object, where it refuses them', () => {
    for (const query of ['pageSize=x', 'pageSize=50', 'pageSize%5B%5D=1', 'pageToken=%ff', 'other=1']) {
      expect(list(`/v2/users?${query}`, refusedWithObject)).toEqual([]);
      expect(list(`/v2/users?${query}`, refusedWithText)).toEqual(['made LU-FAILURE-FORM']);
    }
  });

  it('is observed where the query has characters that are not encoded', () => {
    for (const query of ['pageSize[]=1', 'filter={"a":1}', 'pageToken=a|b'])
      expect(list(`/v2/users?${query}`, refusedWithText)).toEqual([]);
  });

  it('must not give more users than asked for', () => {
    expect(list('/v2/users?pageSize=2', accepted)).toEqual(['made LU-PAGE-SIZE']);
    expect(list('/v2/users?pageSize=18', accepted)).toEqual([]);
  });
});
