import { describe, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { holds } from './hold.ts';
import { tell } from './table.ts';

for (const [kind, rows] of Object.entries(catalogue)) {
  describe.concurrent(`A run holds against a target with hostile ${kind.toLowerCase()}:`, () => {
    test.each(rows)('$name', async (row) => {
      tell(kind, row, await holds(row, 'standard'));
    });
  });
  describe.concurrent(`A run over TLS holds against a target with hostile ${kind.toLowerCase()}:`, () => {
    test.each(rows)('$name', async (row) => {
      await holds(row, 'quick', 'https');
    });
  });
}
