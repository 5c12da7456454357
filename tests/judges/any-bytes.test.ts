import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Check, checkId } from '../../engine/check.ts';
import { caseLine } from '../../journal/case-line.ts';
import type { Judgement } from '../../journal/judgement.ts';
import type { Attempt, CaseRecord, Chain, Role } from '../../journal/record.ts';
import { toStored } from '../../journal/stored-exchange.ts';
import { judgeRecording } from '../../judges/recorded/judge-recording.ts';
import type { RecordedExchange } from '../../judges/recorded/reading/read-recording.ts';
import { requirement } from '../../requirements/catalogue.ts';
import { loadProfile, profileNames } from '../../settings/load-profile.ts';
import { allChecks } from '../../specs/all.ts';
import { everyRecord, exchange } from './arbitrary-exchange.ts';

const profiles = profileNames.map((name) => loadProfile(name));
const profile = fc.constantFrom(...profiles);

const chainKinds: readonly Chain['kind'][] = [
  'before',
  'after',
  'walk',
  'api-key',
  'token-first',
  'empty-token',
];
const chain: fc.Arbitrary<Chain> = fc.record({ kind: fc.constantFrom(...chainKinds) });
const roles: readonly Exclude<Role, 'page' | 'retry'>[] = ['probe', 'control', 'repeat', 'shrink'];

function attempts(ofPages: boolean): fc.Arbitrary<Attempt[]> {
  const one = fc.tuple(exchange, fc.constantFrom(...roles), chain, fc.nat(2));
  return fc.array(one, { minLength: 1, maxLength: 6 }).map((list) =>
    list.map(([sent, role, of, number], index) => ({
      ...(ofPages ? { role: 'page', page: { number: number + 1, chain: of } } : { role }),
      ordinal: index + 1,
      attempt: 1,
      exchange: sent,
    })),
  );
}

const wrongs: fc.Arbitrary<CaseRecord['wrong']> = fc.oneof(
  fc.constant('valid' as const),
  fc
    .tuple(
      fc.constantFrom('', '/publicKey/keyData', '/partyHint', '/users/0/id', '/__proto__/x', '/submissionId'),
      fc.constantFrom('required', 'type', 'json', 'open', 'null', 'minLength'),
    )
    .map(([pointer, keyword]) => ({ kind: keyword, pointer, keyword, name: keyword })),
);

const check: fc.Arbitrary<Check> = fc.constantFrom(...allChecks);

const caseOfCheck = check.chain((one) =>
  fc.record({
    check: fc.constant(one),
    profile,
    record: fc
      .record({
        wrong: wrongs,
        credential: fc.constantFrom('valid', 'none', 'expired', 'api-key-form'),
        attempts: attempts(one.requirement.startsWith('LU-PAGE')),
        body: fc.constantFrom('configured', 'placeholder'),
        accepted: fc.boolean(),
      })
      .map(
        ({ body, accepted, ...rest }): CaseRecord => ({
          id: `${checkId(one)}/1`,
          requirement: one.requirement,
          operation: one.operation,
          judge: 1,
          kind: 'arbitrary',
          name: 'arbitrary',
          facts: { body, accepted, pageSizeParameter: 'pageSize' },
          ...rest,
        }),
      ),
  }),
);

/** What is written to the journal can be written: no value in a judgement is nested too deep or circular. */
function isWritable(judgement: Judgement): void {
  expect(JSON.parse(JSON.stringify(judgement)).control).toBe(judgement.control);
}

describe('nothing that a target sends makes a judge throw', () => {
  it('of any check, under any profile', () => {
    fc.assert(
      fc.property(caseOfCheck, ({ check: { judge }, record, profile: under }) => {
        isWritable(judge(record, { requirement: requirement(record.requirement), profile: under }));
        JSON.stringify(caseLine(record));
        for (const each of record.attempts) JSON.stringify(toStored(each.exchange));
      }),
      { numRuns: 800 },
    );
  });

  it.each(
    allChecks.filter(({ judge }, index) => allChecks.findIndex((each) => each.judge === judge) === index),
  )(
    'of the kind that $requirement has on $operation, on one exchange of each kind',
    ({ judge, requirement: id, operation }) => {
      const context = { requirement: requirement(id) };
      for (const under of profiles)
        fc.assert(
          fc.property(attempts(id.startsWith('LU-PAGE')), (list) => {
            const record = {
              id: 'x/1',
              requirement: id,
              operation,
              judge: 1,
              kind: 'x',
              name: 'x',
              facts: {},
            };
            isWritable(
              judge(
                { ...record, wrong: 'valid', credential: 'valid', attempts: list },
                { ...context, profile: under },
              ),
            );
          }),
          { numRuns: 150 },
        );
    },
    120_000,
  );
});

/** Recorded exchanges, altered, beside unaltered ones that show the state of the target. */
const record: fc.Arbitrary<RecordedExchange> = fc
  .record({
    exchange,
    given: fc.constantFrom(...everyRecord),
    name: fc.oneof(
      fc.constantFrom('a', '.', '', 'auth.x', 'auth.execute.expired', '__proto__.constructor'),
      fc.string(),
    ),
    op: fc.constantFrom('generate-topology', 'execute', 'list-users', '', '__proto__', 'constructor'),
    group: fc.constantFrom('', 'auth', 'order', 'x'),
    version: fc.oneof(fc.constantFrom('HTTP/1.1', 'HTTP/2.0', 'HTTP/1.0'), fc.string({ maxLength: 9 })),
    isShort: fc.boolean(),
  })
  .map(({ exchange: sent, given, isShort, ...rest }) => ({
    ...rest,
    exchange: sent,
    sentBytes: sent.request.body.length + (isShort && given.name.length % 9 === 0 ? 1 : 0),
  }));

describe('nothing that a recording holds makes it throw', () => {
  it('whatever the records are', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 8 }), profile, (records, under) => {
        const { judged, together, unclassified } = judgeRecording(records, under);
        expect(judged.length + unclassified.length).toBe(records.length);
        for (const { judgement } of judged) isWritable(judgement);
        isWritable(together);
      }),
      { numRuns: 400 },
    );
  });
});
