import { describe, expect, test } from 'vitest';
import { type Check, checkId } from '../../engine/check.ts';
import { meantBy, namedChecks, nameOfCase } from '../../engine/named-checks.ts';
import { soakParts } from '../../engine/soak-plan.ts';
import { relationRequirements } from '../../judges/generate-topology/relations.ts';
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

describe('the shards of a run', () => {
  const shardsOf = (check: Pick<Check, 'requirement' | 'operation'>, total: number): number[] =>
    Array.from({ length: total }, (_, at) => at + 1).filter((index) =>
      meantBy({ shard: { index, total } })(check),
    );

  test.each([1, 2, 3, 7])('conduct each check once, in %i parts.', (total) => {
    for (const check of namedChecks) expect(shardsOf(check, total)).toHaveLength(1);
  });

  test('compare with the preflight of the first one.', () => {
    for (const requirement of [...relationRequirements, 'HTTP-STABLE'])
      expect(shardsOf({ requirement, operation: 'generate-topology' }, 4)).toEqual([1]);
  });

  test('keep the checks of execute together, and what leaves connections idle with what uses them.', () => {
    for (const check of allChecks) {
      const { operation, opensIdle } = check;
      if (operation !== 'execute-submission' && opensIdle !== true) continue;
      expect(shardsOf(check, 5)).toEqual(shardsOf({ requirement: 'HTTP-STABLE', operation }, 5));
    }
  });
});
