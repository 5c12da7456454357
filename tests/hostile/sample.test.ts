import { test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { holds } from './hold.ts';

const sample = Object.values(catalogue).flatMap((rows) => rows.filter((row) => row.sample === true));

test.concurrent.each(sample)(
  'A run holds against a target that misbehaves: $name',
  { timeout: 300_000 },
  async (row) => {
    await holds(row, 'quick');
  },
);
