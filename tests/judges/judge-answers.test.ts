import { describe, expect, test } from 'vitest';
import { memberInTheQuery, otherMistake, twoFieldsMissing } from '../../generators/violation.ts';
import type { CaseRecord } from '../../journal/record.ts';
import document from '../../profiles/document.json' with { type: 'json' };
import type { Profile } from '../../profiles/profile.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Answer } from '../../wire/exchange.ts';
import {
  answered,
  caseOf,
  condemned,
  error,
  findingsOf,
  json,
  judge,
  observed,
  text,
  topology,
  wrong,
} from './records.ts';

const gt = 'generate-topology';
const ex = 'execute-submission';
const lu = 'list-users';

const successes: Readonly<Record<Operation, Answer>> = {
  [gt]: json(200, topology),
  [ex]: json(200, {}),
  [lu]: json(200, { users: [] }),
};

describe('a request that must be refused', () => {
  test.each<[Operation, string, Answer, Partial<CaseRecord>]>([
    [gt, 'GT-REQ-PARTYHINT', text(400, 'no'), wrong],
    [gt, 'GT-SYNC-UNKNOWN', text(400, 'no'), wrong],
    [gt, 'GT-SYNC-UNKNOWN', error(404), wrong],
    [ex, 'EX-REQ-USERID', error(400), wrong],
    [lu, 'AUTH-NOT-JWT', error(403), { credential: 'not-a-jwt' }],
    [gt, 'AUTH-NOT-JWT', error(403), { credential: 'not-a-jwt' }],
  ])('is refused well on %s for %s.', (operation, id, answer, more) => {
    const judgement = judge(caseOf(operation, id, [{ answer }], more));
    expect(judgement.findings).toEqual([]);
    expect(judgement.judged[id]).toBe(1);
  });

  test.each<[string, Partial<CaseRecord>, readonly object[]]>([
    ['two mistakes', { context: [otherMistake] }, []],
    ['a member in the query', { kind: memberInTheQuery }, []],
    ['two missing members, if a profile has its own forms', { kind: twoFieldsMissing }, [{}]],
  ])('may be refused in the form of either of %s.', (_, more, deviations) => {
    const profile = { ...document, deviations } as unknown as Profile;
    const refusedWith = (answer: Answer) =>
      judge(caseOf(gt, 'AUTH-NOT-JWT', [{ answer }], { ...wrong, ...more }), undefined, profile).findings;
    expect(refusedWith(text(400, 'no'))).toEqual([]);
    expect(refusedWith(error(403))).toEqual([]);
    expect(refusedWith(answered(400, 'text/html', 'no'))).not.toEqual([]);
    expect(refusedWith(successes[gt])).not.toEqual([]);
  });

  test.each<[string, Partial<CaseRecord>]>([
    ['one mistake', { context: [] }],
    ['two missing members', { kind: twoFieldsMissing }],
  ])('is refused in its own form alone for %s, under the document.', (_, more) => {
    expect(findingsOf(gt, 'AUTH-NOT-JWT', text(400, 'no'), { ...wrong, ...more })).not.toEqual([]);
  });

  test.each<[Operation, string]>([
    [gt, 'GT-REQ-PARTYHINT'],
    [gt, 'GT-SYNC-UNKNOWN'],
    [ex, 'EX-REQ-USERID'],
    [lu, 'AUTH-NOT-JWT'],
  ])('is condemned where it is accepted on %s for %s.', (operation, id) => {
    const { findings } = judge(caseOf(operation, id, [{ answer: successes[operation] }], wrong));
    expect(findings).toMatchObject([
      {
        requirement: id,
        pointer: '/partyHint',
        message: 'accepted a request that must be rejected: a case',
        exchanges: ['case#1'],
      },
    ]);
  });

  test('is condemned for the acceptance alone, whatever the form of the 2xx.', () => {
    expect(findingsOf(gt, 'GT-REQ-PARTYHINT', answered(204, null), wrong)).toEqual(['GT-REQ-PARTYHINT']);
  });

  test.each<[string, Operation, string, string, Answer]>([
    ['the error object where text belongs', gt, 'GT-REQ-PARTYHINT', 'GT-FAILURE-TEXT', error(400)],
    ['text with another status than 400', gt, 'GT-REQ-PARTYHINT', 'GT-FAILURE-TEXT', text(422, 'no')],
    ['HTML', gt, 'GT-REQ-PARTYHINT', 'GT-FAILURE-TEXT', answered(400, 'text/html', 'no')],
    ['text with another status than 400', gt, 'GT-SYNC-UNKNOWN', 'GT-FAILURE-FORM', text(404, 'no')],
    ['no media type', gt, 'GT-SYNC-UNKNOWN', 'GT-FAILURE-FORM', answered(400, null, 'no')],
    ['a redirect', gt, 'GT-SYNC-UNKNOWN', 'GT-FAILURE-FORM', answered(302, null)],
    ['text where only the error object belongs', gt, 'AUTH-NOT-JWT', 'GT-FAILURE-FORM', text(400, 'no')],
    ['text', ex, 'EX-BODY', 'EX-FAILURE-FORM', text(400, 'no')],
    ['text', lu, 'AUTH-NOT-JWT', 'LU-FAILURE-FORM', text(401, 'no')],
  ])('is refused in a wrong form: %s on %s for %s.', (_name, operation, id, form, answer) => {
    const found = findingsOf(operation, id, answer, wrong).filter((each) => each !== 'AUTH-WWW-AUTHENTICATE');
    expect(found).toEqual([form]);
  });

  test('is condemned for an error object that is wrong in itself.', () => {
    expect(findingsOf(ex, 'EX-BODY', error(400, { code: 7 }), wrong)).toEqual(['ERR-CODE']);
  });

  test('is condemned for text that is no text, and warned for text that says nothing.', () => {
    const latin = answered(400, 'text/plain', Buffer.from([0xff]));
    expect(findingsOf(gt, 'GT-REQ-PARTYHINT', latin, wrong)).toEqual(['GT-FAILURE-TEXT']);
    expect(findingsOf(gt, 'GT-REQ-PARTYHINT', text(400, ' \n'), wrong)).toEqual(['GT-TEXT-NONEMPTY']);
  });
});

describe('a valid request', () => {
  test.each<[Operation, string]>([
    [gt, 'GT-OPT-THRESHOLD'],
    [ex, 'EX-SUCCESS'],
    [lu, 'LU-SUCCESS'],
  ])('is accepted on %s.', (operation, id) => {
    const judgement = judge(caseOf(operation, id, [{ answer: successes[operation] }]));
    expect(judgement.findings).toEqual([]);
    expect(judgement.control).toBe('succeeded');
  });

  test.each<[Operation, string, Answer]>([
    [gt, 'GT-SUCCESS', text(400, 'no')],
    [gt, 'GT-OPT-THRESHOLD', error(500)],
    [ex, 'EX-SUCCESS', error(400)],
    [lu, 'AUTH-APIKEY', error(403)],
  ])('is condemned where it is refused, well-formed as that may be: %s for %s.', (operation, id, answer) => {
    const judgement = judge(caseOf(operation, id, [{ answer }]));
    expect(condemned(judgement)).toEqual([id]);
    expect(judgement.findings[0]?.message).toBe('rejected a valid request: a case');
    expect(judgement.control).toBe('failed');
  });

  test('is condemned twice where it is refused in a wrong form.', () => {
    expect(findingsOf(lu, 'LU-SUCCESS', text(400, 'no'))).toEqual(['LU-FAILURE-FORM', 'LU-SUCCESS']);
  });

  test.each<[Operation, string, string]>([
    [gt, 'GT-SUCCESS', 'GT-SUCCESS'],
    [gt, 'GT-OPT-THRESHOLD', 'GT-OPT-THRESHOLD'],
    [gt, 'GT-OPT-THRESHOLD', 'GT-SUCCESS'],
    [lu, 'LU-SUCCESS', 'LU-SUCCESS'],
    [ex, 'EX-SUCCESS', 'EX-RES-OBJECT'],
  ])('on %s for %s counts one answer for %s.', (operation, id, counted) => {
    const { judged } = judge(caseOf(operation, id, [{ answer: successes[operation] }]));
    expect(judged[counted]).toBe(1);
  });

  test('A refusal in text counts one answer for its form.', () => {
    const { judged } = judge(caseOf(gt, 'GT-REQ-PARTYHINT', [{ answer: text(400, 'no') }], wrong));
    expect(judged).toMatchObject({ 'GT-REQ-PARTYHINT': 1, 'GT-FAILURE-TEXT': 1, 'GT-TEXT-NONEMPTY': 1 });
    const semantic = judge(caseOf(gt, 'GT-SYNC-UNKNOWN', [{ answer: text(400, 'no') }], wrong));
    expect(semantic.judged).toMatchObject({ 'GT-FAILURE-FORM': 1, 'GT-FAILURE-TEXT': 1 });
  });
});

describe('what the document leaves open', () => {
  test.each<[string, Answer]>([
    ['accepted', successes[gt]],
    ['refused in text', text(400, 'no')],
    ['refused with the error object', error(404)],
  ])('is observed and not condemned: %s.', (_name, answer) => {
    const judgement = judge(caseOf(gt, 'GT-OPEN-HINT', [{ answer }]));
    expect(judgement.findings).toEqual([]);
    expect(observed(judgement, 'GT-OPEN-HINT')).toHaveLength(1);
  });

  test('has the form of its refusal judged all the same.', () => {
    expect(findingsOf(gt, 'GT-OPEN-HINT', text(404, 'no'))).toEqual(['GT-FAILURE-FORM']);
  });

  test('is warned for a 5xx.', () => {
    expect(findingsOf(gt, 'GT-OPEN-HINT', error(500))).toEqual(['ERR-NO-5XX']);
  });

  test.each([answered(414, 'text/html', 'no'), answered(200, null, 'what'), answered(500, null)])(
    'has nothing judged where even the form is open.',
    (answer) => {
      const judgement = judge(caseOf(gt, 'HTTP-OPEN-LONG-TARGET', [{ answer }]));
      expect(judgement.findings).toEqual([]);
      expect(observed(judgement, 'HTTP-OPEN-LONG-TARGET')).toHaveLength(1);
    },
  );
});

test('What a SHOULD forbids is found under it, and a 2xx is judged like any other besides.', () => {
  const { findings } = judge(caseOf(ex, 'EX-SIGNATURE-VERIFIED', [{ answer: json(200, []) }], wrong));
  expect(findings.map(({ requirement }) => requirement)).toEqual(['EX-SIGNATURE-VERIFIED', 'EX-RES-OBJECT']);
});

test('A profile can allow another kind of answer, on the operations it names.', () => {
  const profile: Profile = {
    id: 'other',
    title: 'other',
    defaults: { pageSizeParameter: 'a', pageTokenParameter: 'b' },
    deviations: [
      { requirement: 'EX-BODY', answers: ['text-400'], operations: [ex], reason: 'r', source: 's' },
      { requirement: 'AUTH-BASIC', level: 'OPEN', reason: 'r', source: 's' },
    ],
  };
  const record = caseOf(ex, 'EX-BODY', [{ answer: text(400, 'no') }], wrong);
  expect(condemned(judge(record, undefined, profile))).toEqual([]);
  expect(condemned(judge(record))).toEqual(['EX-FAILURE-FORM']);
});

test('An unconfigured credential is observed with the status of its refusal.', () => {
  const judgement = judge(caseOf(lu, 'AUTH-NOT-JWT', [{ answer: error(403) }], { credential: 'not-a-jwt' }));
  expect(observed(judgement, 'AUTH-OPEN-STATUS')).toEqual(['not-a-jwt: 403']);
});

describe('the first page of a size', () => {
  const role = 'page 1 of size 7' as const;

  test('may be refused, in its form.', () => {
    expect(condemned(judge(caseOf(lu, 'LU-PAGE-SIZE', [{ role, answer: error(400) }])))).toEqual([]);
    expect(condemned(judge(caseOf(lu, 'LU-PAGE-SIZE', [{ role, answer: text(400, '') }])))).toEqual([
      'LU-FAILURE-FORM',
    ]);
  });

  test.each([
    'page 1 of before',
    'page 1 of after',
    'page 1 of empty token, size 2',
    'page 1 of size 2, round 3',
  ] as const)('may be refused as %s.', (each) => {
    expect(condemned(judge(caseOf(lu, 'LU-PAGE-SIZE', [{ role: each, answer: error(400) }])))).toEqual([]);
  });

  test.each(['page 2 of size 7', 'page 1 of the default size', 'page 1 of empty token'] as const)(
    'may be refused, but not %s.',
    (each) => {
      expect(condemned(judge(caseOf(lu, 'LU-PAGE-SIZE', [{ role: each, answer: error(400) }])))).toEqual([
        'LU-SUCCESS',
      ]);
    },
  );
});
