import { expect, test } from 'vitest';
import { allChecks } from '../../checks/checks.ts';
import { namedChecks, nameOfCase } from '../../checks/named-checks.ts';
import { soakParts } from '../../checks/soak-plan.ts';
import { soakProperties } from '../../checks/soak-properties.ts';
import { checkId } from '../../session/check.ts';

test('The names of checks are those of the checks.', () => {
  expect(namedChecks.map(checkId).sort()).toEqual(allChecks.map(checkId).sort());
});

test('A case is of the check whose id its own begins with.', () => {
  const [check] = namedChecks;
  if (check === undefined) throw new Error('There are no checks.');
  expect(nameOfCase(`${checkId(check)}/7`)).toEqual(check);
  expect(nameOfCase('NO-SUCH-CHECK@list-users/7')).toBeUndefined();
});

test('A soak repeats the parts of its plan.', () => {
  expect(soakProperties.map(({ check }) => checkId(check))).toEqual(
    soakParts.map(({ check }) => checkId(check)),
  );
  expect(soakParts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
});
