import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLines } from '../../journal/open-regular.ts';
import { readRecording } from '../../judges/recorded/reading/read-recording.ts';
import { defaultExport, readBytes, readJsonFile } from '../../settings/read-file.ts';
import { readWaivers } from '../../settings/read-waivers.ts';
import { environmentWithFile } from '../../settings/run-environment.ts';
import { temporaryFolder } from '../journal/temporary-folder.ts';

const sentence = 'The file cannot be read.';
const isWindows = process.platform === 'win32';

function folderWith(name: string, size: number): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), 'x');
  truncateSync(join(folder, name), size);
  return folder;
}

test('A file is read through a link, as secrets are mounted.', () => {
  const folder = folderWith('key', 3);
  symlinkSync(join(folder, 'key'), join(folder, 'link'));
  expect(readBytes(join(folder, 'link'), sentence)).toHaveLength(3);
});

test('What is not there, or is a folder, has the sentence of its use.', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'below'));
  expect(() => readBytes(join(folder, 'none'), sentence)).toThrow(sentence);
  expect(() => readBytes(join(folder, 'below'), sentence)).toThrow(sentence);
});

test.skipIf(isWindows)('A pipe that nobody writes to, and a device without end, are not waited for.', () => {
  const pipe = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(() => readBytes(pipe, sentence)).toThrow(`${pipe} is not a regular file, but a pipe or a device.`);
  expect(() => readBytes('/dev/zero', sentence)).toThrow('/dev/zero is not a regular file');
  expect(() => readJsonFile('/dev/zero', (problem) => problem)).toThrow('/dev/zero is not a regular file');
});

test('A file that is too large is not read.', () => {
  const path = join(folderWith('key', 17 * 1024 ** 2), 'key');
  expect(() => readBytes(path, sentence)).toThrow(`${path} has 17 MiB, and at most 16 are read.`);
  expect(readBytes(path, sentence, 17)).toHaveLength(17 * 1024 ** 2);
  expect(() => readBytes(path, sentence, 1 / 16)).toThrow('has 17408 KiB, and at most 64 are read.');
});

test('A module that is too large is not loaded.', async () => {
  const path = join(folderWith('routes.mjs', 17 * 1024 ** 2), 'routes.mjs');
  await expect(defaultExport('--routes', path, '')).rejects.toThrow('has 17 MiB, and at most 16 are read.');
});

test('JSON is not nested without end.', () => {
  const path = join(temporaryFolder(), 'value.json');
  writeFileSync(path, '['.repeat(2_000_000));
  expect(() => readJsonFile(path, (problem) => problem)).toThrow('is nested too deeply');
  writeFileSync(path, JSON.stringify(Array.from({ length: 20_000 }, () => [{}])));
  expect(readJsonFile(path, (problem) => problem)).toHaveLength(20_000);
});

test('Waivers are not nested without end, in brackets or in lines.', () => {
  const path = join(temporaryFolder(), 'waivers.yaml');
  const stairs = Array.from({ length: 1_400 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n');
  for (const text of [`waivers: ${'['.repeat(200_000)}`, `waivers:\n${'- '.repeat(400_000)}x`, stairs]) {
    writeFileSync(path, text);
    expect(() => readWaivers(path)).toThrow('is nested too deeply');
  }
});

test.skipIf(isWindows)('A module is no device without end.', async () => {
  await expect(defaultExport('--routes', '/dev/zero', '')).rejects.toThrow('/dev/zero is not a regular file');
  await expect(defaultExport('--routes', '/none.mjs', 'Give a module.')).rejects.toThrow(
    /^--routes "\/none.mjs" cannot be loaded: .* Give a module\.$/,
  );
});

test('.env has at most a megabyte.', () => {
  const folder = folderWith('.env', 2 * 1024 ** 2);
  expect(() => environmentWithFile(folder)).toThrow('.env has 2 MiB, and at most 1 are read.');
});

test('A line of a results folder, and one of a recording, ends somewhere.', () => {
  const path = join(folderWith('run.ndjson', 2 * 1024 ** 3), 'run.ndjson');
  expect(() => [...readLines(path)]).toThrow(`${path} has a line of more than 160 MiB.`);
  expect(() => readRecording(`{}\n${'x'.repeat(9_000_000)}`.slice(3))).toThrow(
    'Line 1 of the recording has more than 8 million characters.',
  );
});
