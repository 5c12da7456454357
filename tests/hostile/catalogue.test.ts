import { describe, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { holds } from './hold.ts';
import { tell } from './table.ts';

/** Kinds of what comes over the connection; what a text or a status does, it does over TLS as well. */
const overTls = ['Connections', 'Framing', 'Sizes', 'Times'];

for (const [kind, rows] of Object.entries(catalogue)) {
  describe.concurrent(`A run holds against a target with hostile ${kind.toLowerCase()}:`, () => {
    test.each(rows)('$name', async (row) => {
      tell(kind, row, await holds(row, 'standard'));
    });
  });
  if (!overTls.includes(kind)) continue;
  describe.concurrent(`A run over TLS holds against a target with hostile ${kind.toLowerCase()}:`, () => {
    test.each(rows)('$name', async (row) => {
      await holds(row, 'quick', 'https');
    });
  });
}
