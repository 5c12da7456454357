import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import { askForSettings, onTerminal } from '../../cli/commands/init.ts';
import { envFile } from '../../cli/output/env-file.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { textOf } from '../docs/documents.ts';
import { command, emptyFolder } from './command.ts';

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJlLW9mLWFsaWNl';

test('Without a terminal init writes what the environment sets, with every comment, for its owner alone.', async () => {
  const cwd = emptyFolder();
  const settings = { TARGET_BASE_URL: 'http://127.0.0.1:7575', TARGET_TOKEN: token };
  const { status, stdout } = await command(['init'], { cwd, settings });
  expect(status).toBe(0);
  expect(stdout).toContain('Next: ledger-conformance doctor');
  expect(stdout).not.toContain(token);
  const text = readFileSync(join(cwd, '.env'), 'utf8');
  expect(parse(text)).toEqual(settings);
  expect(statSync(join(cwd, '.env')).mode & 0o777).toBe(0o600);
  const comments = textOf('.env.example').match(/^# [A-Z][^=]*\.$/gm) ?? [];
  expect(comments.length).toBeGreaterThan(20);
  expect(comments.filter((line) => !/^# (Settings|README)/.test(line) && !text.includes(line))).toEqual([]);
});

test('init leaves an .env alone unless --force is given.', async () => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, '.env'), 'TARGET_BASE_URL=http://127.0.0.1:1\n', { mode: 0o644 });
  const refused = await command(['init', '--yes'], { cwd });
  expect(refused.stderr).toContain('--force');
  expect(refused.status).toBe(2);
  expect(readFileSync(join(cwd, '.env'), 'utf8')).toBe('TARGET_BASE_URL=http://127.0.0.1:1\n');
  expect((await command(['init', '--yes', '--force'], { cwd })).status).toBe(0);
  expect(parse(readFileSync(join(cwd, '.env')))).toEqual({});
  expect(statSync(join(cwd, '.env')).mode & 0o777).toBe(0o600);
});

test('init rejects an unknown setting and writes nothing.', async () => {
  const cwd = emptyFolder();
  const { status, stderr } = await command(['init'], { cwd, settings: { TARGET_BASE_URI: 'http://a' } });
  expect(stderr).toContain('Did you mean TARGET_BASE_URL?');
  expect(status).toBe(2);
  expect(() => statSync(join(cwd, '.env'))).toThrow();
});

test.each(["print-token --for 'a ledger'", 'a "b" c', '$HOME/token #1', 'x=1 y=2', 'back\\slash'])(
  'The value %s is read back from .env as it was given.',
  (value) => {
    expect(parse(envFile({ TARGET_TOKEN_COMMAND: value }))).toEqual({ TARGET_TOKEN_COMMAND: value });
  },
);

test('A value that .env cannot say is refused without being repeated.', () => {
  expect(() => envFile({ TARGET_TOKEN_COMMAND: `'"` })).toThrow(UsageError);
});

/** Answers to the questions in their order, typed on a terminal. */
async function answering(...lines: string[]) {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = '';
  output.on('data', (chunk) => {
    shown += chunk;
    if (!String(chunk).endsWith('] ')) return;
    const next = lines.shift();
    if (next === undefined) input.end();
    // As a person does: after the question.
    else setImmediate(() => input.write(`${next}\r`));
  });
  const { ask, close } = onTerminal(input, output);
  try {
    const settings = await askForSettings(ask, (line) => void output.write(`${line}\n`));
    return { settings, shown };
  } finally {
    close();
  }
}

test('Questions give settings; an empty answer leaves one out; the token is not shown, and names its user.', async () => {
  const url = 'http://127.0.0.1:7575/ledger';
  const { settings, shown } = await answering(
    url,
    '',
    '',
    token,
    '',
    '',
    '',
    'synchronizer::1220ab',
    '',
    'body.json',
  );
  expect(settings).toEqual({
    TARGET_BASE_URL: url,
    TARGET_TOKEN: token,
    TARGET_USER_ID: 'alice',
    TARGET_SYNCHRONIZER: 'synchronizer::1220ab',
    TARGET_EXECUTE_REQUEST: 'body.json',
  });
  expect(shown).not.toContain(token.slice(0, 20));
  expect(shown).toContain('[alice]');
});

test('A wrong answer is asked for again, with what is allowed.', async () => {
  const { settings, shown } = await answering(
    '127.0.0.1:7575',
    'http://127.0.0.1:7575',
    'print-token',
    '',
    '',
    'canton-3.5',
  );
  expect(shown).toContain('TARGET_BASE_URL has an invalid value: Base URL of the server');
  expect(settings).toMatchObject({
    TARGET_BASE_URL: 'http://127.0.0.1:7575',
    TARGET_PROVISIONER: 'canton-3.5',
  });
});

test('Without a server nothing more is asked.', async () => {
  expect((await answering('')).settings).toEqual({});
});

test('Answers that end before the questions are wrong usage.', async () => {
  await expect(answering('http://127.0.0.1:7575')).rejects.toThrow('nothing was written');
});
