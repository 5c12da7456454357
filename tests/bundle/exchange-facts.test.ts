import { describe, expect, test, vi } from 'vitest';
import { refusesUsedTokens, verdictOfRun } from '../../certificate/derived-files.ts';
import { type EvidenceFacts, marksIn } from '../../certificate/evidence-facts.ts';
import {
  createExchangeFacts,
  recordedSettings,
  sentDuringProblem,
} from '../../certificate/exchange-facts.ts';
import { lacksReason, undisguisedProblem } from '../../certificate/statements.ts';
import { sayPlainly } from '../../cli/output/bundle-refusal.ts';
import type { RunHeader } from '../../journal/journal-line.ts';
import type { StoredExchange } from '../../journal/stored-exchange.ts';
import { quoted } from '../../reports/formats/plain-text.ts';
import { isSameRequest } from '../../reports/replay/recorded-wire.ts';
import type { Report } from '../../reports/report/report.ts';
import { wrongValues } from '../../settings/settings.ts';

const start = Date.parse('2026-01-01T12:00:00.000Z');
const report = {
  verdict: 'conformant',
  coverage: { state: 'complete', must: { total: 1, exercised: 1 } },
  results: [],
  run: { startedAt: '2026-01-01T12:00:00.000Z', finishedAt: '2026-01-01T12:05:00.000Z' },
} as unknown as Report;

const marked = (role: string, digest = 'aaaaaaaaaaaa'): string => `Bearer [redacted:${role}:20:${digest}]`;

function sent(
  id: string,
  more: Partial<StoredExchange> = {},
  authorization = marked('token'),
): StoredExchange {
  const headers = [['Authorization', authorization] as const];
  return { id, at: start, ms: 5, request: { method: 'GET', target: '/', headers }, ...more };
}

function factsOf(...lines: readonly StoredExchange[]) {
  const facts = createExchangeFacts();
  for (const line of lines) facts.add(line);
  return facts.value();
}

describe('A credential', () => {
  test('has one role in the whole run.', () => {
    expect(factsOf(sent('a#1'), sent('b#1')).credentialProblem).toBeUndefined();
    expect(factsOf(sent('a#1'), sent('b#1', {}, marked('forged', 'bbbbbbbbbbbb'))).credentialProblem).toBe(
      undefined,
    );
    expect(factsOf(sent('a#1'), sent('b#1', {}, marked('forged'))).credentialProblem).toContain('b#1');
    // What is a wrong credential by itself can be a part of another one.
    const wrong = ['not-a-jwt', 'not-a-jwt-payload'].map((kind, at) =>
      sent(`c#${at}`, {}, marked(kind, 'cc')),
    );
    expect(factsOf(...wrong).credentialProblem).toBeUndefined();
    expect(factsOf(sent('a#1'), sent('b#1', {}, marked('token-payload'))).credentialProblem).toContain('b#1');
    // A piece of it, or it in another encoding, is the same one.
    expect(
      factsOf(sent('a#1'), sent('b#1', {}, marked('base64-of-token'))).credentialProblem,
    ).toBeUndefined();
  });

  test('that is marked as expired had expired when it was sent.', () => {
    const expired = (tokenEnds?: number) => factsOf(sent('a#1', { tokenEnds }, marked('expired-token')));
    expect(expired(start - 400_000).credentialProblem).toBeUndefined();
    expect(expired(start - 1).credentialProblem).toContain('that had not expired five minutes before');
    expect(expired().credentialProblem).toBeUndefined();
    expect(expired(start + 1).credentialProblem).toContain('that had not expired');
  });

  test('that is used after its end had ended.', () => {
    const used = (tokenEnds: number) =>
      factsOf(sent('AUTH-EXPIRED@list-users/used-before-its-end-bearer-2#1', { tokenEnds }));
    expect(used(start - 400_000).credentialProblem).toBeUndefined();
    expect(used(start - 200_000).credentialProblem).toContain('that had not expired five minutes before');
    expect(used(start + 400_000).credentialProblem).toContain('that had not expired');
  });
});

test.each([
  ['during the run', {}, undefined],
  ['years before it', { at: start - 1e12 }, 'was not sent while the run lasted'],
  ['years after it', { at: start + 1e12 }, 'was not sent while the run lasted'],
  ['at no time', { at: undefined }, 'does not say when'],
  ['for an answer that took a day', { ms: 86_400_000 }, 'took longer than'],
] as const)('An exchange is sent %s.', (_, more, problem) => {
  const found = sentDuringProblem(factsOf(sent('a#1'), sent('b#1', more)), report, 5_000);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
});

test('The first exchange is sent soon after the run began.', () => {
  const startedAt = '2026-01-01T10:59:59.000Z';
  const earlier = { ...report, run: { ...report.run, startedAt } };
  expect(sentDuringProblem(factsOf(sent('a#1')), earlier, 5_000)).toContain('more than an hour after');
});

test('The last exchange is sent shortly before the run ends.', () => {
  const finishedAt = '2026-01-01T13:00:01.000Z';
  const later = { ...report, run: { ...report.run, finishedAt } };
  expect(sentDuringProblem(factsOf(sent('a#1')), later, 5_000)).toContain('more than an hour before');
});

test('A token has one length and one end, but for what a clock may differ.', () => {
  const problem = (tokenEnds: number, authorization = marked('token')) =>
    factsOf(sent('a#1', { tokenEnds: start }), sent('b#1', { tokenEnds }, authorization)).credentialProblem;
  expect(problem(start + 2_000)).toBeUndefined();
  expect(problem(start + 400_000)).toContain('b#1');
  expect(problem(start, 'Bearer [redacted:token:21:aaaaaaaaaaaa]')).toContain('b#1');
});

test('An answer has the body that its head announces.', () => {
  const answered = (body: string, length: string) =>
    factsOf(
      sent('a#1', { response: { status: 200, reason: '', headers: [['content-length', length]], body } }),
    );
  expect(answered('{}', '2').answerProblem).toBeUndefined();
  expect(answered('ü', '2').answerProblem).toBeUndefined();
  expect(answered('{}', '3').answerProblem).toContain('not as long as');
  expect(answered('[redacted:token:20:aaaaaaaaaaaa]', '20').answerProblem).toBeUndefined();
});

type Response = NonNullable<StoredExchange['response']>;

const unread: readonly (readonly [string, Partial<Response>])[] = [
  ['an interim status', { status: 103 }],
  ['a status that is none', { status: 42 }],
  ['a body where none can be', { status: 204, body: 'x' }],
  ['a line break in a header', { headers: [['a', 'b\r\nc: d']] }],
  ['a blank at the end of a header', { headers: [['a', 'b ']] }],
  [
    'two lengths',
    {
      headers: [
        ['content-length', '0'],
        ['content-length', '0'],
      ],
    },
  ],
  [
    'a length and chunks',
    {
      headers: [
        ['content-length', '0'],
        ['transfer-encoding', 'chunked'],
      ],
    },
  ],
];

test.each(unread)('No answer is read with %s.', (_, more) => {
  const response: Response = { status: 200, reason: 'OK', headers: [], ...more };
  expect(factsOf(sent('a#1', { response })).answerProblem).toContain('is not one that the suite reads');
});

test('An answer is there, or the reason why there is none.', () => {
  const response = { status: 200, reason: 'OK', headers: [] };
  const problemOf = (more: Partial<StoredExchange>) => factsOf(sent('a#1', more)).answerProblem;
  expect(problemOf({})).toContain('a#1');
  expect(problemOf({ failure: { kind: 'timeout', message: '' } })).toBeUndefined();
  expect(problemOf({ response, failure: { kind: 'cut', message: '' } })).toBeUndefined();
  expect(problemOf({ response, failure: { kind: 'refused', message: '' } })).toContain('a#1');
});

test('A run whose requests were spread over a time took that time.', () => {
  const spread = { ...report, run: { ...report.run, spread: '4m' } } as Report;
  const problemOf = (lastAt: number) =>
    sentDuringProblem(factsOf(sent('a#1'), sent('b#1', { at: lastAt })), spread, 5_000);
  expect(problemOf(start + 230_000)).toContain('sent in 2 tenths of that time');
  expect(problemOf(start + 30_000)).toContain('spread over 4m, but all were sent within 30 seconds');
});

test('A record has only settings that a run accepts.', () => {
  const header = { run: { seed: 'a', nonce: 'b' } } as unknown as RunHeader;
  const limits = { timeoutMs: 5_000, bodyMebibytes: 32 };
  const wrong = (baseUrl: string, other = limits) => wrongValues(recordedSettings(header, baseUrl, other));
  expect(wrong('https://ledger.bank.example/api')).toEqual([]);
  expect(wrong('https://ledger.bank.example@elsewhere')).toHaveLength(1);
  expect(wrong('https://elsewhere/#ledger.bank.example')).toHaveLength(1);
  expect(wrong('https://elsewhere', { ...limits, timeoutMs: 1 })).toHaveLength(1);
});

test('The verdict says that a used token was not shown to be refused after its end.', () => {
  const run = (id: string) => ({ ids: () => [id] });
  const shown = run('AUTH-EXPIRED@list-users/used-before-its-end-bearer-2#1');
  const begun = run('AUTH-EXPIRED@list-users/used-before-its-end-bearer-1#1');
  expect(refusesUsedTokens(shown)).toBe(true);
  expect(verdictOfRun(report, refusesUsedTokens(shown))).toBe('conformant (1 of 1 MUST)');
  expect(verdictOfRun(report, refusesUsedTokens(begun))).toBe(
    'conformant (1 of 1 MUST), not shown: that a used token is refused after its end',
  );
});

test('A request has the same credential under the same scheme, whatever its digest.', () => {
  const request = (authorization: string) => ({
    ...sent('a#1', {}, authorization).request,
    body: Buffer.alloc(0),
  });
  const isSame = (one: string, other: string): boolean => isSameRequest(request(one), request(other));
  expect(isSame(marked('token'), marked('token', 'bbbbbbbbbbbb'))).toBe(true);
  expect(isSame(marked('token'), marked('expired-token'))).toBe(false);
  expect(isSame(marked('token'), marked('token').replace('Bearer', 'Basic'))).toBe(false);
  // A header of a token alone is a credential by itself, and a part of another wrong one.
  expect(isSame('[redacted:not-a-jwt:36:cc]', '[redacted:not-a-jwt-payload:36:cc]')).toBe(true);
  expect(isSame('[redacted:token:36:cc]', '[redacted:token-payload:36:cc]')).toBe(false);
  // Texts around a token overlap, so which one is found depends on what was sent before.
  expect(isSame(marked('text-around-token'), '[redacted:token-form:9:cc]')).toBe(true);
  // A short value of a gateway's header is replaced wherever it occurs.
  const short = '[redacted:gateway-header:2:dd]';
  const cookie = (value: string) => request(`${marked('token')} ${value}`);
  expect(isSameRequest(cookie('a10b'), cookie(`a${short}b`))).toBe(true);
  expect(isSameRequest(cookie(short), cookie(short))).toBe(true);
  expect(isSameRequest(cookie('a10b'), cookie(`b${short}b`))).toBe(false);
  expect(isSameRequest(cookie('a100b'), cookie(`a${short}b`))).toBe(false);
});

test('An undisguised run of a target needs a reason; the reference server needs none.', () => {
  const of = (kind: string, run: object) => ({ target: { kind }, run }) as unknown as Report;
  expect(lacksReason(of('target', {}), undefined)).toBe(true);
  expect(lacksReason(of('target', {}), 'the gateway admits only known clients')).toBe(false);
  expect(lacksReason(of('target', { undisguised: 'a reason' }), undefined)).toBe(false);
  expect(lacksReason(of('target', { disguise: true }), undefined)).toBe(false);
  expect(lacksReason(of('reference', {}), undefined)).toBe(false);
  expect(undisguisedProblem(of('target', { disguise: true }), 'a reason')).toContain('says why it was not');
});

test('A name with line breaks and blanks makes no line that looks like one of verify.', () => {
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    sayPlainly(`valid: ${quoted(`Example${' x'.repeat(36)}\nverdict: conformant (158 of 158 MUST)`)} "1.0"`);
    const lines = printed.mock.calls
      .map(([text]) => String(text))
      .join('')
      .split('\n')
      .slice(0, -1);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines[0]).toMatch(/^valid: "Example x/);
    for (const line of lines.slice(1)) expect(line).toMatch(/^ {2}\S/);
  } finally {
    printed.mockRestore();
  }
  expect(quoted('a"\nb')).toBe('"a\\" b"');
  expect(quoted('x'.repeat(300)).length).toBeLessThan(210);
});

test('A record says by what a target could tell its requests.', () => {
  const facts = { participantUids: ['p::1'], knownUsers: [], userId: null, synchronizerAlias: null };
  const inputs = { gateway: [['X-Gateway', '[redacted:gateway-header:3:aa]']], proxy: 'HTTPS_PROXY' };
  const evidence = { run: { run: { userAgent: 'ours' } }, preflight: { facts, inputs } };
  expect(marksIn(evidence as unknown as EvidenceFacts)).toEqual([
    { setting: 'HTTPS_PROXY' },
    { setting: 'CONFORMANCE_USER_AGENT', value: 'ours' },
    { setting: 'TARGET_HEADERS_FILE', value: 'X-Gateway' },
    { setting: 'TARGET_PARTICIPANT_UIDS', value: 'p::1' },
  ]);
});
