import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allChecks, checkOfCase, concernsOf } from '../../checks/checks.ts';
import { checks as executeSubmissionChecks } from '../../checks/execute-submission/checks.ts';
import { soakProperties } from '../../checks/soak-properties.ts';
import { requirements } from '../../requirements/catalogue.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { checkId } from '../../session/check.ts';

const root = new URL('../../', import.meta.url);
const ids = allChecks.map(checkId);

/** The concerns that a spec declares, each with the ids of its checks. */
function declaredIn(text: string): [concern: string, ids: string[]][] {
  return [...text.matchAll(/^test\.describe\('([^']+)', \(\) => \{\n([\s\S]*?)^\}\);$/gm)].map(
    ([, concern = '', checks = '']) => [
      concern,
      [...checks.matchAll(/^ {2}test\(\.\.\.check\('([^']+)'\)\);$/gm)].map(([, id = '']) => id),
    ],
  );
}

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
  test('has a spec, and one for each concern that may run at the same time; together they declare all of it, in order.', () => {
    const folder = new URL(`specs/${stem}/`, root);
    const names = readdirSync(folder);
    const [own = [], ...beside] = [
      `${stem}.spec.ts`,
      ...names.filter((name) => name !== `${stem}.spec.ts`),
    ].map((name) => declaredIn(readFileSync(new URL(name, folder), 'utf8')));
    expect(beside.map((each) => each.map(([concern]) => concern))).toEqual(
      names.filter((name) => name !== `${stem}.spec.ts`).map((name) => [name.replace(/\.spec\.ts$/, '')]),
    );
    const elsewhere = beside.flat();
    const expected = Object.entries(concerns).map(([concern, checks]) => [
      concern,
      checks.map(({ requirement }) => requirement),
    ]);
    const isElsewhere = ([concern]: readonly unknown[]) => elsewhere.some(([each]) => each === concern);
    expect(own).toEqual(expected.filter((each) => !isElsewhere(each)));
    expect(elsewhere).toEqual(expected.filter(isElsewhere));
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
