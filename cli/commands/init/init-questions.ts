import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { indented } from '../../../reports/terminal/wrapped.ts';
import settingsSchema from '../../../settings/settings.schema.json' with { type: 'json' };
import { wrongValues } from '../../../settings/settings.ts';
import { UsageError } from '../../../settings/usage-error.ts';
import { subjectOf } from '../../../wire/token.ts';

type AskedSetting = keyof typeof settingsSchema.properties;
type Answers = Partial<Record<AskedSetting, string>>;

/** Asks one question and returns the trimmed answer; `secret` answers are not echoed. */
export type AskUser = (question: string, secret: boolean) => Promise<string>;

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
