import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { indented } from '../../reports/terminal/lines.ts';
import settingsSchema from '../../settings/settings.schema.json' with { type: 'json' };
import { unknownNames, wrongValues } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { subjectOf } from '../../wire/token.ts';
import type { Options } from '../options.ts';
import { envFile } from '../output/env-file.ts';
import { exitStatus } from '../output/exit-status.ts';
import { say } from '../output/say.ts';
import { orUnwritable } from '../output/write-file.ts';

const path = '.env';

/** Writes a commented .env to the current folder, from answers on a terminal or else from the environment. */
export async function init(options: Options<'init'>): Promise<number> {
  if (options.specs === true) return initSpecs(options.force === true);
  if (existsSync(path) && options.force !== true) {
    throw new UsageError([
      '.env already exists and was not changed. Edit it, or use --force to overwrite it.',
    ]);
  }
  const given = fromEnvironment();
  const interactive = process.stdin.isTTY === true && process.stdout.isTTY === true && options.yes !== true;
  const settings = interactive ? { ...given, ...(await asked()) } : given;
  const text = envFile(settings);
  orUnwritable(path, 'Change to a writable folder.', () => {
    rmSync(path, { force: true });
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
  });
  const names = Object.keys(settings);
  say(
    ...indented(
      `Wrote .env, readable only by you, with ${names.length === 0 ? 'no settings' : names.join(', ')}.`,
      0,
    ),
    'Keep it out of version control.',
    ...('TARGET_BASE_URL' in settings ? [] : ['Set TARGET_BASE_URL and a token in it.']),
    'Next: ledger-conformance doctor',
  );
  return exitStatus.conformant;
}

async function asked(): Promise<Readonly<Record<string, string>>> {
  const { ask, close } = onTerminal(process.stdin, process.stdout);
  try {
    return await askForSettings(ask, (line) => say(line));
  } finally {
    close();
  }
}

/** Settings in the real environment; without them, a file might not work where it was created. */
function fromEnvironment(): Record<string, string> {
  const given = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(TARGET|CONFORMANCE)_/.test(name)),
  ) as Record<string, string>;
  const problems = [...unknownNames(given), ...wrongValues(given)];
  if (problems.length > 0) throw new UsageError(problems);
  return given;
}

type AskedSetting = keyof typeof settingsSchema.properties;
type Answers = Partial<Record<AskedSetting, string>>;

/** Asks one question and returns the trimmed answer; `secret` answers are not echoed. */
type AskUser = (question: string, secret: boolean) => Promise<string>;

/**
 * Asks for what a first run needs, most important first. An empty answer accepts the suggestion or omits the setting;
 * an invalid answer is asked for again.
 */
export async function askForSettings(ask: AskUser, say: (line: string) => void): Promise<Answers> {
  const answers: Answers = {};
  const askFor = async (
    name: AskedSetting,
    question: string,
    secret = false,
    proposal = '',
  ): Promise<void> => {
    for (;;) {
      const shown = proposal === '' ? 'none' : proposal;
      const value = (await ask(`${question} [${shown}] `, secret)) || proposal;
      if (value === '') return;
      const [problem] = wrongValues({ [name]: value });
      if (problem === undefined) {
        answers[name] = value;
        return;
      }
      say(problem);
    }
  };
  for (const line of indented('The answers are written to .env with comments; you can change them there.', 0))
    say(line);
  await askFor('TARGET_BASE_URL', 'Base URL of the server, with its path prefix?');
  if (answers.TARGET_BASE_URL === undefined) return answers;
  await askFor('TARGET_TOKEN_COMMAND', 'Command that prints a valid token?');
  if (answers.TARGET_TOKEN_COMMAND === undefined)
    await askFor('TARGET_TOKEN_FILE', 'File that contains a valid token?');
  if (answers.TARGET_TOKEN_COMMAND === undefined && answers.TARGET_TOKEN_FILE === undefined)
    await askFor('TARGET_TOKEN', 'Token (a JWT, hidden)?', true);
  await askFor('TARGET_TOKEN_SECRET', 'HS256 secret that signs it, if you have it (hidden)?', true);
  const subject = answers.TARGET_TOKEN === undefined ? null : subjectOf(answers.TARGET_TOKEN);
  await askFor('TARGET_USER_ID', 'User of the token?', false, subject ?? '');
  await askFor('TARGET_PROVISIONER', 'Provisioner: canton-3.5, or the path of a module?');
  if (answers.TARGET_PROVISIONER !== undefined) return answers;
  await askFor('TARGET_SYNCHRONIZER', 'Identifier of the synchronizer?');
  await askFor('TARGET_SYNCHRONIZER_ALIAS', 'Alias of the synchronizer?');
  await askFor('TARGET_EXECUTE_REQUEST', 'JSON file with an execute body that the server accepts?');
  return answers;
}

/** Asks questions on a terminal. @throws UsageError if the input ends before the last question. */
export function onTerminal(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): { readonly ask: AskUser; close(): void } {
  let muted = false;
  const shown = new Writable({
    write(chunk, _encoding, done) {
      if (!muted) output.write(chunk);
      done();
    },
  });
  const ended = new AbortController();
  const terminal = createInterface({ input, output: shown, terminal: true });
  terminal.once('close', () => ended.abort());
  return {
    async ask(question, secret) {
      try {
        const answer = terminal.question(question, { signal: ended.signal });
        // The question itself is written before muting; only the typed answer is hidden.
        muted = secret;
        return (await answer).trim();
      } catch {
        throw new UsageError(['Cancelled; nothing was written. Run init again.']);
      } finally {
        if (muted) output.write('\n');
        muted = false;
      }
    },
    close: () => terminal.close(),
  };
}

/** The files of `init --specs`, by path. */
export const specsFiles: Readonly<Record<string, string>> = {
  'playwright.config.ts': `import { specsConfig } from 'ledger-conformance/specs';

export default specsConfig({ testDir: 'specs' });
`,
  'specs/users.spec.ts': `import { expect, test } from 'ledger-conformance';

test('Users are not listed without a credential.', async ({ send }) => {
  const answer = await send.get('/v2/users', { anonymous: true });
  expect(answer.status()).toBe(401);
});
`,
};

/**
 * Writes a Playwright configuration and a first spec to the current folder, for `npx playwright test` and editors.
 * @throws UsageError if one of the files exists, unless `force` says to overwrite it
 */
function initSpecs(force: boolean): number {
  const there = Object.keys(specsFiles).filter((path) => existsSync(path));
  if (there.length > 0 && !force)
    throw new UsageError([
      `${there.join(' and ')} already ${there.length === 1 ? 'exists' : 'exist'}; nothing was changed. Use --force to overwrite.`,
    ]);
  for (const [path, text] of Object.entries(specsFiles))
    orUnwritable(path, 'Change to a writable folder in which it can be made.', () => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    });
  say(`Wrote ${Object.keys(specsFiles).join(' and ')}.`, 'Next: npx playwright test');
  return exitStatus.conformant;
}
