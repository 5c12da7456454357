import { describe, expect, test } from 'vitest';
import { answered, caseOf, condemned, error, json, judge, type Made, observed, text } from './records.ts';

const lu = 'list-users';
const good = { answer: json(200, { users: [] }) };
const control: Made = { role: 'control', ...good };
const cut: Made = { failure: 'cut', answer: json(200, {}) };
const wrong = { wrong: { kind: 'query', pointer: '', keyword: 'query', name: 'odd' } } as const;

/** A request that had unanswered, its retries, and one more try between two good requests. */
function witnessed(probe: Made, again: Made = probe): Made[] {
  return [
    { ...probe, ordinal: 1 },
    { ...probe, ordinal: 1 },
    { ...control, ordinal: 2 },
    { ...again, role: 'repeat', ordinal: 3 },
    { ...control, ordinal: 4 },
  ];
}

describe('a failure that goes away', () => {
  test('on a retry is counted as recovered, and the last answer is judged.', () => {
    const judgement = judge(
      caseOf(lu, 'LU-SUCCESS', [
        { ...cut, ordinal: 1 },
        { ...good, ordinal: 1 },
      ]),
    );
    expect(judgement).toMatchObject({ findings: [], unanswered: [], recovered: 1, control: 'succeeded' });
    expect(judgement.judged).toMatchObject({ 'LU-SUCCESS': 1, 'HTTP-STABLE': 1 });
  });

  test('when it is tried once more is counted as recovered, and is no unanswered.', () => {
    const judgement = judge(caseOf(lu, 'LU-SUCCESS', witnessed(cut, good)));
    expect(judgement).toMatchObject({ findings: [], unanswered: [], recovered: 1 });
  });

  test('after "not now" is nothing.', () => {
    const busy = { answer: error(503) };
    const judgement = judge(
      caseOf(lu, 'LU-SUCCESS', [
        { ...busy, ordinal: 1 },
        { ...good, ordinal: 1 },
      ]),
    );
    expect(judgement).toMatchObject({ findings: [], unanswered: [], recovered: 0 });
    expect(judge(caseOf(lu, 'LU-SUCCESS', witnessed(busy, good)))).toMatchObject({
      findings: [],
      unanswered: [],
      recovered: 0,
    });
  });
});

describe('a failure that stays, and whose cause is unclear', () => {
  test.each(['closed', 'cut', 'timeout', 'endless', 'protocol', 'undecodable'] as const)(
    'is unanswered of the kind %s.',
    (failure) => {
      const judgement = judge(caseOf(lu, 'LU-SUCCESS', [{ failure }]));
      expect(judgement.findings).toEqual([]);
      expect(judgement.unanswered).toEqual([
        { operation: lu, kind: failure, wellFormed: false, exchanges: ['case#1'] },
      ]);
    },
  );

  test.each([429, 502, 503, 504])(
    'is busy where it is %i, and is told to be well-formed or not.',
    (status) => {
      const [polite] = judge(caseOf(lu, 'LU-SUCCESS', [{ answer: error(status) }])).unanswered;
      const [rude] = judge(caseOf(lu, 'LU-SUCCESS', [{ answer: text(status, 'later') }])).unanswered;
      const [wrongInItself] = judge(
        caseOf(lu, 'LU-SUCCESS', [{ answer: error(status, { code: 1 }) }]),
      ).unanswered;
      expect([polite, rude, wrongInItself].map((each) => [each?.kind, each?.wellFormed])).toEqual([
        ['busy', true],
        ['busy', false],
        ['busy', false],
      ]);
    },
  );

  test('is unanswered where the good requests got no answer either.', () => {
    const made = witnessed(cut).map((each) =>
      each.role === 'control' ? { ...cut, ...each, answer: undefined } : each,
    );
    const silent = made.map(({ answer: _, ...each }) => ({ ...each, failure: 'closed' as const }));
    const judgement = judge(caseOf(lu, 'LU-SUCCESS', silent));
    expect(judgement.findings).toEqual([]);
    expect(judgement.unanswered).toHaveLength(4);
  });

  test('is unanswered where it hung first, and the connection was closed when it was sent once more.', () => {
    const hungThen = (failure: 'closed' | 'timeout') =>
      judge(caseOf(lu, 'LU-SUCCESS', witnessed({ failure: 'timeout' }, { failure })));
    expect([hungThen('closed').findings, hungThen('timeout').findings.length]).toEqual([[], 1]);
    expect(hungThen('closed').unanswered).toHaveLength(2);
  });

  test('is unanswered where only one of the good requests was answered.', () => {
    const made = witnessed({ failure: 'closed' });
    const judgement = judge(caseOf(lu, 'LU-SUCCESS', made.slice(0, -1)));
    expect(judgement.findings).toEqual([]);
    expect(judgement.unanswered).toHaveLength(2);
  });
});

describe('a failure because of a limit, with one input alone', () => {
  test.each([
    ['slow', 'answer-too-slow', 'TARGET_TIMEOUT_MS'],
    ['endless', 'answer-too-long', 'TARGET_BODY_LIMIT_MIB'],
    ['refused', 'connection-refused', 'CONFORMANCE_CONCURRENCY'],
  ] as const)('is no breach where it is %s: %s names %s.', (failure, kind, setting) => {
    const judgement = judge(caseOf(lu, 'LU-SUCCESS', witnessed({ failure })));
    expect(judgement.findings).toEqual([]);
    expect(new Set(judgement.unanswered.map((each) => each.kind))).toEqual(new Set([failure]));
    expect(judgement.undecided[0]).toMatchObject({ requirement: 'LU-SUCCESS', operation: lu, kind });
    expect(judgement.undecided[0]?.reason).toContain(setting);
  });

  test('is no breach where the response hung first, and was complete later when it was waited for.', () => {
    const judgement = judge(caseOf(lu, 'LU-SUCCESS', witnessed({ failure: 'timeout' }, { failure: 'slow' })));
    expect(judgement.findings).toEqual([]);
    expect(judgement.undecided.map(({ kind }) => kind)).toContain('answer-too-slow');
  });

  test('is nothing where it went away: a refused connection is busy.', () => {
    const judgement = judge(
      caseOf(lu, 'LU-SUCCESS', [
        { failure: 'refused', ordinal: 1 },
        { ...good, ordinal: 1 },
      ]),
    );
    expect(judgement).toMatchObject({ findings: [], unanswered: [], undecided: [], recovered: 0 });
    expect(judge(caseOf(lu, 'LU-SUCCESS', witnessed({ failure: 'slow' }, good)))).toMatchObject({
      findings: [],
      undecided: [],
      recovered: 1,
    });
  });
});

describe('unanswered with one input, while good requests before and after are answered', () => {
  test('is a breach of the success that is owed.', () => {
    const judgement = judge(caseOf(lu, 'LU-SUCCESS', witnessed({ failure: 'timeout' })));
    expect(condemned(judgement)).toEqual(['LU-SUCCESS']);
    expect(judgement.findings[0]).toMatchObject({
      exchanges: ['case#1', 'case#2'],
      actual: 'It was timeout.',
    });
    expect(judgement.unanswered).toEqual([]);
  });

  test('is a breach of the form of a refusal where one is owed.', () => {
    const judgement = judge(
      caseOf(lu, 'AUTH-NOT-JWT', witnessed({ failure: 'closed' }), { credential: 'not-a-jwt' }),
    );
    expect(condemned(judgement)).toEqual(['LU-FAILURE-FORM']);
    const topology = judge(
      caseOf(
        'generate-topology',
        'GT-REQ-PARTYHINT',
        witnessed({ failure: 'closed' }).map((each) =>
          each.role === 'control' ? { ...each, answer: error(404) } : each,
        ),
        wrong,
      ),
    );
    expect(condemned(topology)[0]).toBe('GT-FAILURE-TEXT');
  });

  test('is a breach of the form of a refusal where it is open whether the input is taken.', () => {
    const judgement = judge(caseOf(lu, 'LU-OPEN-PAGESIZE-BAD', witnessed({ failure: 'closed' }), wrong));
    expect(condemned(judgement)).toEqual(['LU-FAILURE-FORM']);
  });

  test('is only observed where limits are not shown.', () => {
    const judgement = judge(caseOf(lu, 'HTTP-OPEN-LONG-TARGET', witnessed({ failure: 'cut' })));
    expect(judgement).toMatchObject({ findings: [], unanswered: [] });
    expect(observed(judgement, 'HTTP-OPEN-LONG-TARGET')).toEqual(['made: no answer (cut)']);
  });

  test('is a refusal where it is a 503 with the error object, and is no unanswered.', () => {
    const judgement = judge(
      caseOf(lu, 'AUTH-NOT-JWT', witnessed({ answer: error(503) }), { credential: 'not-a-jwt' }),
    );
    expect(condemned(judgement)).toEqual(['ERR-NO-5XX']);
    expect(judgement.unanswered).toEqual([]);
  });

  test('is a breach where it is a 503 to a valid request.', () => {
    expect(condemned(judge(caseOf(lu, 'AUTH-BEARER', witnessed({ answer: error(503) }))))).toEqual([
      'AUTH-BEARER',
    ]);
  });

  test('is not proven by the repetition of another request of the case.', () => {
    const made: Made[] = [
      { failure: 'closed', target: '/one', ordinal: 1 },
      { failure: 'closed', target: '/other', ordinal: 2 },
      { ...control, ordinal: 3 },
      { failure: 'closed', target: '/other', role: 'repeat', ordinal: 4 },
      { ...control, ordinal: 5 },
      { ...good, target: '/one', role: 'repeat', ordinal: 6 },
    ];
    const judgement = judge(caseOf(lu, 'LU-SUCCESS', made));
    expect(judgement.findings.map(({ exchanges }) => exchanges)).toEqual([['case#2']]);
    expect(judgement).toMatchObject({ unanswered: [], recovered: 1 });
  });
});

test('Whether a 429 names a delay is observed, also of one that went away.', () => {
  const named = {
    ...error(429),
    headers: [
      ['Content-Type', 'application/json'],
      ['Retry-After', '1'],
    ] as const,
  };
  const made = [
    { answer: named, ordinal: 1 },
    { ...good, ordinal: 1 },
    { answer: error(429), ordinal: 2 },
  ];
  expect(observed(judge(caseOf(lu, 'LU-SUCCESS', made)), 'HTTP-OPEN-RATE-LIMIT')).toEqual([
    '429 with Retry-After',
    '429 without Retry-After',
  ]);
});

describe('unanswered', () => {
  test('of an answer that says "not now" and breaks off is a failure of the connection.', () => {
    const { unanswered } = judge(caseOf(lu, 'LU-SUCCESS', [{ failure: 'cut', answer: error(503) }]));
    expect(unanswered).toEqual([{ operation: lu, kind: 'cut', wellFormed: false, exchanges: ['case#1'] }]);
  });

  test('of an answer that says "not now" is well-formed by its media type too.', () => {
    const answer = answered(503, 'text/plain', error(503).body);
    expect(judge(caseOf(lu, 'LU-SUCCESS', [{ answer }])).unanswered).toMatchObject([
      { kind: 'busy', wellFormed: false },
    ]);
  });

  test('of a request of which nothing is known is a closed connection, and names every attempt.', () => {
    const { unanswered, recovered } = judge(caseOf(lu, 'LU-SUCCESS', [{}, { ordinal: 1 }]));
    expect(unanswered).toEqual([
      { operation: lu, kind: 'closed', wellFormed: false, exchanges: ['case#1', 'case#2'] },
    ]);
    expect(recovered).toBe(0);
  });

  test('that went away is recovered once for each request, however many attempts failed.', () => {
    const made: Made[] = [
      { failure: 'closed' },
      { failure: 'cut', ordinal: 1 },
      { answer: json(200, {}), ordinal: 1 },
    ];
    expect(judge(caseOf(lu, 'LU-SUCCESS', [...made, { answer: json(200, {}) }])).recovered).toBe(1);
  });

  test('where limits are not shown is observed by its kind, or as a closed connection.', () => {
    const control: Made = { role: 'control', answer: json(200, {}) };
    const quiet = judge(caseOf(lu, 'HTTP-OPEN-LONG-TARGET', [{}, control, { role: 'repeat' }, control]));
    expect(observed(quiet, 'HTTP-OPEN-LONG-TARGET')).toEqual(['made: no answer (closed)']);
    expect(quiet.judged).not.toHaveProperty('HTTP-OPEN-LONG-TARGET');
  });
});

test('Only a 429 is observed for the delay it names.', () => {
  const headers = [
    ['Content-Type', 'application/json'],
    ['retry-after', '1'],
  ] as const;
  const judgement = judge(caseOf(lu, 'LU-SUCCESS', [{ answer: { ...error(503), headers } }]));
  expect(observed(judgement, 'HTTP-OPEN-RATE-LIMIT')).toEqual([]);
});

test('A further try of a control that went unanswered is a good request too: its success accepts nothing that is wrong.', () => {
  const control = { body: { a: 'good' } };
  const record = caseOf(
    'generate-topology',
    'GT-REQ-PARTYHINT',
    [
      { ...control, role: 'control', failure: 'timeout' },
      { ...control, role: 'control', answer: json(200, {}), body: { a: 'plain' } },
      { ...control, role: 'repeat', answer: json(200, {}) },
      { ...control, role: 'control', answer: json(200, {}), body: { a: 'plain' } },
      { body: { a: 1 }, answer: text(400, 'no') },
    ],
    { wrong: { kind: 'type', pointer: '/a', keyword: 'type', name: 'a = 1' } },
  );
  const messages = judge(record).findings.map(({ message }) => message);
  expect(messages.filter((message) => message.startsWith('must be rejected'))).toEqual([]);
});

test('A request that is sent once, in another protocol, is observed where it gets no answer.', () => {
  const judgement = judge(caseOf(lu, 'HTTP-OPEN-VERSION', [{ failure: 'timeout' }]));
  expect(judgement.findings).toEqual([]);
  expect(observed(judgement, 'HTTP-OPEN-VERSION')).toEqual(['made: no answer (timeout)']);
  expect(judgement.unanswered).toHaveLength(1);
});
