import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadProfile, profileNames } from '../../settings/load-profile.ts';

test.each(profileNames)('The shipped profile %s is one that could be given by its path.', (name) => {
  const path = fileURLToPath(new URL(`../../profiles/${name}.json`, import.meta.url));
  expect(loadProfile(path)).toEqual(loadProfile(name));
});
