import { describe, expect, test } from 'vitest';
import { attacks } from './attacks.ts';
import { growthOf } from './measured-growth.ts';
import { readers } from './readers.ts';

describe.each(Object.entries(readers))(
  'The time is in proportion to what a target writes: %s reads',
  (_, read) => {
    test.each(Object.entries(attacks))('%s.', (__, [front, pump]) => {
      expect(growthOf((size) => front + pump.repeat(Math.ceil(size / pump.length)), read)).toBeLessThan(3);
    });
  },
);
