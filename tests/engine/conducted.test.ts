import { expect, test } from 'vitest';
import { checkId } from '../../engine/check.ts';
import { isConducted } from '../../engine/named-checks.ts';
import { allChecks } from '../../specs/all.ts';

const conducted = (only: string): string[] =>
  allChecks.filter((check) => isConducted(only, check)).map(checkId);

test('A rejection that counts only if the same request succeeds later brings that success along.', () => {
  expect(conducted('EX-REQ-USERID@execute-submission')).toEqual([
    'EX-REQ-USERID@execute-submission',
    'EX-SUCCESS@execute-submission',
  ]);
  expect(conducted('GT-REQ-KEYDATA@generate-topology')).toEqual(['GT-REQ-KEYDATA@generate-topology']);
});

test('A requirement brings along what else can condemn it: all of its operation, if each answer is judged for it.', () => {
  const kept = conducted('GT-REQ-KEYDATA');
  expect(kept).toContain('HTTP-STABLE@generate-topology');
  expect(kept).not.toContain('GT-REQ-FORMAT@generate-topology');
  expect(conducted('AUTH-STAYS-WRONG')).toContain('AUTH-STAYS-VALID@list-users');
  expect(conducted('LU-RES-USERS')).toEqual(conducted('list-users'));
  expect(conducted('GT-OPEN-HINT')).toEqual(['GT-OPEN-HINT@generate-topology']);
});
