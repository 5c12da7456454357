import { execFileSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { engineFlags } from '../../settings/engine-flags.ts';
import { collectGarbage } from '../../wire/steady-heap.ts';

const [major = ''] = process.versions.node.split('.');
const flags = Object.values(engineFlags[major] ?? {});

test('V8 has every flag that is set for this version of Node.', () => {
  const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  const known = new Set(options.match(/--[a-z0-9-]+/g));
  const names = flags.map((flag) => flag.replace(/=.*$/, '').replace(/^--no-/, '--'));
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  expect(known.has('--interrupt-budget'), 'flags differ between versions').toBe(major === '20');
});

test('A version that is not listed runs without flags.', () => {
  expect(engineFlags['21']).toBeUndefined();
});

test.runIf(flags.length > 0)('Collecting garbage frees what is no longer used.', async () => {
  let large: object | undefined = { bytes: Buffer.alloc(1_000_000) };
  const held = new WeakRef(large);
  large = undefined;
  // A weak reference holds its target until the end of the task that made it.
  await setTimeout(0);
  collectGarbage();
  expect(held.deref()).toBeUndefined();
});
