import { beforeAll, expect, test } from 'vitest';
import { archiveOf } from '../../certificate/archive.ts';
import { controlsOf } from '../attack/controls.ts';
import { sample } from '../attack/forgeries.ts';
import type { Base } from '../attack/forgery.ts';
import { entriesOf } from '../attack/groups/archives.ts';
import { tryBundle } from '../attack/try-forgery.ts';
import { zipOf } from '../attack/zip-writer.ts';
import { sharedCertificate, strangersKey } from './certificate.ts';

let base: Base;

beforeAll(async () => {
  const { key: vendor, folder: _, ...shared } = await sharedCertificate();
  base = { ...shared, vendor, stranger: await strangersKey() };
}, 900_000);

// `npm run attack` verifies all of them, and attach.test.ts those with attachments; each takes some 8 seconds.
test.for(['archive', 'challenged run'])(
  'What is genuine is valid: %s.',
  { timeout: 900_000 },
  async (form) => {
    expect(await tryBundle(base, controlsOf(base)[form] ?? {})).toEqual({ status: 0, said: 'valid' });
  },
);

test('Without a change, the archive of the forger is that of the suite.', () => {
  const entries = entriesOf(base);
  const genuine = archiveOf(new Map(entries.map(({ name, content }) => [name, content])));
  expect(zipOf(entries).equals(genuine)).toBe(true);
});

test.for(sample.map((each) => [`${each.group}: ${each.name}`, each] as const))(
  '%s is refused.',
  { timeout: 900_000 },
  async ([, { forge, status, says }]) => {
    const ended = await tryBundle(base, forge(base));
    expect(ended).toEqual({ status, said: expect.stringContaining(says) });
  },
);
