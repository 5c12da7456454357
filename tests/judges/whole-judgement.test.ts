import { describe, expect, test } from 'vitest';
import { ambiguousFaults } from '../../judges/answers/invalid-input.ts';
import { judgeAnswers } from '../../judges/answers/judge-answers.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import type { Answer } from '../../wire/exchange.ts';
import {
  answered,
  caseOf,
  condemned,
  error,
  json,
  judge,
  type Made,
  type MadeRole,
  observed,
  text,
  topology,
  wrong,
} from './records.ts';

const gt = 'generate-topology';
const ex = 'execute-submission';
const lu = 'list-users';
const once = (...ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, 1]));
const errorFields = [
  'ERR-OBJECT',
  'ERR-CODE',
  'ERR-CAUSE',
  'ERR-CONTEXT',
  'ERR-CATEGORY',
  'ERR-CORRELATIONID',
  'ERR-TRACEID',
  'ERR-RESOURCES',
  'ERR-GRPCCODE',
  'ERR-RETRYINFO',
  'ERR-DEFINITEANSWER',
];
const nothing = { findings: [], unanswered: [], undecided: [], recovered: 0 };

describe('everything that is said', () => {
  test('of a credential refused with the error object.', () => {
    const record = caseOf(lu, 'AUTH-NOT-JWT', [{ answer: error(401) }], { credential: 'not-a-jwt' });
    const at = (id: string, value: string) => ({ id, operation: lu, value });
    expect(judge(record)).toMatchObject({
      judged: once(
        ...errorFields,
        'HTTP-STABLE',
        'ERR-NO-5XX',
        'ERR-NO-LEAK',
        'AUTH-WWW-AUTHENTICATE',
        'LU-FAILURE-FORM',
        'AUTH-NOT-JWT',
      ),
      observations: [
        at('AUTH-OPEN-STATUS', 'not-a-jwt: 401'),
        at('ERR-OPEN-CONDITIONS', 'AUTH-NOT-JWT: 401'),
        at('ERR-OPEN-CODES', 'NOT_FOUND'),
        at('ERR-OPEN-STATUSES', 'category 11: 401'),
      ],
      control: 'none',
    });
  });

  test('of a field refused in text.', () => {
    expect(judge(caseOf(gt, 'GT-REQ-PARTYHINT', [{ answer: text(400, 'no') }], wrong))).toEqual({
      ...nothing,
      judged: once('HTTP-STABLE', 'ERR-NO-LEAK', 'GT-FAILURE-TEXT', 'GT-TEXT-NONEMPTY', 'GT-REQ-PARTYHINT'),
      observations: [{ id: 'ERR-OPEN-CONDITIONS', operation: gt, value: 'GT-REQ-PARTYHINT: 400' }],
      control: 'none',
    });
  });

  test('of a field refused in text where both forms may be.', () => {
    const { judged } = judge(caseOf(gt, 'GT-SYNC-UNKNOWN', [{ answer: text(400, 'no') }], wrong));
    expect(judged).toEqual(
      once(
        'HTTP-STABLE',
        'ERR-NO-5XX',
        'ERR-NO-LEAK',
        'GT-FAILURE-FORM',
        'GT-FAILURE-TEXT',
        'GT-TEXT-NONEMPTY',
        'GT-SYNC-UNKNOWN',
      ),
    );
  });

  test('of a submission that is accepted.', () => {
    expect(judge(caseOf(ex, 'EX-OPT-USERID', [{ answer: json(202, {}) }]))).toEqual({
      ...nothing,
      judged: once('HTTP-STABLE', 'EX-OPT-USERID', 'EX-SUCCESS', 'EX-RES-MEDIA', 'EX-RES-OBJECT'),
      observations: [{ id: 'HTTP-OPEN-SUCCESS-STATUS', operation: ex, value: '202' }],
      control: 'succeeded',
    });
  });

  test('of a topology, whose status is not open.', () => {
    const { observations, judged } = judge(caseOf(gt, 'GT-SUCCESS', [{ answer: json(200, topology) }]));
    expect(observations.map(({ id }) => id)).toEqual(['GT-OPEN-ENTRY-COUNT', 'GT-OPEN-ENTRY-ENCODING']);
    expect(judged['GT-SUCCESS']).toBe(1);
    expect(judged['GT-RES-MULTIHASH-NONEMPTY']).toBe(1);
  });

  test('of a page of users whose fields are unknown or null, at the page and at each user.', () => {
    const body = {
      users: [{ id: null, more: 1 }, null, 'text', 7],
      nextPageToken: null,
      ['x'.repeat(99)]: 1,
    };
    const { observations } = judge(caseOf(lu, 'LU-SUCCESS', [{ answer: json(200, body) }]));
    expect(observations.map(({ id, value }) => [id, value])).toEqual([
      ['HTTP-OPEN-SUCCESS-STATUS', '200'],
      ['LU-OPEN-NULLS', 'nextPageToken'],
      ['LU-OPEN-UNKNOWN-FIELDS', 'x'.repeat(80)],
      ['LU-OPEN-NULLS', 'id'],
      ['LU-OPEN-UNKNOWN-FIELDS', 'more'],
    ]);
  });

  test('of an answer whose form is open is what came.', () => {
    const judgement = judge(caseOf(gt, 'HTTP-OPEN-LONG-TARGET', [{ answer: answered(414, null) }]));
    expect(judgement).toMatchObject({ ...nothing, judged: once('HTTP-STABLE') });
    expect(judgement.observations.map(({ id, value }) => [id, value])).toEqual([
      ['HTTP-OPEN-LONG-TARGET', 'made: 414 without Content-Type'],
      ['ERR-OPEN-CONDITIONS', 'HTTP-OPEN-LONG-TARGET: 414'],
    ]);
  });

  test('of what is open names the case, where it is the probe that was answered.', () => {
    const open = (role: MadeRole) =>
      observed(judge(caseOf(gt, 'GT-OPEN-HINT', [{ role, answer: json(200, topology) }])), 'GT-OPEN-HINT');
    expect(open('probe')).toEqual(['made: 200 application/json']);
    expect(open('repeat')).toEqual(['made: 200 application/json']);
    expect(open('control')).toEqual([]);
  });
});

test('A control that only shows that execute answers may get a text where the profile has that for failures.', () => {
  const made = [
    { role: 'control', answer: answered(400, 'text/plain', 'Invalid value for: body (exhausted input)') },
  ] as const;
  const record = caseOf(ex, 'EX-SUCCESS', made);
  expect(condemned(judge(record))).toEqual(['EX-FAILURE-FORM']);
  expect(condemned(judge(record, judgeAnswers, loadProfile('canton-3.5')))).toEqual([]);
});

test('An accepted request says nothing about the status that rejects a credential.', () => {
  const record = caseOf(lu, 'AUTH-NOT-JWT', [{ answer: json(200, {}) }], { credential: 'none' });
  expect(observed(judge(record), 'AUTH-OPEN-STATUS')).toEqual([]);
});

test('What is observed of pages of users is observed of no other operation.', () => {
  const users = [{ more: 1 }];
  const executed = judge(caseOf(ex, 'EX-SUCCESS', [{ answer: json(200, { users }) }]));
  expect(executed.observations.map(({ value }) => value)).toEqual(['200', 'users']);
  const answer = json(200, { ...topology, partyId: null });
  expect(observed(judge(caseOf(gt, 'GT-SUCCESS', [{ answer }])), 'LU-OPEN-NULLS')).toEqual([]);
});

describe('an error', () => {
  const seen = (more: object) =>
    judge(caseOf(lu, 'AUTH-NOT-JWT', [{ answer: error(403, more) }], { credential: 'none' }));

  test('whose code and category are no code and no category shows none.', () => {
    const judgement = seen({ code: 1, errorCategory: 'x' });
    expect(observed(judgement, 'ERR-OPEN-CODES')).toEqual([]);
    expect(observed(judgement, 'ERR-OPEN-STATUSES')).toEqual([]);
  });

  test('has its code and the names of its fields shown cut.', () => {
    const judgement = seen({ code: 'C'.repeat(99), ['f'.repeat(99)]: null });
    expect(observed(judgement, 'ERR-OPEN-CODES')).toEqual(['C'.repeat(80)]);
    expect(observed(judgement, 'ERR-OPEN-UNKNOWN-FIELDS')).toEqual(['f'.repeat(80)]);
    expect(observed(judgement, 'ERR-OPEN-NULLS')).toEqual([]);
  });
});

describe('a valid request beside the probe', () => {
  const control = (operation: typeof gt | typeof ex | typeof lu, id: string, made: Made, more = wrong) =>
    judge(caseOf(operation, id, [{ role: 'control', ...made }], more));

  test('is not warned for a 5xx, and its status is no status of a credential.', () => {
    const judgement = control(lu, 'AUTH-NOT-JWT', { answer: error(500) }, { credential: 'none' });
    expect(condemned(judgement)).toEqual(['LU-SUCCESS']);
    expect(judgement.judged['ERR-NO-5XX']).toBeUndefined();
    expect(observed(judgement, 'AUTH-OPEN-STATUS')).toEqual([]);
    expect(observed(judgement, 'ERR-OPEN-CONDITIONS')).toEqual(['LU-SUCCESS: 500']);
    const paged = { target: '/?pageSize=1', answer: error(400) };
    expect(observed(control(lu, 'AUTH-NOT-JWT', paged, { credential: 'none' }), 'AUTH-OPEN-STATUS')).toEqual(
      [],
    );
  });

  test('may be refused where it names page parameters.', () => {
    expect(condemned(control(lu, 'LU-PAGE-SIZE', { target: '/?pageSize=1', answer: error(400) }))).toEqual(
      [],
    );
    expect(condemned(control(lu, 'LU-PAGE-SIZE', { answer: error(400) }))).toEqual(['LU-SUCCESS']);
    const probe = caseOf(lu, 'LU-SUCCESS', [{ target: '/?pageSize=1', answer: error(400) }]);
    expect(condemned(judge(probe))).toEqual(['LU-SUCCESS']);
  });

  test('of execute may be refused in the form of its refusals, and its acceptance is judged.', () => {
    expect(condemned(control(ex, 'EX-REQ-USERID', { answer: error(400) }))).toEqual([]);
    expect(condemned(control(ex, 'EX-REQ-USERID', { answer: text(400, 'no') }))).toEqual(['EX-FAILURE-FORM']);
    expect(condemned(control(ex, 'EX-REQ-USERID', { answer: json(200, []) }))).toEqual(['EX-RES-OBJECT']);
  });

  test('of generate-topology may be refused in both forms where it is made up.', () => {
    const isPlaceholder = { ...wrong, facts: { body: 'placeholder' } };
    for (const answer of [text(400, 'no'), error(404)])
      expect(condemned(control(gt, 'GT-REQ-PARTYHINT', { answer }, isPlaceholder))).toEqual([]);
    const html = answered(400, 'text/html', 'no');
    expect(condemned(control(gt, 'GT-REQ-PARTYHINT', { answer: html }, isPlaceholder))).toEqual([
      'GT-FAILURE-FORM',
    ]);
    expect(condemned(control(gt, 'GT-REQ-PARTYHINT', { answer: text(400, 'no') }))).toEqual(['GT-SUCCESS']);
  });

  test('is judged once, for its success.', () => {
    const { judged } = control(lu, 'AUTH-NOT-JWT', { answer: json(200, {}) }, { credential: 'none' });
    expect(judged).toMatchObject({ 'LU-SUCCESS': 1 });
    expect(judged['AUTH-NOT-JWT']).toBeUndefined();
  });

  test.each<MadeRole>([
    'page 1 of drawn 3, chain 1 of 2, size 2',
    'page 2 of asked again: size 2',
    'page 1 of after',
  ])('may be refused as %s, and counts for the success of its operation.', (role) => {
    const judgement = judge(caseOf(lu, 'LU-PAGE-COMPLETE', [{ role, answer: error(400) }]));
    expect(judgement.findings).toEqual([]);
    expect(judgement.judged).toMatchObject({ 'LU-SUCCESS': 1, 'LU-FAILURE-FORM': 1 });
    expect(judgement.judged['ERR-NO-5XX']).toBeUndefined();
  });

  test.each<MadeRole>([
    'page 11 of size 2',
    'page 1 of asked again: size 2',
    'page 21 of asked again: size 2',
    'page 2 of drawn 3, chain 1 of 2, size 2',
  ])('must succeed as %s.', (role) => {
    const made = [{ role, target: '/?pageSize=1', answer: error(400) }];
    expect(condemned(judge(caseOf(lu, 'LU-PAGE-COMPLETE', made)))).toEqual(['LU-SUCCESS']);
  });
});

describe('the same request once more', () => {
  test.each<MadeRole>(['repeat', 'shrink'])('is judged like the probe as a %s.', (role) => {
    const record = (answer: Answer) => caseOf(gt, 'GT-REQ-PARTYHINT', [{ role, answer }], wrong);
    expect(condemned(judge(record(json(200, topology))))).toEqual(['GT-REQ-PARTYHINT']);
    expect(condemned(judge(record(text(400, 'no'))))).toEqual([]);
    expect(condemned(judge(record(error(400))))).toEqual(['GT-FAILURE-TEXT']);
  });
});

describe('what an answer means', () => {
  const answer = json(200, { ...topology, partyId: 'other::1220' });
  const meant = (keyword: string, body: unknown) =>
    condemned(
      judge(
        caseOf(gt, 'GT-OPEN-HINT', [{ body, answer }], {
          wrong: { kind: keyword, pointer: '', keyword, name: 'odd' },
        }),
      ),
    );

  test.each(ambiguousFaults)(
    'is not at issue where the request is read in more than one way: %s.',
    (keyword) => {
      expect(meant(keyword, { partyHint: 'hint' })).toEqual([]);
    },
  );

  test('is held against what is said in the request that it answers, and in no other.', () => {
    expect(meant('unknown-member', { partyHint: 'hint' })).toEqual(['GT-PARTYID-HINT']);
    const requests = ['other', 'hint'].map((partyHint) => ({ body: { partyHint }, answer }));
    const { findings } = judge(caseOf(gt, 'GT-SUCCESS', requests));
    expect(findings.map(({ exchanges }) => exchanges)).toEqual([['case#2']]);
  });

  test('is not at issue where the request is no JSON object, or the operation is another.', () => {
    expect(meant('not-json', Buffer.from('{"partyHint":"hint"'))).toEqual([]);
    expect(meant('not-an-object', ['hint'])).toEqual([]);
    expect(condemned(judge(caseOf(ex, 'EX-SUCCESS', [{ body: { partyHint: 'hint' }, answer }])))).toEqual([]);
  });

  test('is not at issue where the answer is no object.', () => {
    const record = caseOf(gt, 'GT-SUCCESS', [{ body: { partyHint: 'hint' }, answer: json(200, null) }]);
    expect(condemned(judge(record))).toEqual(['GT-RES-MEDIA']);
  });
});
