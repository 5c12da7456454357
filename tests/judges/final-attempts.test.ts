import { describe, expect, test } from 'vitest';
import type { CaseRecord } from '../../journal/record.ts';
import { finalAttempts, purposeOf, resolutionOf, roleOf } from '../../judges/answers/final-attempts.ts';
import { caseOf, error, json, type Made, type MadeRole } from './records.ts';

const good: Made = { answer: json(200, {}) };
const silent: Made = { failure: 'closed' };
const control: Made = { role: 'control', ...good };
const made = (requests: readonly Made[]): CaseRecord => caseOf('list-users', 'LU-SUCCESS', requests);

/** What is made of the failure of one request of a case. */
function sorted(requests: readonly Made[], ordinal = 1): string {
  const all = finalAttempts(made(requests));
  const unanswered = all.find(({ last }) => last.ordinal === ordinal);
  if (unanswered === undefined) throw new Error(`The case has no request ${ordinal}.`);
  return resolutionOf(all, unanswered);
}

describe('the requests of a case', () => {
  test('stand in the order of their ordinals, each with its attempts in theirs, however they were recorded.', () => {
    const record = made([silent, { ...good, ordinal: 1 }, silent, { ...good, ordinal: 2 }, good]);
    const attempts = [4, 1, 3, 0, 2].flatMap((index) => record.attempts[index] ?? []);
    const final = finalAttempts({ ...record, attempts });
    expect(final.map(({ attempts }) => attempts.map(({ exchange }) => exchange.id))).toEqual([
      ['case#1', 'case#2'],
      ['case#3', 'case#4'],
      ['case#5'],
    ]);
    expect(final.map(({ last }) => last.exchange.id)).toEqual(['case#2', 'case#4', 'case#5']);
  });

  test('are for what their first attempt was for.', () => {
    const [request] = finalAttempts(
      made([
        { ...silent, role: 'control' },
        { ...good, ordinal: 1 },
      ]),
    );
    expect(request?.last.role).toBe('retry');
    expect(request && roleOf(request)).toBe('control');
  });

  test.each<[string, readonly Made[], string]>([
    // A token is used while it is valid, and again after its end: control and probe are the same bytes.
    [
      'probe that is byte for byte its control',
      [control, { ...good }, { role: 'repeat', repeats: 2, ...good }],
      'repeat',
    ],
    ['probe, in a journal without the fact', [control, { ...good }, { role: 'repeat', ...good }], 'repeat'],
    ['control', [{ ...good }, control, { role: 'repeat', repeats: 2, ...good }], 'control'],
    [
      'control that was sent twice',
      [
        { ...good, body: 1 },
        { ...silent, role: 'control' },
        { ...good, ordinal: 2 },
        { role: 'repeat', repeats: 2, ...good },
      ],
      'control',
    ],
    [
      'control, in a journal without the fact',
      [{ ...good, body: 1 }, control, { role: 'repeat', ...good }],
      'control',
    ],
    [
      'page',
      [
        { role: 'page 1 of size 2', ...good },
        { role: 'repeat', repeats: 1, ...good },
      ],
      'repeat',
    ],
  ])('repeat that of the %s.', (_name, requests, purpose) => {
    const record = made(requests);
    const last = finalAttempts(record).at(-1);
    expect(last && purposeOf(record.attempts, last)).toBe(purpose);
  });

  test.each<[string, Made, boolean]>([
    ['whole', good, true],
    ['cut', { ...good, failure: 'cut' }, false],
    ['absent', {}, false],
    ['busy', { answer: error(503) }, false],
    ['a refusal', { answer: error(500) }, true],
  ])('settle on an answer that is %s, or do not.', (_name, one, settles) => {
    const [request] = finalAttempts(made([one]));
    expect(request).toEqual({
      last: request?.last,
      attempts: [request?.last],
      ...(settles ? { answer: one.answer } : {}),
    });
  });
});

describe('a request without an answer', () => {
  const again: Made = { ...silent, role: 'repeat' };

  test('is witnessed where a good request was answered before and after it was tried again in vain.', () => {
    const requests = [silent, control, again, control];
    expect(sorted(requests)).toBe('confirmed');
    expect(sorted(requests, 3)).toBe('reported');
  });

  test('is not witnessed where good requests took nearly as long.', () => {
    const late: Made = { failure: 'timeout' };
    const requests = [late, control, { ...late, role: 'repeat' }, control] as const;
    const taking = (controlMs: number): string => {
      const record = made(requests);
      const attempts = record.attempts.map((attempt) => {
        const ms = attempt.role === 'control' ? controlMs : 5_000;
        return { ...attempt, exchange: { ...attempt.exchange, ms } };
      });
      const all = finalAttempts({ ...record, attempts });
      return all[0] === undefined ? '' : resolutionOf(all, all[0]);
    };
    expect([taking(100), taking(2_500), taking(2_600)]).toEqual(['confirmed', 'confirmed', 'unresolved']);
  });

  test('says nothing new where it was made smaller to show what was witnessed.', () => {
    const smaller: Made = { ...silent, role: 'shrink', repeats: 1, target: '/smaller' };
    const requests = [silent, control, again, control, smaller];
    expect(sorted(requests, 5)).toBe('reported');
    expect(sorted([silent, control, { role: 'repeat', ...good }, control, smaller], 5)).toBe('unresolved');
    expect(sorted([...requests.slice(0, 4), { ...smaller, repeats: 2 }], 5)).toBe('unresolved');
  });

  test('is witnessed where each of several further tries was in vain, and tells itself once.', () => {
    const requests = [silent, control, again, control, again, control];
    expect(sorted(requests)).toBe('confirmed');
    expect([sorted(requests, 3), sorted(requests, 5)]).toEqual(['reported', 'reported']);
    expect(sorted([silent, control, again, control, again, { ...silent, role: 'control' }])).toBe(
      'unresolved',
    );
  });

  test('stays witnessed where repetitions confirm it behind that.', () => {
    expect(sorted([silent, control, again, control, again, again, again])).toBe('confirmed');
  });

  test('went away where only the last of several further tries was answered.', () => {
    const answered = { ...again, failure: undefined, ...good } as Made;
    const requests = [silent, control, again, control, answered, control];
    expect([sorted(requests), sorted(requests, 3)]).toEqual(['recovered', 'recovered']);
  });

  test('went away where it was answered when it was tried again.', () => {
    expect(sorted([silent, control, { ...again, failure: undefined, ...good } as Made, control])).toBe(
      'recovered',
    );
  });

  test.each<[string, readonly Made[]]>([
    ['nothing comes behind it', [silent]],
    ['the further try comes first', [control, silent, control]],
    ['no good request was answered before the further try', [silent, again, control, control]],
    ['none was answered after it', [silent, control, control, again]],
    ['those before it were not answered', [silent, { ...silent, role: 'control' }, again, control]],
    ['those after it were not answered', [silent, control, again, { ...silent, role: 'control' }]],
    ['what was answered were no controls', [silent, good, again, good]],
    ['there was no further try', [silent, control, silent, control]],
    ['only another target was tried again', [silent, control, { ...again, target: '/other' }, control]],
    ['only another body was tried again', [silent, control, { ...again, body: { a: 1 } }, control]],
  ])('is unsettled where %s.', (_name, requests) => {
    const ordinal = requests.indexOf(silent) + 1;
    expect(sorted(requests, ordinal)).toBe('unresolved');
  });

  test('is unsettled where only another method was tried again.', () => {
    const record = made([silent, control, again, control]);
    const attempts = record.attempts.map((place) => {
      const request = { ...place.exchange.request, method: 'GET' as const };
      return place.role === 'repeat' ? { ...place, exchange: { ...place.exchange, request } } : place;
    });
    const all = finalAttempts({ ...record, attempts });
    expect(all[0] && resolutionOf(all, all[0])).toBe('unresolved');
  });

  test('is not told by an answer that came before it, nor by one to another request.', () => {
    const answeredAgain: Made = { ...good, role: 'repeat' };
    expect(sorted([answeredAgain, silent], 2)).toBe('unresolved');
    expect(sorted([silent, { ...answeredAgain, target: '/other' }])).toBe('unresolved');
    expect(sorted([silent, good])).toBe('unresolved');
  });

  test('is a further try that tells nothing new only where the request before it was witnessed.', () => {
    expect(sorted([silent, control, again], 3)).toBe('unresolved');
    // Not a further try, although the same request was witnessed before.
    expect(sorted([silent, control, again, control, silent], 5)).toBe('unresolved');
  });

  test('is the same submission under another submissionId, and no other.', () => {
    const body = (id: string, userId = 'u') => ({ submissionId: id, userId });
    const requests = (last: object): Made[] => [
      { ...silent, body: body('a-1') },
      control,
      { ...again, body: last },
      control,
    ];
    expect(sorted(requests(body('b-22')))).toBe('confirmed');
    expect(sorted(requests(body('b-22', 'v')))).toBe('unresolved');
    expect(sorted(requests({ ...body(''), submissionID: 'a-1' }))).toBe('unresolved');
    const without = { ...again, body: {} };
    expect(sorted([{ ...silent, body: { submissionId: 'a-1' } }, control, without, control])).toBe(
      'unresolved',
    );
  });
});

test.each<MadeRole>(['control', 'probe'])(
  'An answered %s has no failure that another one confirms.',
  (role) => {
    expect(sorted([{ ...good, role }, control, { ...silent, role: 'repeat' }, control])).toBe('unresolved');
  },
);
