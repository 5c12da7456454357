import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allChecks, checkId, checkOfCase, concernsOf } from '../../checks/checks.ts';
import { checks as executeSubmissionChecks } from '../../checks/execute-submission/checks.ts';
import { soakProperties } from '../../checks/soak-properties.ts';
import { requirements } from '../../requirements/catalogue.ts';
import { operationStems } from '../../schemas/openapi.ts';

const root = new URL('../../', import.meta.url);
const ids = allChecks.map(checkId);

const textOf = (name: string, folder: URL): string => readFileSync(new URL(name, folder), 'utf8');

const operations = operationStems.map((stem) => [stem, concernsOf(stem)] as const);

test('Every requirement that is not excluded has a check on each of its operations.', () => {
  const wanted = requirements.flatMap(({ id, operations }) =>
    operations.map((operation) => `${id}@${operation}`),
  );
  expect(wanted.filter((each) => !ids.includes(each))).toEqual([]);
});

test('Every check is of a requirement that exists, on one of its operations.', () => {
  const strange = allChecks.filter(
    ({ requirement, operation }) =>
      !requirements.some(({ id, operations }) => id === requirement && operations.includes(operation)),
  );
  expect(strange.map(checkId)).toEqual([]);
});

test('No two checks share an id.', () => {
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('An excluded requirement says why, and has no operation.', () => {
  for (const { excluded, operations } of requirements)
    expect(operations.length === 0).toBe(excluded !== undefined);
});

test('The check that made a case is found by the id of the case.', () => {
  for (const check of allChecks) expect(checkOfCase(`${checkId(check)}/12`)).toBe(check);
  expect(checkOfCase('NO-SUCH@list-users/1')).toBeUndefined();
});

describe.each(operations)('%s', (stem, concerns) => {
  test('has a spec, and one for each concern that may run at the same time; together they declare all of it.', () => {
    const folder = new URL(`specs/${stem}/`, root);
    const beside = readdirSync(folder)
      .map((name) => name.replace(/\.spec\.ts$/, ''))
      .filter((name) => name !== stem);
    expect(Object.keys(concerns)).toEqual(expect.arrayContaining(beside));
    const names = beside.length === 0 ? '' : `, [${beside.map((name) => `'${name}'`).join(', ')}]`;
    expect(textOf(`${stem}.spec.ts`, folder)).toContain(`declareOperation('${stem}'${names});`);
    for (const concern of beside)
      expect(textOf(`${concern}.spec.ts`, folder)).toContain(`declareConcern('${stem}', '${concern}');`);
  });

  test('has a soak, which is declared before its successes.', () => {
    expect(soakProperties.filter(({ check }) => check.operation === stem)).toHaveLength(1);
    expect(Object.keys(concerns)).toContain('success');
  });

  test('has a file of the same stem for each concern, relations apart.', () => {
    for (const concern of Object.keys(concerns))
      expect(existsSync(new URL(`checks/${stem}/${concern}.ts`, root)), concern).toBe(true);
  });

  test('has checks of its own operation only.', () => {
    for (const check of Object.values(concerns).flat()) expect(check.operation).toBe(stem);
  });
});

test('On execute the success of a body comes after its refusals, in the order of the spec.', () => {
  const order = Object.keys(executeSubmissionChecks);
  const refusals = ['body', 'credentials', 'failures', 'request-fields', 'signature'];
  expect(order.slice(0, order.indexOf('success'))).toEqual(refusals);
  const success = allChecks.findIndex(({ requirement }) => requirement === 'EX-SUCCESS');
  for (const concern of refusals) {
    const checks = executeSubmissionChecks[concern as keyof typeof executeSubmissionChecks];
    for (const check of checks) expect(allChecks.indexOf(check)).toBeLessThan(success);
  }
});
