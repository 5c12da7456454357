import { expect, test } from 'vitest';
import { checkId } from '../../engine/check.ts';
import { namedChecks, nameOfCase } from '../../engine/named-checks.ts';
import { soakParts } from '../../engine/soak-plan.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { allChecks } from '../../specs/all.ts';

test('The names of checks are those of the checks.', () => {
  expect(namedChecks.map(checkId).sort()).toEqual(allChecks.map(checkId).sort());
});

test('A case is of the check whose id its own begins with.', () => {
  const [check] = namedChecks;
  if (check === undefined) throw new Error('There are no checks.');
  expect(nameOfCase(`${checkId(check)}/7`)).toEqual(check);
  expect(nameOfCase('NO-SUCH-CHECK@list-users/7')).toBeUndefined();
});

test('A soak has a part for each operation.', () => {
  expect(soakParts.map(({ check }) => check.operation)).toEqual(operationStems);
  expect(soakParts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
});
