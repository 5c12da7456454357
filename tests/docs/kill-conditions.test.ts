import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everyFault } from '../../reference/changes.ts';
import {
  chancesByCondition,
  missedWords,
  probabilityOfMissing,
  readChances,
  withChances,
} from '../prove/chance.ts';
import { matrixPage } from '../prove/matrix-page.ts';

const path = join(import.meta.dirname, '..', '..', 'docs', 'kill-conditions.json');
const some = everyFault.filter(({ only }) => only !== undefined);
const [one, other] = some.map(({ id }) => id);
const always = everyFault.find(({ only }) => only === undefined)?.id ?? '';

// Written again by `npm run prove -- --conditions --write`.
test('Every fault in the list of probabilities shows only in a circumstance, and was condemned at least once.', () => {
  expect(existsSync(path)).toBe(true);
  const { faults } = readChances(path);
  const known = new Set(some.map(({ id }) => id));
  expect(Object.keys(faults).filter((id) => !known.has(id))).toEqual([]);
  for (const [id, { runs, killed, missed }] of Object.entries(faults)) {
    expect(runs - killed, id).toBe(missed.length);
    expect(killed, id).toBeGreaterThan(0);
  }
});

test('The probability of missing follows the rule of succession.', () => {
  expect(probabilityOfMissing({ runs: 0, killed: 0 })).toBe(0.5);
  expect(probabilityOfMissing({ runs: 3, killed: 3 })).toBe(0.2);
  expect(missedWords({ runs: 3, killed: 2 })).toBe('1 of 3 (40 %)');
  expect(missedWords({ runs: 300, killed: 300 })).toBe('0 of 300 (0.3 %)');
});

test('New results replace those of the same fault; faults that always show, or are gone, are left out.', () => {
  const chance = { runs: 3, killed: 3, missed: [] };
  const better = { runs: 9, killed: 9, missed: [] };
  const before = withChances({ schemaVersion: 1, faults: {} }, { [`${one}`]: chance, [`${other}`]: chance });
  const after = withChances(before, { [`${other}`]: better, [always]: chance, 'no-fault': chance });
  expect(after.faults).toEqual({ [`${one}`]: chance, [`${other}`]: better });
});

test('The page says which fault shows only where, and how often it was missed.', () => {
  const chances = {
    schemaVersion: 1 as const,
    faults: { [`${one}`]: { runs: 3, killed: 2, missed: [{ seed: '1', nonce: 'n' }] } },
  };
  const matrix = {
    schemaVersion: 1 as const,
    faults: { total: 1, killed: 1 },
    variants: { total: 0, condemned: 0 },
    musts: { total: 1, proven: 1 },
    kills: { [`${one}`]: ['GT-SUCCESS@generate-topology'] },
    standardOnly: [`${one}`],
    problems: [],
  };
  const row = matrixPage(matrix, chances)
    .split('\n')
    .find((line) => line.startsWith(`| \`${one}\` |`));
  expect(row).toContain(
    `| ${some[0]?.only} | \`standard\` | 1 of 3 (40 %) | \`GT-SUCCESS\` on generate-topology |`,
  );
  const summed = chancesByCondition(chances).find(({ only }) => only === some[0]?.only);
  expect(summed).toMatchObject({ tried: 1, runs: 3, killed: 2 });
});
