import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { faults } from '../../reference/faults/catalogue.ts';
import { requirement, requirements } from '../../requirements/catalogue.ts';

const document = readFileSync(new URL('../../requirements/interface.md', import.meta.url), 'utf8');

it('there are at least 200 faults', () => {
  expect(faults.length).toBeGreaterThanOrEqual(200);
});

it('each fault has an id of its own, in lower case with hyphens', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  for (const { id } of faults) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
});

it('each fault has a title of its own that is a sentence', () => {
  expect(new Set(faults.map(({ title, operations }) => `${operations} ${title}`)).size).toBe(faults.length);
  for (const { title } of faults) expect(title).toMatch(/^["A-Za-z0-9].+\.$/s);
});

it('each fault quotes interface.md verbatim', () => {
  for (const { id, quote } of faults) {
    expect(quote.length, id).toBeGreaterThan(10);
    expect(document.includes(quote), `${id} quotes ${quote}`).toBe(true);
  }
});

it('each fault breaks known requirements of level MUST on its operations', () => {
  for (const { id, requirements: ids, operations } of faults) {
    expect(ids.length, id).toBeGreaterThan(0);
    for (const each of ids.map(requirement)) {
      expect(each.level, `${id}: ${each.id}`).toBe('MUST');
      expect(each.excluded, `${id}: ${each.id}`).toBeUndefined();
      expect(
        each.operations.some((operation) => operations.includes(operation)),
        `${id}: ${each.id}`,
      ).toBe(true);
    }
  }
});

it('each MUST is broken by a fault on each of its operations', () => {
  const musts = requirements.filter(({ level, excluded }) => level === 'MUST' && excluded === undefined);
  const unbroken = musts.flatMap(({ id, operations }) =>
    operations
      .filter(
        (operation) =>
          !faults.some(
            ({ requirements: [first], operations: own }) => first === id && own.includes(operation),
          ),
      )
      .map((operation) => `${id} on ${operation}`),
  );
  expect(unbroken).toEqual([]);
});
