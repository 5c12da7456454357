import { devices } from './devices.ts';
import { devised } from './devised.ts';
import { learned } from './learned.ts';
import { noticed } from './noticed.ts';
import { all, type Watched } from './recognizers.ts';
import { reported } from './reported.ts';

/** Those that are tried one by one too, except one that must be taught. */
const tried = devices
  .filter(({ id }) => id !== 'default-seed')
  .map(({ id, by, recognizer }): Watched => {
    return { id, by, sees: all, recognizer: () => recognizer({ bodies: new Set() }) };
  });

export const watched: readonly Watched[] = [...tried, ...reported, ...devised, ...learned, ...noticed];
