import { describe, expect, test } from 'vitest';
import { expectation, type Finding } from '../../journal/finding.ts';
import type { CaseRecord } from '../../journal/record.ts';
import { shown } from '../../json/read-json.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Answer } from '../../wire/exchange.ts';
import { answered, caseOf, error, finding, json, judge, type Made, text } from './records.ts';

const gt = 'generate-topology';
const ex = 'execute-submission';
const lu = 'list-users';
const wrong: Partial<CaseRecord> = {
  wrong: { kind: 'type', pointer: '/partyHint', keyword: 'type', name: 'partyHint a number' },
};
const unsigned: Partial<CaseRecord> = { credential: 'none' };

function findings(
  operation: Operation,
  id: string,
  answer: Answer,
  more: Partial<CaseRecord> = {},
): readonly Finding[] {
  return judge(caseOf(operation, id, [{ answer }], more)).findings;
}

describe('the words of a finding', () => {
  test('name the fault of a request that was accepted and its place.', () => {
    const said = {
      message: 'accepted a request that must be rejected: a case',
      actual: '204 without Content-Type',
    };
    const accepted = answered(204, null);
    expect(findings(gt, 'GT-REQ-PARTYHINT', accepted, wrong)).toEqual([
      finding(gt, 'GT-REQ-PARTYHINT', {
        ...said,
        pointer: '/partyHint',
        expected: `${expectation('GT-REQ-PARTYHINT')} Here: a 400 of type text/plain.`,
      }),
    ]);
    expect(findings(lu, 'AUTH-NOT-JWT', accepted, unsigned)).toEqual([
      finding(lu, 'AUTH-NOT-JWT', {
        ...said,
        expected: `${expectation('AUTH-NOT-JWT')} Here: the JSON error object.`,
      }),
    ]);
  });

  test('quote the standard that an accepted request breaks, and how it should have been rejected.', () => {
    const nan: Partial<CaseRecord> = { ...wrong, kind: 'nan' };
    const [accepted] = findings(gt, 'GT-BODY', json(200, {}), nan);
    expect(accepted?.expected).toContain('Here: a 400 of type text/plain. RFC 8259 §6: “Numeric values that');
  });

  test('name the valid request that was refused, and show the beginning of its refusal.', () => {
    const refusal = text(400, `no${'!'.repeat(300)}`);
    const actual = `400 text/plain no${'!'.repeat(198)}`;
    expect(findings(gt, 'GT-SUCCESS', refusal)).toEqual([
      finding(gt, 'GT-SUCCESS', { message: 'rejected a valid request: a case', actual }),
    ]);
    const made: Made[] = [{ role: 'control', answer: refusal }];
    expect(judge(caseOf(gt, 'GT-REQ-PARTYHINT', made, wrong)).findings).toEqual([
      finding(gt, 'GT-SUCCESS', { message: 'rejected a valid request', actual }),
    ]);
  });

  test.each<[Operation, string, string, string]>([
    [gt, 'GT-REQ-PARTYHINT', 'GT-FAILURE-TEXT', 'a 400 of type text/plain'],
    [gt, 'GT-SYNC-UNKNOWN', 'GT-FAILURE-FORM', 'a 400 of type text/plain or the JSON error object'],
    [gt, 'AUTH-NOT-JWT', 'GT-FAILURE-FORM', 'the JSON error object'],
    [ex, 'EX-BODY', 'EX-FAILURE-FORM', 'the JSON error object'],
    [lu, 'AUTH-NOT-JWT', 'LU-FAILURE-FORM', 'the JSON error object'],
  ])(
    'of %s name the forms that a refusal for %s may have, and show the one it has.',
    (operation, id, form, forms) => {
      const message = `rejected in a form that the document does not allow here; it must be ${forms}`;
      expect(findings(operation, id, answered(418, 'text/html', `<${'p'.repeat(300)}`), wrong)).toEqual([
        finding(operation, form, { message, actual: `418 text/html <${'p'.repeat(199)}` }),
      ]);
    },
  );

  test.each<[Operation, string, string]>([
    [gt, 'GT-FAILURE-FORM', 'a 400 of type text/plain or the JSON error object'],
    [ex, 'EX-FAILURE-FORM', 'the JSON error object'],
    [lu, 'LU-FAILURE-FORM', 'the JSON error object'],
  ])('of %s name the forms of its refusals where a valid request is refused in none.', (op, form, forms) => {
    const [first] = findings(op, `${form.slice(0, 2)}-SUCCESS`, answered(400, 'text/html', ''));
    const message = `rejected in a form that the document does not allow here; it must be ${forms}`;
    expect(first).toEqual(finding(op, form, { message, actual: '400 text/html ' }));
  });

  test('say that there is no answer, and why, with every attempt.', () => {
    const control: Made = { role: 'control', answer: json(200, { users: [] }) };
    const message =
      'no response to this request on repeated attempts, although requests before and after it were answered';
    const witnessed = (probe: Made) =>
      judge(
        caseOf(lu, 'LU-SUCCESS', [
          probe,
          { ...probe, ordinal: 1 },
          control,
          { ...probe, role: 'repeat' },
          control,
        ]),
      );
    const cut = witnessed({ failure: 'cut' });
    const exchanges = ['case#1', 'case#2'];
    expect(cut.findings).toEqual([finding(lu, 'LU-SUCCESS', { message, actual: 'It was cut.', exchanges })]);
    expect(cut.judged).toMatchObject({ 'LU-SUCCESS': 3, 'HTTP-STABLE': 4 });
    expect(witnessed({}).findings).toEqual([
      finding(lu, 'LU-SUCCESS', { message, actual: 'no answer', exchanges }),
    ]);
  });

  test('of a success name its status, its media type and what its body is.', () => {
    const of = (answer: Answer) => findings(ex, 'EX-SUCCESS', answer);
    expect(findings(gt, 'GT-SUCCESS', answered(202, 'text/plain', 'ok'))).toEqual([
      finding(gt, 'GT-SUCCESS', {
        message: 'a success has status 202 instead of 200',
        actual: '202 text/plain',
      }),
      finding(gt, 'GT-RES-MEDIA', {
        message: 'a success has no JSON media type',
        actual: '202 text/plain',
      }),
    ]);
    expect(of(answered(200, 'application/json', '{}{}'))).toEqual([
      finding(ex, 'EX-RES-MEDIA', {
        message: 'a success has an invalid body: not one JSON value',
        actual: '"{}{}"',
      }),
    ]);
    expect(of(answered(200, 'application/json', ' '))).toMatchObject([
      { message: 'a success has an invalid body: an empty body' },
    ]);
    expect(of(json(200, []))).toEqual([
      finding(ex, 'EX-RES-OBJECT', { message: 'the body of a success is not a JSON object', actual: '[]' }),
    ]);
  });

  test.each<[string | Buffer, string, string]>([
    ['', 'an empty body', '""'],
    ['{}{}', 'not one JSON value', '"{}{}"'],
    ['[]', 'a JSON value that is not an object', '"[]"'],
    [Buffer.from([0x22, 0xff, 0x22]), 'bytes that are not valid UTF-8', '"\\"\ufffd\\""'],
  ])('of the error object %j name its status and what its body is.', (body, problem, actual) => {
    expect(findings(lu, 'AUTH-NOT-JWT', answered(403, 'application/json', body), unsigned)).toEqual([
      finding(lu, 'ERR-OBJECT', {
        message: `a failure with status 403 has an invalid body: ${problem}`,
        actual,
      }),
    ]);
  });

  test('of a text say what it is.', () => {
    const of = (type: string, body: string | Buffer) =>
      findings(gt, 'GT-REQ-PARTYHINT', answered(400, type, body), wrong);
    const invalid = finding(gt, 'GT-FAILURE-TEXT', {
      message: 'the text of a 400 is not valid UTF-8',
      actual: '"\u00ff"',
    });
    const bytes = Buffer.from([0xff]);
    expect(of('text/plain', bytes)).toEqual([invalid]);
    for (const charset of ['utf-8', 'UTF8', '"utf-8"', 'utf-8;x=1'])
      expect(of(`text/plain; charset=${charset}`, bytes)).toEqual([invalid]);
    expect(of('text/plain; Charset = "iso-8859-1"', bytes)).toEqual([]);
    for (const charset of ['latin1', 'utf-81', 'xutf-8'])
      expect(of(`text/plain;charset=${charset}`, bytes)).toEqual([]);
    expect(of('text/plain', ' \n')).toEqual([
      finding(gt, 'GT-TEXT-NONEMPTY', { message: 'the text of a 400 is empty', actual: '" \\n"' }),
    ]);
  });

  test('of a failure say what it should not do.', () => {
    const of = (answer: Answer) => findings(ex, 'EX-BODY', answer, wrong);
    expect(of(error(503))).toEqual([]);
    expect(of(error(500))).toEqual([
      finding(ex, 'ERR-NO-5XX', {
        message: 'answered an invalid request with status 500',
        actual: '500 application/json',
      }),
    ]);
    expect(of(error(401))).toEqual([
      finding(ex, 'AUTH-WWW-AUTHENTICATE', {
        message: 'a 401 has no WWW-Authenticate header',
        actual: '401 application/json',
      }),
    ]);
  });

  test.each([
    ['a credential', '[redacted:token:200:abc]'],
    ['a stack trace', 'at a.B.c (x)'],
    ['a file path', '/srv/a.py'],
    ['a file path', 'C:\\app\\a.cs:12'],
    ['a file path', `/home/${'a/'.repeat(100)}src/b.java`],
  ])('say that a failure reveals %s, and show it.', (leak, cause) => {
    const answer = error(400, { cause: `\n${cause}` });
    expect(findings(ex, 'EX-BODY', answer, wrong)).toEqual([
      finding(ex, 'ERR-NO-LEAK', {
        message: `a failure reveals ${leak}`,
        actual: shown(answer.body.toString('utf8')),
      }),
    ]);
  });
});
