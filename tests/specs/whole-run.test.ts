import { beforeAll, describe, expect, test } from 'vitest';
import { answersWanted, checkId } from '../../engine/check.ts';
import { isConducted, nameOfCase } from '../../engine/named-checks.ts';
import { judgedIds } from '../../journal/judgement.ts';
import { fromStored, toStored } from '../../journal/stored-exchange.ts';
import { variants } from '../../reference/variants/catalogue.ts';
import { requirement, requirements } from '../../requirements/catalogue.ts';
import { allChecks } from '../../specs/all.ts';
import { judgedOver } from '../../specs/judged-over.ts';
import { bodyWays, bodyWaysSent, credentialWays, credentialWaysSent } from '../places/classified.ts';
import { sentIn } from '../places/collect.ts';
import later from '../places/later.json' with { type: 'json' };
import { areas, cellsOf, missingIn } from '../places/table.ts';
import {
  type Conducted,
  cases,
  circumstancesOf,
  conductInProcess,
  findingsAt,
  judgedAnswers,
  judgements,
} from './in-process.ts';

describe('all checks against a server that conforms', () => {
  let conducted: Conducted;
  beforeAll(async () => {
    conducted = await conductInProcess();
  }, 600_000);

  test('find nothing.', () => {
    expect(findingsAt(conducted, ['MUST', 'SHOULD', 'OPEN'])).toEqual([]);
  });

  test('are all done.', () => {
    const others = [...conducted.results].filter(([, { state }]) => state !== 'done');
    expect(others.map(([check, { state, reason }]) => `${checkId(check)} ${state}: ${reason}`)).toEqual([]);
    expect(conducted.results.size).toBe(allChecks.length);
  });

  // A loaded machine may answer a request only on a retry.
  test('have an answer to everything in the end, and leave nothing undecided.', () => {
    for (const { unanswered, undecided } of judgements(conducted))
      expect({ unanswered, undecided }).toEqual({ unanswered: [], undecided: [] });
  });

  test('judge nothing that --only with its requirement leaves out.', () => {
    const isLeftOut = (id: string, line: string): boolean => {
      const check = nameOfCase(line);
      if (check === undefined || requirement(id).level === 'OPEN') return false;
      return !isConducted(id, check);
    };
    const leftOut = judgements(conducted).flatMap((line) =>
      [...judgedIds(line)].filter((id) => isLeftOut(id, line.case)).map((id) => `${id} in ${line.case}`),
    );
    // It opens connections that idle; where it is left out, HTTP-STABLE opens them.
    expect(leftOut).toEqual([1, 2].map((number) => `AUTH-REQUIRED in EX-BODY@execute-submission/${number}`));
  });

  test.each(areas.map((area) => [area.title, area] as const))(
    'send each kind in each place, but for those that come behind them or in a soak: %s.',
    (_, area) => {
      const missing = missingIn(cellsOf(area, { standard: sentIn(conducted) }));
      expect(missing.filter((key) => !later.includes(key))).toEqual([]);
    },
  );

  test('send each way in which a foreign request is classified as faulty or open, under each scheme.', () => {
    const sent = sentIn(conducted);
    const [bodies, credentials] = [bodyWaysSent(sent), credentialWaysSent(sent)];
    expect(bodyWays().size).toBeGreaterThan(120);
    expect([...bodyWays()].filter((way) => !bodies.has(way))).toEqual([]);
    expect([...credentialWays()].filter((way) => !credentials.has(way))).toEqual([]);
  });

  test('hold enough answers against every MUST.', () => {
    const judged = judgedAnswers(conducted);
    const few = requirements
      .filter(({ level }) => level === 'MUST')
      .flatMap(({ id, operations }) => operations.map((operation) => `${id}@${operation}`))
      .filter((key) => (judged.get(key) ?? 0) < answersWanted);
    expect(few.map((key) => `${key}: ${judged.get(key) ?? 0}`)).toEqual([]);
  });

  test('judge each MUST and SHOULD under two values of each circumstance that the requirement reference names.', () => {
    const seen = circumstancesOf(conducted);
    const shown = requirements
      .filter(({ level, excluded }) => level !== 'OPEN' && excluded === undefined)
      .flatMap(({ id, operations }) => operations.map((operation) => ({ id, operation })));
    const once = shown.flatMap(({ id, operation }) => {
      const over = judgedOver(id, operation);
      expect(over, id).not.toEqual([]);
      const counted = seen.get(`${id}@${operation}`) ?? {};
      return over
        .filter((kind) => Object.keys(counted[kind] ?? {}).length < 2)
        .map((kind) => `${id}@${operation}: ${kind}`);
    });
    expect(once).toEqual([]);
  });

  test('see a control succeed for every refusal, or leave it to the same execute body.', () => {
    const of = cases(conducted);
    const without = judgements(conducted).filter(({ case: id, control }) => {
      const line = of.get(id);
      // Cases made for another requirement than their check's are judged for their form, and need no control.
      if (line === undefined || !id.startsWith(`${line.requirement}@`)) return false;
      const { answers } = requirement(line.requirement);
      return answers?.includes('success') === false && !['succeeded', 'pending'].includes(control);
    });
    expect(without.map(({ case: id }) => id)).toEqual([]);
  });

  test('give every case of a run its own id, and every place an exchange that is in the journal.', () => {
    const lines = conducted.journal.lines.filter((line) => line.type === 'case');
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
    for (const { attempts } of lines)
      for (const { exchange } of attempts)
        expect(conducted.journal.exchanges.has(exchange), exchange).toBe(true);
  });

  test('keep every secret out of the journal.', () => {
    const text = JSON.stringify([...conducted.journal.exchanges.values()].map(toStored));
    expect(text).not.toMatch(/Bearer eyJ[\w-]+\.eyJ[\w-]{16}/);
    expect(text).not.toContain('secret of the reference server');
  });

  test('are judged the same again from stored exchanges.', () => {
    const { journal, results } = conducted;
    const byId = new Map([...results.keys()].map((check) => [checkId(check), check]));
    const stored = new Map(
      [...journal.exchanges].map(([id, each]) => [
        id,
        fromStored(JSON.parse(JSON.stringify(toStored(each)))),
      ]),
    );
    const profile = {
      id: 'document',
      title: '',
      defaults: { pageSizeParameter: '', pageTokenParameter: '' },
      deviations: [],
    };
    const lines = cases(conducted);
    const differing = judgements(conducted).filter(({ type: _type, case: id, ...before }) => {
      const line = lines.get(id);
      const check = byId.get(id.slice(0, id.lastIndexOf('/')));
      if (line === undefined || check === undefined) return true;
      const attempts = line.attempts.flatMap(({ exchange, ...place }) => {
        const found = stored.get(exchange);
        return found === undefined ? [] : [{ ...place, exchange: found }];
      });
      const again = check.judge(
        { ...line, attempts },
        { requirement: requirement(line.requirement), profile },
      );
      return JSON.stringify(again) !== JSON.stringify(before);
    });
    expect(differing.map(({ case: id }) => id)).toEqual([]);
  });
});

test('A server that takes each prepared transaction once, and one body for it, is not condemned.', async () => {
  const conducted = await conductInProcess({ singleUse: true }, { CONFORMANCE_EFFORT: 'quick' });
  expect(findingsAt(conducted, ['MUST', 'SHOULD', 'OPEN'])).toEqual([]);
  const states = [...conducted.results].map(([check, { state }]) => [checkId(check), state] as const);
  expect(states.filter(([, state]) => !['done', 'not-exercised'].includes(state))).toEqual([]);
  expect(new Map(states).get('EX-SUCCESS@execute-submission')).toBe('done');
  const accepted = judgements(conducted).some(
    ({ case: id, control }) => id.startsWith('EX-SUCCESS@') && control === 'succeeded',
  );
  expect(accepted).toBe(true);
}, 600_000);

/** A few spread over the catalogue; the proof goes through all of them. */
const some = variants.filter((_, index) => index % Math.ceil(variants.length / 3) === 0);

test.each(some.map((variant) => [variant.id, variant] as const))(
  'A server that differs in what the document leaves open is not condemned: %s.',
  async (_id, variant) => {
    const conducted = await conductInProcess({ variant }, { CONFORMANCE_EFFORT: 'quick' });
    expect(findingsAt(conducted, ['MUST'])).toEqual([]);
    expect([...conducted.results.values()].filter(({ state }) => state === 'error')).toEqual([]);
  },
  600_000,
);

test('Without anything optional configured, what cannot be exercised says which setting it needs.', async () => {
  const unset = Object.fromEntries(
    [
      'TARGET_SYNCHRONIZER',
      'TARGET_SYNCHRONIZER_ALIAS',
      'TARGET_PARTICIPANT_UIDS',
      'TARGET_EXECUTE_REQUEST',
      'TARGET_USER_ID',
      'TARGET_TOKEN_SECRET',
    ].map((name) => [name, undefined]),
  ) as unknown as Record<string, string>;
  const conducted = await conductInProcess({}, { ...unset, CONFORMANCE_EFFORT: 'quick' });
  expect(findingsAt(conducted, ['MUST', 'SHOULD', 'OPEN'])).toEqual([]);
  const states = new Map([...conducted.results].map(([check, result]) => [checkId(check), result]));
  expect(states.get('LU-SUCCESS@list-users')?.state).toBe('done');
  expect(states.get('GT-SUCCESS@generate-topology')).toMatchObject({
    state: 'not-exercised',
    reason: expect.stringContaining('TARGET_SYNCHRONIZER'),
  });
  expect(states.get('EX-SUCCESS@execute-submission')?.reason).toContain('TARGET_EXECUTE_REQUEST');
  expect(states.get('AUTH-EXPIRED@list-users')?.reason).toContain('TARGET_TOKEN_SECRET');
  // A placeholder body shows acceptances and wrong forms all the same.
  expect(states.get('EX-REQ-USERID@execute-submission')?.shown).not.toEqual([]);
}, 600_000);
