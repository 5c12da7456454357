import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { indented } from '../../reports/terminal/wrapped.ts';
import settingsSchema from '../../settings/settings.schema.json' with { type: 'json' };
import { unknownNames, wrongValues } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { envFile } from '../output/env-file.ts';
import { exitStatus } from '../output/exit-status.ts';
import { orUnwritable } from '../output/or-unwritable.ts';
import { say } from '../output/say.ts';
import { askForSettings, onTerminal } from './init/init-questions.ts';
import { initSpecs } from './init/init-specs.ts';

const path = '.env';

/** Options of `init`. */
interface InitOptions {
  readonly yes?: boolean;
  readonly force?: boolean;
  readonly specs?: boolean;
}

/** Writes a commented .env to the current folder, from answers on a terminal or else from the environment. */
export async function init(options: InitOptions): Promise<number> {
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
  const problems = [...unknownNames(given), ...wrongValues(onlyKnown(given))];
  if (problems.length > 0) throw new UsageError(problems);
  return given;
}

function onlyKnown(given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => name in settingsSchema.properties));
}
