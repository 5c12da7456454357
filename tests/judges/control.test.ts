import { describe, expect, test } from 'vitest';
import type { CaseRecord } from '../../journal/record.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Answer } from '../../wire/exchange.ts';
import { caseOf, condemned, error, findingsOf, json, judge, text, topology, wrong } from './records.ts';

const gt = 'generate-topology';
const ex = 'execute-submission';

describe('an execute body that was accepted before', () => {
  const used = { facts: { body: 'body-1', accepted: true } };

  test('shows nothing by a 409 to a valid request.', () => {
    const judgement = judge(caseOf(ex, 'EX-SUCCESS', [{ answer: error(409) }], used));
    expect(judgement.findings).toEqual([]);
    expect(judgement.judged['EX-SUCCESS']).toBeUndefined();
    expect(judgement.control).toBe('none');
  });

  test('shows nothing by a 409 to a wrong one.', () => {
    const judgement = judge(caseOf(ex, 'EX-REQ-USERID', [{ answer: error(409) }], { ...wrong, ...used }));
    expect(judgement.judged['EX-REQ-USERID']).toBeUndefined();
    expect(judgement.control).toBe('none');
  });

  test('may be one whose acceptance was lost, so that the repetition is answered 409.', () => {
    const lost = [{ failure: 'closed', ordinal: 1 } as const, { answer: error(409), ordinal: 1 }];
    const judgement = judge(caseOf(ex, 'EX-SUCCESS', lost, { facts: { body: 'body-1', accepted: false } }));
    expect(judgement).toMatchObject({ findings: [], control: 'none', recovered: 1 });
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

describe('the control', () => {
  const refused = (
    made: Parameters<typeof caseOf>[2],
    more: Partial<CaseRecord> = {},
    id = 'GT-REQ-PARTYHINT',
    operation: Operation = gt,
  ) => judge(caseOf(operation, id, made, { ...wrong, ...more })).control;
  const probe = { answer: text(400, 'no') };

  test('succeeded where every one did.', () => {
    expect(refused([{ role: 'control', answer: json(200, topology) }, probe])).toBe('succeeded');
  });

  test('failed where one did not, and is condemned for that.', () => {
    const made = [{ role: 'control', answer: error(404) } as const, probe];
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

  test('is none for a placeholder execute body, which shows no acceptance.', () => {
    const probes = [{ answer: error(400) }];
    expect(refused(probes, { facts: { body: 'placeholder' } }, 'EX-REQ-USERID', ex)).toBe('none');
  });

  test('that names a placeholder synchronizer is not condemned for its refusal, and shows no success.', () => {
    const made = [{ role: 'control', answer: error(404) } as const, probe];
    const record = caseOf(gt, 'GT-REQ-PARTYHINT', made, { ...wrong, facts: { body: 'placeholder' } });
    expect(judge(record)).toMatchObject({ findings: [], control: 'none' });
  });

  test('of a credential on a placeholder body has succeeded where the valid credential got further.', () => {
    const made = (control: Answer) => [{ role: 'control', answer: control } as const, { answer: error(401) }];
    const more = { wrong: 'valid', credential: 'none', facts: { body: 'placeholder' } } as const;
    expect(refused(made(error(400)), more, 'AUTH-REQUIRED', ex)).toBe('succeeded');
    expect(refused(made(error(403)), more, 'AUTH-REQUIRED', ex)).toBe('failed');
  });

  test('of a credential on a placeholder body has failed where the valid one was not answered, or there was none.', () => {
    const more = { wrong: 'valid', credential: 'none', facts: { body: 'placeholder' } } as const;
    const probed = { answer: error(401) };
    expect(refused([{ role: 'control', failure: 'closed' }, probed], more, 'AUTH-REQUIRED', ex)).toBe(
      'failed',
    );
    expect(refused([probed], more, 'AUTH-REQUIRED', ex)).toBe('failed');
    expect(refused([{ role: 'control', answer: error(401) }, probed], more, 'AUTH-REQUIRED', ex)).toBe(
      'failed',
    );
    const both = [
      { role: 'control', answer: error(401) } as const,
      { role: 'control', answer: error(404) } as const,
    ];
    expect(refused([...both, probed], more, 'AUTH-REQUIRED', ex)).toBe('succeeded');
    expect(refused([...both, probed], more, 'AUTH-REQUIRED', gt)).toBe('succeeded');
  });

  test('is none where a used body was answered 409, and pending where it was refused otherwise.', () => {
    const facts = { body: 'body-1', accepted: true };
    expect(refused([{ answer: error(409) }], { facts }, 'EX-REQ-USERID', ex)).toBe('none');
    expect(refused([{ answer: error(400) }], { facts }, 'EX-REQ-USERID', ex)).toBe('pending');
    const one = [{ answer: error(400) }, { answer: error(409) }];
    expect(refused(one, { facts }, 'EX-REQ-USERID', ex)).toBe('none');
    const beside = [{ role: 'control', answer: error(409) } as const, { answer: error(400) }];
    expect(refused(beside, { facts }, 'EX-REQ-USERID', ex)).toBe('pending');
  });

  test('failed where one of several did, or was not answered.', () => {
    const good = { role: 'control', answer: json(200, topology) } as const;
    expect(refused([good, good, probe])).toBe('succeeded');
    expect(refused([good, { role: 'control', answer: error(404) }, probe])).toBe('failed');
    expect(refused([good, { role: 'control', failure: 'timeout' }, probe])).toBe('failed');
  });

  test('succeeded where one did, and another was turned away: the target was busy (ruling 46).', () => {
    const good = { role: 'control', answer: json(200, topology) } as const;
    expect(refused([good, { role: 'control', failure: 'closed' }, probe])).toBe('succeeded');
    expect(refused([good, { role: 'control', answer: error(503) }, probe])).toBe('succeeded');
    expect(refused([{ role: 'control', failure: 'closed' }, probe])).toBe('failed');
  });
});

describe('a request that may succeed is its own control, and', () => {
  const own = (
    made: Parameters<typeof caseOf>[2],
    more: Partial<CaseRecord> = {},
    operation: Operation = gt,
  ) => judge(caseOf(operation, operation === gt ? 'GT-SUCCESS' : 'EX-SUCCESS', made, more)).control;
  const used = { facts: { body: 'body-1', accepted: true } };

  test('is none where it was never answered.', () => {
    expect(own([{ failure: 'closed' }])).toBe('none');
    expect(own([{ role: 'control', answer: json(200, topology) }])).toBe('none');
  });

  test('succeeded where all of its answers did.', () => {
    expect(own([{ answer: json(200, topology) }, { answer: json(200, topology) }])).toBe('succeeded');
    expect(own([{ answer: json(200, topology) }, { answer: error(404) }])).toBe('failed');
    expect(own([{ answer: json(200, topology) }, { role: 'repeat', answer: error(404) }])).toBe('failed');
    expect(own([{ answer: json(200, topology) }, { role: 'control', answer: error(404) }])).toBe('succeeded');
  });

  test('is shown by the repetition of a used body, where the first try says nothing.', () => {
    const again = { role: 'repeat', answer: json(200, {}) } as const;
    expect(own([{ answer: error(409) }, again], used, ex)).toBe('succeeded');
    expect(own([{ answer: error(400) }, again], used, ex)).toBe('failed');
  });

  test('is refused by a 409 where nothing says that the body was taken before.', () => {
    expect(own([{ answer: error(409) }], { facts: { accepted: 'yes' } }, ex)).toBe('failed');
    expect(own([{ answer: error(409) }], used, gt)).toBe('failed');
    const busy = [{ answer: error(503) }, { answer: error(409), ordinal: 1 }];
    expect(own(busy, { facts: { body: 'body-1' } }, ex)).toBe('failed');
  });
});
