import { expect, test } from 'vitest';
import type { CaseRecord } from '../../journal/record.ts';
import type { Answer, HeaderPair } from '../../wire/exchange.ts';
import { answered, caseOf, error, judge } from './records.ts';

const page = (status: number) => answered(status, 'text/html', '<html>');

/** The requirements that an answer to an empty body breaks, sent with these headers. */
function brokenBy(answer: Answer | undefined, headers: readonly HeaderPair[]): string[] {
  const wrong = { kind: 'empty-body', pointer: '', keyword: 'empty-body', name: 'empty body' } as const;
  const controls = { role: 'control', answer: answered(200, 'application/json', '{}') } as const;
  const sent = answer === undefined ? { failure: 'closed' as const } : { answer };
  const repeat = { role: 'repeat', repeats: 2, ...sent } as const;
  const made = [controls, sent, controls, repeat, controls];
  const record = caseOf('execute-submission', 'EX-BODY', answer === undefined ? made : made.slice(0, 2), {
    wrong: wrong as CaseRecord['wrong'],
    facts: { body: 'placeholder' },
  });
  const attempts = record.attempts.map((attempt) =>
    attempt.role === 'control'
      ? attempt
      : {
          ...attempt,
          exchange: { ...attempt.exchange, request: { ...attempt.exchange.request, headers } },
        },
  );
  const { findings } = judge({ ...record, attempts });
  return findings.map(({ requirement }) => requirement).filter((each) => /FAILURE-FORM|EX-BODY/.test(each));
}

test('A request without a length may be answered 411 in any form, and no other one.', () => {
  expect(brokenBy(page(411), [])).toEqual([]);
  expect(brokenBy(page(400), [])).toEqual(['EX-FAILURE-FORM']);
  for (const name of ['content-length', 'Transfer-Encoding'])
    expect(brokenBy(page(411), [[name, '0']])).toEqual(['EX-FAILURE-FORM']);
});

/** Headers that are so many bytes together, of which most are a token that was redacted. */
function headersOf(bytes: number): HeaderPair[] {
  const length = bytes - 'Content-Length: 0\r\nAuthorization: Bearer \r\nPOST / HTTP/1.1\r\n\r\n'.length;
  return [
    ['Content-Length', '0'],
    ['Authorization', `Bearer [redacted:token:${length}:0123456789ab]`],
  ];
}

test('A head above 8 KiB may be rejected in any form, with the token that is not shown.', () => {
  for (const answer of [page(400), page(413), page(431), undefined]) {
    expect(brokenBy(answer, headersOf(8_193))).toEqual([]);
    expect(brokenBy(answer, headersOf(8_192))).toEqual(['EX-FAILURE-FORM']);
  }
  expect(brokenBy(page(403), headersOf(9_000))).toEqual(['EX-FAILURE-FORM']);
  expect(brokenBy(error(431), headersOf(100))).toEqual([]);
  expect(brokenBy(answered(200, 'application/json', '{}'), headersOf(9_000))).toEqual(['EX-BODY']);
});
