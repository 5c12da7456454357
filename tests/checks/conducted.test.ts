import { expect, test } from 'vitest';
import { allChecks } from '../../checks/checks.ts';
import { isConducted } from '../../checks/conducted.ts';
import { withControls } from '../../reports/replay/replay.ts';
import { checkId } from '../../session/check.ts';

const conducted = (only: string): string[] =>
  allChecks.filter((check) => isConducted(only, check)).map(checkId);

test('A rejection that counts only if the same request succeeds later brings that success along.', () => {
  expect(conducted('EX-REQ-USERID')).toEqual([
    'EX-REQ-USERID@execute-submission',
    'EX-SUCCESS@execute-submission',
  ]);
  expect(conducted('GT-REQ-KEYDATA')).toEqual(['GT-REQ-KEYDATA@generate-topology']);
});

test('Replayed checks do too, in the order of a run.', () => {
  const checks = allChecks.filter(({ requirement }) => requirement === 'EX-REQ-USERID');
  expect(withControls(checks).map(checkId)).toEqual([
    'EX-REQ-USERID@execute-submission',
    'EX-SUCCESS@execute-submission',
  ]);
});
