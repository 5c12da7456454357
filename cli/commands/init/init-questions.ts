import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { indented } from '../../../reports/terminal/lines.ts';
import settingsSchema from '../../../settings/settings.schema.json' with { type: 'json' };
import { wrongValues } from '../../../settings/settings.ts';
import { UsageError } from '../../../settings/usage-error.ts';
import { subjectOf } from '../../../wire/token.ts';

type Setting = keyof typeof settingsSchema.properties;
type Answers = Partial<Record<Setting, string>>;

/** Asks one question and gives the answer without blanks around it; `secret` is not echoed. */
export type Ask = (question: string, secret: boolean) => Promise<string>;

/**
 * Asks for what a first run needs, in the order in which it is worth knowing. An empty answer takes what is proposed, or
 * leaves the setting out; one that is not allowed is asked for again.
 */
export async function askForSettings(ask: Ask, say: (line: string) => void): Promise<Answers> {
  const answers: Answers = {};
  const askFor = async (name: Setting, question: string, secret = false, proposal = ''): Promise<void> => {
    for (;;) {
      const shown = proposal === '' ? 'empty for none' : proposal;
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
  for (const line of indented('Each answer goes into .env, where it has a comment and can be changed.', 0))
    say(line);
  await askFor('TARGET_BASE_URL', 'Where does the server answer, with its path prefix?');
  if (answers.TARGET_BASE_URL === undefined) return answers;
  await askFor('TARGET_TOKEN_COMMAND', 'A command that prints a valid token?');
  if (answers.TARGET_TOKEN_COMMAND === undefined)
    await askFor('TARGET_TOKEN_FILE', 'A file that holds a valid token?');
  if (answers.TARGET_TOKEN_COMMAND === undefined && answers.TARGET_TOKEN_FILE === undefined)
    await askFor('TARGET_TOKEN', 'The token itself (a JWT, not shown)?', true);
  await askFor('TARGET_TOKEN_SECRET', 'The HS256 secret that signs it, if you have it (not shown)?', true);
  const subject = answers.TARGET_TOKEN === undefined ? null : subjectOf(answers.TARGET_TOKEN);
  await askFor('TARGET_USER_ID', "The token's user?", false, subject ?? '');
  await askFor('TARGET_PROVISIONER', 'A provisioner: canton-3.5, or the path of a module?');
  if (answers.TARGET_PROVISIONER !== undefined) return answers;
  await askFor('TARGET_SYNCHRONIZER', "The synchronizer's identifier?");
  await askFor('TARGET_SYNCHRONIZER_ALIAS', 'Its alias?');
  await askFor('TARGET_EXECUTE_REQUEST', 'A JSON file with an execute body that the server accepts?');
  return answers;
}

/** Questions on a terminal, and how to leave it. @throws UsageError where the answers end before the questions. */
export function onTerminal(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): { readonly ask: Ask; close(): void } {
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
        // The question is written at once; what is typed after it is not.
        muted = secret;
        return (await answer).trim();
      } catch {
        throw new UsageError(['The questions were broken off, and nothing was written. Start init again.']);
      } finally {
        if (muted) output.write('\n');
        muted = false;
      }
    },
    close: () => terminal.close(),
  };
}
