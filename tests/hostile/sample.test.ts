import { test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { holds } from './hold.ts';

const sample = Object.values(catalogue).flatMap((rows) => rows.filter((row) => row.sample === true));

for (const scheme of ['http', 'https'] as const)
  test.concurrent.each(sample)(
    `A run over ${scheme} holds against a target that misbehaves: $name`,
    { timeout: 900_000 },
    async (row) => {
      await holds(row, 'quick', scheme);
    },
  );
