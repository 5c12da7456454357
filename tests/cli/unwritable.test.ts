import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exchangesFile, runFile } from '../../journal/journal.ts';
import { aFooter, aGoodRun, aHeader, aPreflight } from '../reports/journal-fixture.ts';
import { command, emptyFolder } from './command.ts';

/** The exchanges of a run without any. */
const none = { count: 0, sha256: createHash('sha256').digest('hex') };

test.for([
  [['serve', '--folder', 'file/x'], 'file/x cannot be written (ENOTDIR). Give --folder'],
  [['merge', 'results', '--output', 'file/x'], 'file/x cannot be written (ENOTDIR). Give --output'],
  [['init', '--specs'], 'specs/users.spec.ts cannot be written (EEXIST).'],
  [['init', '--yes', '--force'], '.env cannot be written'],
] as const)('%j where nothing can be written is wrong usage, and ends.', async ([args, sentence]) => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'file'), '');
  writeFileSync(join(cwd, 'specs'), '');
  mkdirSync(join(cwd, '.env'));
  mkdirSync(join(cwd, 'results'));
  const lines = [aHeader(), aPreflight(), aFooter(aGoodRun(), 'complete', none)].map(
    (line) => `${JSON.stringify(line)}\n`,
  );
  writeFileSync(join(cwd, 'results', runFile), lines.join(''));
  writeFileSync(join(cwd, 'results', exchangesFile), '');
  const { status, stderr } = await command([...args], { cwd });
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(sentence);
  expect(status).toBe(2);
});
