import type { Command } from 'commander';
import { type Values, values } from './values.ts';

/**
 * What can follow on a command line.
 * @param words the words after the name of the program, the last of which is being typed and may be empty
 * @returns whole words that begin with it; none where any text or file can follow
 */
export async function candidates(program: Command, words: readonly string[]): Promise<readonly string[]> {
  const { before, current } = typed(words);
  const offered = await behind(program, before, current);
  return offered.filter((each) => each.startsWith(current));
}

/** `--effort=qu` is completed like `--effort qu`; bash gives it as three words. */
function typed(words: readonly string[]): { before: readonly string[]; current: string } {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  if (current === '=') return { before, current: '' };
  return { before: before.at(-1) === '=' ? before.slice(0, -1) : before, current };
}

async function behind(
  program: Command,
  before: readonly string[],
  current: string,
): Promise<readonly string[]> {
  const [name, ...rest] = before;
  const commands = program.createHelp().visibleCommands(program);
  if (name === undefined) return [...commands.map((each) => each.name()), '--help', '--version'];
  const command = commands.find((each) => each.name() === name);
  if (command === undefined) return [];
  if (name === 'help') return commands.map((each) => each.name());
  const inside = command.commands.map((each) => each.name());
  const option = command.options.find(({ long }) => long !== undefined && long === rest.at(-1));
  if (option?.required === true) return valuesOf(`${name} ${option.long}`, current);
  const [long, part] = current.split('=');
  if (current.startsWith('--') && part !== undefined)
    return (await valuesOf(`${name} ${long}`, part)).map((each) => `${long}=${each}`);
  if (current.startsWith('-')) return optionsOf(command);
  const given = argumentsIn(command, rest);
  const argument = command.registeredArguments[given] ?? command.registeredArguments.at(-1);
  const offered = argument === undefined ? [] : await valuesOf(`${name} ${argument.name()}`, current);
  return given === 0 || argument?.variadic === true ? [...inside, ...offered] : [];
}

function optionsOf(command: Command): string[] {
  const all = [command, ...command.commands].flatMap(({ options }) => options);
  return [...new Set(all.flatMap(({ long }) => long ?? [])), '--help'];
}

/** How many arguments stand among these words. */
function argumentsIn(command: Command, words: readonly string[]): number {
  const takesValue = (word: string | undefined): boolean =>
    command.options.some(({ long, required }) => long === word && required);
  return words.filter((word, at) => !word.startsWith('-') && !takesValue(words[at - 1])).length;
}

/** The values behind an option; in a list, what stands before the last comma is kept. */
async function valuesOf(key: string, current: string): Promise<readonly string[]> {
  const known: Values | undefined = Object.hasOwn(values, key) ? values[key] : undefined;
  if (known === undefined) return [];
  const offered = await known.offered();
  if (known.isList !== true) return offered;
  const given = current.split(',').slice(0, -1);
  const prefix = given.map((each) => `${each},`).join('');
  return offered.filter((each) => !given.includes(each)).map((each) => `${prefix}${each}`);
}
