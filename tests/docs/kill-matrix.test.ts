import { expect, test } from 'vitest';
import killMatrix from '../../docs/kill-matrix.json' with { type: 'json' };
import { everyFault, everyVariant } from '../../reference/changes.ts';
import { textOf } from './documents.ts';

// Written again by `npm run prove -- --write`.
test('The kill matrix is of the faults and variants there are, and has no problem.', () => {
  const { faults, variants, musts, kills, problems } = killMatrix;
  expect(problems).toEqual([]);
  expect(Object.keys(kills).sort()).toEqual(everyFault.map(({ id }) => id).sort());
  expect({ faults, variants }).toEqual({
    faults: { total: everyFault.length, killed: everyFault.length },
    variants: { total: everyVariant.length, condemned: 0 },
  });
  expect(musts.proven).toBe(musts.total);
});

test('The page of the kill matrix says the same.', () => {
  const { faults, variants, musts } = killMatrix;
  expect(textOf('docs/kill-matrix.md')).toContain(
    `${faults.killed} of ${faults.total} faults killed, ${variants.condemned} of ${variants.total} conformant variants condemned, ${musts.proven} of ${musts.total} MUST requirements proven by a fault.`,
  );
});
