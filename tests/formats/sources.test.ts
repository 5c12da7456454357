import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { schemaBytes } from './published.ts';
import sources from './schemas/sources.json' with { type: 'json' };

test('Every schema that is kept here is listed with its source, and no other.', () => {
  const kept = readdirSync(new URL('schemas', import.meta.url), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'sources.json')
    .map(({ parentPath, name }) => `${parentPath}/${name}`.split('/schemas/').at(-1));
  expect(kept.sort()).toEqual(sources.map(({ file }) => file).sort());
});

test.each(sources)(
  '$file is the file that was published, or the part of it that its source names, byte for byte.',
  ({ file, sha256, ...about }) => {
    expect(createHash('sha256').update(schemaBytes(file)).digest('hex')).toBe(sha256);
    for (const name of ['format', 'by', 'source', 'version', 'licence'] as const)
      expect(about[name]).toMatch(/\S/);
  },
);
