import { describe, expect, test } from 'vitest';
import type { Facts } from '../../journal/record.ts';
import { judgeChains } from '../../judges/list-users/judge-chains.ts';
import { comparison } from '../../judges/list-users/judge-sizes.ts';
import { answered, caseOf, error, finding, json, judge, type Made } from './records.ts';

const lu = 'list-users';
const facts: Facts = { pageSizeParameter: 'pageSize', pageSizeWorks: true };
const listing = json(200, { users: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] });

function first(size: number, answer: Made['answer'] = listing): Made {
  const target = `/v2/users?pageSize=${size}`;
  return { role: `page 1 of size ${size}`, target, ...(answer === undefined ? {} : { answer }) };
}
const judged = (made: readonly Made[], more: Facts = {}) =>
  judge(caseOf(lu, 'LU-PAGE-SIZE', made, { facts: { ...facts, ...more } }), judgeChains).findings;

describe('A page size', () => {
  test('that is rejected after it was accepted is a breach, in whichever order.', () => {
    const said = { message: 'rejected a page size that it accepts at other times (size 7, 1 of 2 requests)' };
    expect(judged([first(7), first(7, error(400))])).toEqual([
      finding(lu, 'LU-PAGE-SIZE', { ...said, actual: 'status 400', exchanges: ['case#2', 'case#1'] }),
    ]);
    expect(judged([first(7, error(500)), first(7)])).toEqual([
      finding(lu, 'LU-PAGE-SIZE', { ...said, actual: 'status 500', exchanges: ['case#1', 'case#2'] }),
    ]);
  });

  test('that is rejected each time is no breach, nor is one that was answered with busy.', () => {
    expect(judged([first(7), first(9, error(400)), first(9, error(400))])).toEqual([]);
    expect(judged([first(7), first(7, error(429))])).toEqual([]);
  });

  test('is not judged by a rejection of a token that had ended, as far as is known.', () => {
    const made = caseOf(lu, 'LU-PAGE-SIZE', [first(7), first(7, error(401))], { facts });
    const ofEnded = made.attempts.map((attempt) => ({
      ...attempt,
      exchange: { ...attempt.exchange, at: 10_000, ms: 10_000, tokenEnds: 24_000 },
    }));
    expect(judge(made, judgeChains).findings.map(({ requirement }) => requirement)).toContain('LU-PAGE-SIZE');
    expect(judge({ ...made, attempts: ofEnded }, judgeChains).findings).toEqual([]);
  });

  test('is not judged by a page of HTML, which may be that of a gateway.', () => {
    const page = answered(400, 'text/html', '<html></html>');
    expect(judged([first(7), first(7, page)]).map(({ requirement }) => requirement)).toEqual([
      'LU-FAILURE-FORM',
    ]);
    const { attempts } = caseOf(lu, 'LU-PAGE-SIZE', [first(7, page), first(7, error(400)), first(7)]);
    expect(attempts.map(({ exchange }) => comparison.read(exchange)?.isTaken)).toEqual([
      undefined,
      false,
      true,
    ]);
  });

  test('must be accepted for some value: twenty rejected ones, and no other, are a breach.', () => {
    const refused = (count: number): Made[] =>
      Array.from({ length: count }, (_, index) => first(index + 1, error(400)));
    expect(judged(refused(19))).toEqual([]);
    expect(judged([...refused(25), first(1_000)])).toEqual([]);
    expect(judged(refused(20)).map(({ message }) => message)).toEqual([
      'rejected every page size that was tried (20 sizes). If the server uses another name than pageSize, set TARGET_PAGE_SIZE_PARAMETER.',
    ]);
    const pages = Array.from({ length: 20 }, (_, index) =>
      first(index + 1, answered(400, 'text/html', '<html></html>')),
    );
    expect(new Set(judged(pages).map(({ requirement }) => requirement))).toEqual(
      new Set(['LU-FAILURE-FORM']),
    );
  });
});

describe('A user that is known to exist', () => {
  const whole = (answer: Made['answer'] = listing): Made[] =>
    ['page 1 of before', 'page 1 of after'].map((role) => ({
      role: role as 'page 1 of before',
      target: '/v2/users',
      ...(answer === undefined ? {} : { answer }),
    }));

  test('is listed.', () => {
    expect(judged(whole(), { knownUsers: ['b', 'c'] })).toEqual([]);
    expect(judged(whole(), { knownUsers: ['b', 'x', 'y'] })).toEqual([
      finding(lu, 'LU-PAGE-COMPLETE', {
        message: 'the complete listing lacks users that are known to exist (3 are known)',
        pointer: '/users',
        actual: '2 missing: x, y',
        exchanges: ['case#1', 'case#2'],
      }),
    ]);
  });

  test('is listed by its id exactly, and missing from an empty listing.', () => {
    expect(judged(whole(), { knownUsers: ['B'] })).toHaveLength(1);
    expect(judged(whole(json(200, {})), { knownUsers: ['b'] })).toHaveLength(1);
  });

  test('cannot be told among users without ids, nor in a record that names none.', () => {
    const nameless = json(200, { users: [{ primaryParty: 'a' }, { id: 'c' }] });
    expect(judged(whole(nameless), { knownUsers: ['b'] })).toEqual([]);
    expect(judged(whole())).toEqual([]);
  });
});
