import { expect, test } from 'vitest';
import { command, emptyFolder } from './command.ts';
import { placeMistakes } from './mistakes-of-place.ts';
import { settingMistakes } from './mistakes-of-settings.ts';
import { tlsMistakes } from './mistakes-of-tls.ts';

const mistakes = [...placeMistakes, ...settingMistakes, ...tlsMistakes];

test('At least twenty mistakes are tried.', () => {
  expect(mistakes.length).toBeGreaterThanOrEqual(20);
});

test.for(mistakes)(
  '$name: the status is $status, and a sentence names cause and remedy.',
  { timeout: 60_000 },
  async ({ args = ['run'], made, status, cause, remedy }) => {
    const cwd = emptyFolder();
    const settings = await made(cwd);
    const finished = await command(args, { cwd, settings });
    const said = `${finished.stdout}\n${finished.stderr}`.replace(/\s+/g, ' ');
    expect(said).toContain(cause);
    expect(said).toContain(remedy);
    for (const secret of [settings.TARGET_TOKEN, settings.TARGET_TOKEN_SECRET])
      if (secret !== undefined) expect(said).not.toContain(secret);
    expect(finished.status).toBe(status);
  },
);
