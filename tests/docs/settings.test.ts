import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import { envFile } from '../../cli/output/env-file.ts';
import { violationsOf } from '../../json/ajv.ts';
import settingsSchema from '../../settings/settings.schema.json' with { type: 'json' };
import { readSettings } from '../../settings/settings.ts';
import { documents, tableUnder, textOf } from './documents.ts';

const settings = Object.keys(settingsSchema.properties);
const rows = tableUnder(textOf('README.md'), 'Settings');
const example = textOf('.env.example');
const uncommented = parse(example.replace(/^# ?([A-Z][A-Z_]+=)/gm, '$1'));

test('The README lists every setting once, in the order of .env.example, and no other.', () => {
  const listed = rows.map(([name = '']) => name.replaceAll('`', ''));
  expect([...listed].sort()).toEqual([...settings].sort());
  expect(listed).toEqual(Object.keys(uncommented));
});

test('A default that the README gives is the one that a run takes.', () => {
  const defaults = new Map(rows.map(([name, , value]) => [name?.replaceAll('`', ''), value]));
  const target = { TARGET_BASE_URL: 'http://127.0.0.1:1', TARGET_TOKEN: 'a.b.c' };
  const taken = readSettings(target);
  expect(defaults.get('CONFORMANCE_SEED')).toBe(`\`${taken.seed}\``);
  expect(defaults.get('CONFORMANCE_EFFORT')).toBe(`\`${taken.effort}\``);
  expect(defaults.get('CONFORMANCE_CASES')).toBe(`\`${taken.cases}\``);
  expect(defaults.get('CONFORMANCE_CONCURRENCY')).toBe(`\`${taken.concurrency}\``);
  expect(defaults.get('CONFORMANCE_OUTPUT')).toBe(`\`${taken.output}\``);
  expect(defaults.get('TARGET_TIMEOUT_MS')).toBe(`\`${taken.target?.timeoutMs}\``);
});

test('.env.example is made from the schema of the settings.', async () => {
  const head = [
    '# Settings of ledger-conformance. Copy this file to .env in the folder you run from, and uncomment what you set.',
    '# Environment variables take precedence over .env. Without a TARGET_* setting, a run checks the embedded reference server.',
    '# README.md has the same list with defaults.',
  ];
  await expect(envFile({}, head)).toMatchFileSnapshot('../../.env.example');
});

test('.env.example as it stands sets nothing, so that a copy of it changes nothing.', () => {
  expect(parse(example)).toEqual({});
});

test('.env.example names every setting, and each of its values is allowed.', () => {
  expect(Object.keys(uncommented).sort()).toEqual([...settings].sort());
  expect(violationsOf(settingsSchema, uncommented).map(({ instancePath }) => instancePath)).toEqual([]);
});

test('Every setting of .env.example has a line in front that says what it is.', () => {
  const lines = example.split('\n');
  const bare = lines.filter((line, at) => {
    const before = lines[at - 1] ?? '';
    return /^# ?[A-Z][A-Z_]+=/.test(line) && !/^# [A-Z].*\.$/.test(before);
  });
  expect(bare).toEqual([]);
});

test.each(documents)('%s speaks of no setting that does not exist.', (path) => {
  const named = textOf(path).match(/\b(?:TARGET|CONFORMANCE)_[A-Z_]*[A-Z]\b/g) ?? [];
  expect(named.filter((name) => !settings.includes(name))).toEqual([]);
});
