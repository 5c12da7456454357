import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Check, checkId } from '../../engine/check.ts';
import { requirements } from '../../requirements/catalogue.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { allChecks, checkOfCase } from '../../specs/all.ts';

const root = new URL('../../', import.meta.url);
const ids = allChecks.map(checkId);

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

/** The names of the specs of an operation, in the order in which `all.ts` imports them. */
function specsOf(operation: Operation): string[] {
  const all = readFileSync(new URL('specs/all.ts', root), 'utf8');
  return [...all.matchAll(/^import '\.\/([^/]+)\/([^/]+)\.spec\.ts';$/gm)]
    .filter(([, folder]) => folder === operation)
    .map(([, , name = '']) => name);
}

describe.each(operationStems)('%s', (stem) => {
  test('has all of its specs in all.ts, in the order of their names: so Playwright orders files. Keys that end runtimes come last.', () => {
    const names = readdirSync(new URL(`specs/${stem}/`, root))
      .filter((name) => name.endsWith('.spec.ts'))
      .map((name) => name.replace(/\.spec\.ts$/, ''))
      .sort();
    const last: string[] = names.filter((name) => name === 'key-data');
    expect(specsOf(stem)).toEqual([...names.filter((name) => !last.includes(name)), ...last]);
  });

  test('has a soak, which is declared before its successes.', () => {
    const names = specsOf(stem);
    expect(names.indexOf('soak')).toBeGreaterThan(-1);
    expect(names.indexOf('soak')).toBeLessThan(names.indexOf('success'));
  });

  test('opens idle connections in one check, which comes before the one that uses them.', () => {
    const own = allChecks.filter(({ operation }) => operation === stem);
    const opening = own.filter(({ opensIdle }) => opensIdle === true);
    expect(opening).toHaveLength(1);
    expect(own.indexOf(opening[0] as Check)).toBe(0);
  });
});

test('On execute the success of a body comes after its refusals.', () => {
  const names = specsOf('execute-submission');
  const before = names.slice(0, names.indexOf('success'));
  expect(before).toEqual(['body', 'credentials', 'failures', 'request-fields', 'signature', 'soak']);
});

test('Each id of a requirement stands in one place of the specs.', () => {
  const folder = new URL('specs/', root);
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n');
  const declared = [...texts.matchAll(/\.\.\.\w+(?:\([^)]*\))?\(\s*'([A-Z0-9-]+)'/g)].map(
    ([, id = '']) => id,
  );
  const once = new Set(declared);
  expect(new Set(allChecks.map(({ requirement: id }) => id))).toEqual(once);
  const several = declared.filter((id, at) => declared.indexOf(id) !== at);
  expect(several.sort()).toEqual([
    'HTTP-OPEN-LARGE-BODY',
    'HTTP-OPEN-SUCCESS-STATUS',
    'HTTP-STABLE',
    'HTTP-STABLE',
  ]);
});
