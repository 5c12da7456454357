import { type Command, CommanderError } from 'commander';
import { values } from '../../../cli/commands/completion.ts';
import { createProgram } from '../../../cli/program.ts';
import { requirements } from '../../../requirements/catalogue.ts';

/**
 * What the definitions of the commands say against a command line: unknown commands, options and values, missing and
 * surplus arguments. Nothing is run. `…` stands for more options.
 */
export async function commandLineProblems(words: readonly string[]): Promise<string[]> {
  const program = createProgram();
  let said = '';
  let parsed: Command | undefined;
  const prepare = (command: Command): void => {
    command.exitOverride().configureOutput({ writeOut: () => undefined, writeErr: (text) => (said += text) });
    if (command.commands.length > 0) for (const each of command.commands) prepare(each);
    else
      command.action(function (this: Command) {
        parsed = this;
      });
  };
  prepare(program);
  try {
    await program.parseAsync(
      words.filter((word) => word !== '…'),
      { from: 'user' },
    );
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? [] : [said.split('\n')[0] ?? error.message];
  }
  return parsed === undefined ? [] : wrongValues(parsed);
}

async function wrongValues(command: Command): Promise<string[]> {
  const name = command.name();
  const given: [string, unknown][] = [
    ...command.options.flatMap((option): [string, unknown][] =>
      command.getOptionValueSource(option.attributeName()) === 'cli'
        ? [[option.long ?? '', command.getOptionValue(option.attributeName())]]
        : [],
    ),
    ...command.registeredArguments.map((argument, at): [string, unknown] => [
      argument.name(),
      command.args[at],
    ]),
  ];
  const problems = await Promise.all(
    given.map(async ([place, value]) => {
      const parts = [value].flat().flatMap((each) => (typeof each === 'string' ? each.split(',') : []));
      const known = await knownValues(name, place);
      return known === undefined
        ? []
        : parts.filter((part) => !isPath(part) && !known(part)).map((part) => `${name} ${place}: ${part}`);
    }),
  );
  return problems.flat().map((each) => `There is no such value: ${each}.`);
}

async function knownValues(
  command: string,
  place: string,
): Promise<((value: string) => boolean) | undefined> {
  const ids = new Set(requirements.map(({ id }) => id));
  if (command === 'replay' && place === 'id') return (id) => ids.has(id.split(/[@/]/)[0] ?? '');
  // Any text is a seed.
  if (place === '--seed') return undefined;
  const offered = await values[`${command} ${place}`]?.();
  // In prose, ID stands for any id.
  return offered && ((value) => offered.includes(value) || value === 'ID');
}

/** Profiles may be files. */
function isPath(value: string): boolean {
  return /[/.]json$|^\.\//.test(value);
}
