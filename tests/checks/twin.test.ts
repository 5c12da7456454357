import { describe, expect, test } from 'vitest';
import type { Answer } from '../../harness/exchange.ts';
import type { CaseRecord } from '../../harness/record.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { caseOf, condemned, error, json, judge, text } from './records.ts';

const gt = 'generate-topology';
const ex = 'execute-submission';

const wrong: Partial<CaseRecord> = {
  wrong: { pointer: '/partyHint', keyword: 'type', name: 'partyHint a number' },
};
const topology = json(200, {
  partyId: 'hint::1220',
  publicKeyFingerprint: '1220',
  topologyTransactions: ['CgJhYRAe'],
  multiHash: 'h',
});

function findingsOf(
  operation: Operation,
  id: string,
  answer: Answer,
  more: Partial<CaseRecord> = {},
): string[] {
  return condemned(judge(caseOf(operation, id, [{ answer }], more)));
}

describe('an execute body that was accepted before', () => {
  const used = { facts: { body: 'body-1', accepted: true } };

  test('shows nothing by a 409 to a valid request.', () => {
    const judgement = judge(caseOf(ex, 'EX-SUCCESS', [{ answer: error(409) }], used));
    expect(judgement.findings).toEqual([]);
    expect(judgement.judged['EX-SUCCESS']).toBeUndefined();
    expect(judgement.twin).toBe('none');
  });

  test('shows nothing by a 409 to a wrong one.', () => {
    const judgement = judge(caseOf(ex, 'EX-REQ-USERID', [{ answer: error(409) }], { ...wrong, ...used }));
    expect(judgement.judged['EX-REQ-USERID']).toBeUndefined();
    expect(judgement.twin).toBe('none');
  });

  test('may be one whose acceptance was lost, so that the repetition is answered 409.', () => {
    const lost = [{ failure: 'closed', ordinal: 1 } as const, { answer: error(409), ordinal: 1 }];
    const judgement = judge(caseOf(ex, 'EX-SUCCESS', lost, { facts: { body: 'body-1', accepted: false } }));
    expect(judgement).toMatchObject({ findings: [], twin: 'none', recovered: 1 });
  });

  test('has the form of the 409 judged.', () => {
    expect(findingsOf(ex, 'EX-SUCCESS', error(409, { cause: 1 }), used)).toEqual(['ERR-CAUSE']);
  });

  test('is refused for good by another status.', () => {
    expect(findingsOf(ex, 'EX-SUCCESS', error(400), used)).toEqual(['EX-SUCCESS']);
  });

  test('A 409 on a body that was not accepted is a refusal.', () => {
    expect(findingsOf(ex, 'EX-SUCCESS', error(409), { facts: { body: 'body-1', accepted: false } })).toEqual([
      'EX-SUCCESS',
    ]);
  });
});

describe('the twin', () => {
  const refused = (
    made: Parameters<typeof caseOf>[2],
    more: Partial<CaseRecord> = {},
    id = 'GT-REQ-PARTYHINT',
    operation: Operation = gt,
  ) => judge(caseOf(operation, id, made, { ...wrong, ...more })).twin;
  const probe = { answer: text(400, 'no') };

  test('succeeded where every one did.', () => {
    expect(refused([{ role: 'twin', answer: topology }, probe])).toBe('succeeded');
  });

  test('failed where one did not, and is condemned for that.', () => {
    const made = [{ role: 'twin', answer: error(404) } as const, probe];
    expect(refused(made)).toBe('failed');
    expect(condemned(judge(caseOf(gt, 'GT-REQ-PARTYHINT', made, wrong)))).toEqual(['GT-SUCCESS']);
  });

  test('is none where there was none.', () => {
    expect(refused([probe])).toBe('none');
  });

  test('is pending for a configured execute body, whose success comes last.', () => {
    const probes = [{ answer: error(400) }];
    expect(refused(probes, { facts: { body: 'body-1', accepted: false } }, 'EX-REQ-USERID', ex)).toBe(
      'pending',
    );
  });

  test('is none for a made-up execute body, which shows no acceptance.', () => {
    const probes = [{ answer: error(400) }];
    expect(refused(probes, { facts: { body: 'made-up' } }, 'EX-REQ-USERID', ex)).toBe('none');
  });

  test('that names a made-up synchronizer is not condemned for its refusal, and shows no success.', () => {
    const made = [{ role: 'twin', answer: error(404) } as const, probe];
    const record = caseOf(gt, 'GT-REQ-PARTYHINT', made, { ...wrong, facts: { body: 'made-up' } });
    expect(judge(record)).toMatchObject({ findings: [], twin: 'none' });
  });

  test('of a credential on a made-up body has succeeded where the valid credential got further.', () => {
    const made = (twin: Answer) => [{ role: 'twin', answer: twin } as const, { answer: error(401) }];
    const more = { wrong: 'valid', credential: 'none', facts: { body: 'made-up' } } as const;
    expect(refused(made(error(400)), more, 'AUTH-REQUIRED', ex)).toBe('succeeded');
    expect(refused(made(error(403)), more, 'AUTH-REQUIRED', ex)).toBe('failed');
  });
});
