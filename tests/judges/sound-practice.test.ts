import { describe, expect, test } from 'vitest';
import { markStart } from '../../wire/secrets.ts';
import { caseOf, condemned, error, judge, text } from './records.ts';

const wrong = { wrong: { kind: 'type', pointer: '', keyword: 'type', name: 'wrong' } } as const;
const refused = (answer: ReturnType<typeof error>) =>
  condemned(judge(caseOf('execute-submission', 'EX-BODY', [{ answer }], wrong)));

describe('a failure that shows what it should not', () => {
  test.each([
    'java.lang.IllegalStateException: x\n\tat com.example.Service.run(Service.java:12)',
    'Error: x\n    at Object.<anonymous> (/home/me/server.js:1:1)',
    'Traceback (most recent call last):\n  File "x"',
    'panic\ngoroutine 1 [running]:',
    "thread 'main' panicked at src/main.rs",
    'cannot open /usr/lib/ledger/server.py',
    'cannot open C:\\ledger\\Server.cs',
    `you sent ${markStart}token:200:abc]`,
  ])('is warned: %j.', (cause) => {
    expect(refused(error(400, { cause }))).toEqual(['ERR-NO-LEAK']);
  });

  test.each([
    'at least one signature is needed (see /v2/users)',
    'Expected a value at line 1, look at field (hint)',
    'The path /partySignatures/signatures is missing',
    'application/json is expected',
  ])('is not warned for ordinary words: %j.', (cause) => {
    expect(refused(error(400, { cause }))).toEqual([]);
  });
});

describe('a 5xx', () => {
  test('to a request that is merely wrong is warned.', () => {
    expect(refused(error(500))).toEqual(['ERR-NO-5XX']);
  });

  test('where 400 is demanded anyway is told as that alone.', () => {
    const record = caseOf('generate-topology', 'GT-BODY', [{ answer: text(500, 'no') }], wrong);
    expect(condemned(judge(record))).toEqual(['GT-FAILURE-TEXT']);
  });

  test('to a valid request is told as its refusal alone.', () => {
    const record = caseOf('list-users', 'LU-SUCCESS', [{ answer: error(500) }]);
    expect(condemned(judge(record))).toEqual(['LU-SUCCESS']);
  });
});

describe('a 401', () => {
  const named = {
    ...error(401),
    headers: [
      ['Content-Type', 'application/json'],
      ['www-authenticate', 'Bearer'],
    ] as const,
  };

  test('without WWW-Authenticate is warned.', () => {
    expect(refused(error(401))).toEqual(['AUTH-WWW-AUTHENTICATE']);
  });

  test('with it, in any case, is not; nor is a 403 without it.', () => {
    expect(refused(named)).toEqual([]);
    expect(refused(error(403))).toEqual([]);
  });
});
