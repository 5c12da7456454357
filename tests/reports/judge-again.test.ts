import { beforeAll, expect, test } from 'vitest';
import type { JudgementLine } from '../../journal/journal-line.ts';
import type { RunJournal } from '../../journal/run-journal.ts';
import { faults } from '../../reference/faults/catalogue.ts';
import { judgeAgain } from '../../reports/replay/judge-again.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { allChecks } from '../../specs/all.ts';
import { conductInProcess } from '../specs/in-process.ts';
import { aHeader, aPreflight } from './journal-fixture.ts';

let journal: RunJournal;
let condemning: JudgementLine;

beforeAll(async () => {
  const fault = faults.find(({ id }) => id === 'list-users-user-id-is-a-number');
  if (fault === undefined) throw new Error('There is no such fault.');
  const checks = allChecks.filter(({ requirement }) => requirement === 'LU-SUCCESS');
  const { lines, exchanges } = (await conductInProcess({ fault }, { CONFORMANCE_EFFORT: 'quick' }, checks))
    .journal;
  const judged = lines.filter((line) => line.type === 'judgement');
  const found = judged.find(({ findings }) => findings.length > 0);
  if (found === undefined) throw new Error('Nothing was found.');
  condemning = JSON.parse(JSON.stringify(found)) as JudgementLine;
  journal = {
    header: aHeader(),
    preflight: aPreflight(),
    problems: [],
    cases: lines.filter((line) => line.type === 'case'),
    judgements: new Map(judged.map((line) => [line.case, JSON.parse(JSON.stringify(line)) as JudgementLine])),
    checks: lines.filter((line) => line.type === 'check'),
    exchanges,
  };
});

function againWith(judgement: JudgementLine) {
  const judgements = new Map([...journal.judgements, [judgement.case, judgement] as const]);
  const options = { strict: false, requireAll: false };
  return judgeAgain({ ...journal, judgements }, { ...options, profile: loadProfile('document') });
}

test('A run that is judged again by the same suite gives the same judgements, word for word.', () => {
  expect(againWith(condemning)).toMatchObject({ differing: [], reworded: [], notJudged: [] });
});

test('A judgement in other words decides the same, and is listed as reworded.', () => {
  const findings = condemning.findings.map((finding) => ({ ...finding, message: 'all is well' }));
  expect(againWith({ ...condemning, findings })).toMatchObject({
    differing: [],
    reworded: [condemning.case],
  });
});

test('A judgement without its findings decides otherwise.', () => {
  expect(againWith({ ...condemning, findings: [] })).toMatchObject({
    differing: [condemning.case],
    reworded: [],
  });
});
