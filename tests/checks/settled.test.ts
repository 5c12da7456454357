import { describe, expect, test } from 'vitest';
import { roleOf, settledRequests, sortTrouble } from '../../checks/answers/settled.ts';
import type { CaseRecord, Role } from '../../journal/record.ts';
import { caseOf, error, json, type Made } from './records.ts';

const good: Made = { answer: json(200, {}) };
const silent: Made = { failure: 'closed' };
const twin: Made = { role: 'twin', ...good };
const made = (requests: readonly Made[]): CaseRecord => caseOf('list-users', 'LU-SUCCESS', requests);

/** How the trouble of one request of a case is sorted. */
function sorted(requests: readonly Made[], ordinal = 1): string {
  const all = settledRequests(made(requests));
  const troubled = all.find(({ last }) => last.ordinal === ordinal);
  if (troubled === undefined) throw new Error(`The case has no request ${ordinal}.`);
  return sortTrouble(all, troubled);
}

describe('the requests of a case', () => {
  test('stand in the order of their ordinals, each with its attempts in theirs, however they were recorded.', () => {
    const record = made([silent, { ...good, ordinal: 1 }, silent, { ...good, ordinal: 2 }, good]);
    const places = [4, 1, 3, 0, 2].flatMap((index) => record.places[index] ?? []);
    const settled = settledRequests({ ...record, places });
    expect(settled.map(({ attempts }) => attempts.map(({ exchange }) => exchange.id))).toEqual([
      ['case#1', 'case#2'],
      ['case#3', 'case#4'],
      ['case#5'],
    ]);
    expect(settled.map(({ last }) => last.exchange.id)).toEqual(['case#2', 'case#4', 'case#5']);
  });

  test('are for what their first attempt was for.', () => {
    const [request] = settledRequests(
      made([
        { ...silent, role: 'twin' },
        { ...good, ordinal: 1 },
      ]),
    );
    expect(request?.last.role).toBe('retry');
    expect(request && roleOf(request)).toBe('twin');
  });

  test.each<[string, Made, boolean]>([
    ['whole', good, true],
    ['cut', { ...good, failure: 'cut' }, false],
    ['absent', {}, false],
    ['busy', { answer: error(503) }, false],
    ['a refusal', { answer: error(500) }, true],
  ])('settle on an answer that is %s, or do not.', (_name, one, settles) => {
    const [request] = settledRequests(made([one]));
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
    const requests = [silent, twin, again, twin];
    expect(sorted(requests)).toBe('witnessed');
    expect(sorted(requests, 3)).toBe('told already');
  });

  test('is witnessed where each of several further tries was in vain, and tells itself once.', () => {
    const requests = [silent, twin, again, twin, again, twin];
    expect(sorted(requests)).toBe('witnessed');
    expect([sorted(requests, 3), sorted(requests, 5)]).toEqual(['told already', 'told already']);
    expect(sorted([silent, twin, again, twin, again, { ...silent, role: 'twin' }])).toBe('unsettled');
  });

  test('stays witnessed where repetitions confirm it behind that.', () => {
    expect(sorted([silent, twin, again, twin, again, again, again])).toBe('witnessed');
  });

  test('went away where only the last of several further tries was answered.', () => {
    const answered = { ...again, failure: undefined, ...good } as Made;
    const requests = [silent, twin, again, twin, answered, twin];
    expect([sorted(requests), sorted(requests, 3)]).toEqual(['went away', 'went away']);
  });

  test('went away where it was answered when it was tried again.', () => {
    expect(sorted([silent, twin, { ...again, failure: undefined, ...good } as Made, twin])).toBe('went away');
  });

  test.each<[string, readonly Made[]]>([
    ['nothing comes behind it', [silent]],
    ['the further try comes first', [twin, silent, twin]],
    ['no good request was answered before the further try', [silent, again, twin, twin]],
    ['none was answered after it', [silent, twin, twin, again]],
    ['those before it were not answered', [silent, { ...silent, role: 'twin' }, again, twin]],
    ['those after it were not answered', [silent, twin, again, { ...silent, role: 'twin' }]],
    ['what was answered were no twins', [silent, good, again, good]],
    ['there was no further try', [silent, twin, silent, twin]],
    ['only another target was tried again', [silent, twin, { ...again, target: '/other' }, twin]],
    ['only another body was tried again', [silent, twin, { ...again, body: { a: 1 } }, twin]],
  ])('is unsettled where %s.', (_name, requests) => {
    const ordinal = requests.indexOf(silent) + 1;
    expect(sorted(requests, ordinal)).toBe('unsettled');
  });

  test('is unsettled where only another method was tried again.', () => {
    const record = made([silent, twin, again, twin]);
    const places = record.places.map((place) => {
      const request = { ...place.exchange.request, method: 'GET' as const };
      return place.role === 'repeat' ? { ...place, exchange: { ...place.exchange, request } } : place;
    });
    const all = settledRequests({ ...record, places });
    expect(all[0] && sortTrouble(all, all[0])).toBe('unsettled');
  });

  test('is not told by an answer that came before it, nor by one to another request.', () => {
    const answeredAgain: Made = { ...good, role: 'repeat' };
    expect(sorted([answeredAgain, silent], 2)).toBe('unsettled');
    expect(sorted([silent, { ...answeredAgain, target: '/other' }])).toBe('unsettled');
    expect(sorted([silent, good])).toBe('unsettled');
  });

  test('is a further try that tells nothing new only where the request before it was witnessed.', () => {
    expect(sorted([silent, twin, again], 3)).toBe('unsettled');
    // Not a further try, although the same request was witnessed before.
    expect(sorted([silent, twin, again, twin, silent], 5)).toBe('unsettled');
  });

  test('is the same submission under another submissionId, and no other.', () => {
    const body = (id: string, userId = 'u') => ({ submissionId: id, userId });
    const requests = (last: object): Made[] => [
      { ...silent, body: body('a-1') },
      twin,
      { ...again, body: last },
      twin,
    ];
    expect(sorted(requests(body('b-22')))).toBe('witnessed');
    expect(sorted(requests(body('b-22', 'v')))).toBe('unsettled');
    expect(sorted(requests({ ...body(''), submissionID: 'a-1' }))).toBe('unsettled');
    const without = { ...again, body: {} };
    expect(sorted([{ ...silent, body: { submissionId: 'a-1' } }, twin, without, twin])).toBe('unsettled');
  });
});

test.each<Role>(['twin', 'probe'])('An answered %s has no trouble that is witnessed by another.', (role) => {
  expect(sorted([{ ...good, role }, twin, { ...silent, role: 'repeat' }, twin])).toBe('unsettled');
});
