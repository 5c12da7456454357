import type { Command } from 'commander';
import settingsSchema from '../../settings/settings.schema.json' with { type: 'json' };
import { UsageError } from '../../settings/usage-error.ts';
import { exitStatus } from '../output/exit-status.ts';
import { say } from '../output/say.ts';

/** Prints a shell script that completes commands, their options, and the values of these. */
export function completion(shell: string): number {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (script === undefined)
    throw new UsageError([`There is no completion for "${shell}". Use one of ${shells.join(', ')}.`]);
  process.stdout.write(script);
  return exitStatus.conformant;
}

/** What these scripts ask: prints what can follow on a command line, one word per line. */
export async function complete(program: Command, words: readonly string[]): Promise<number> {
  const offered = await candidates(program, words);
  if (offered.length > 0) say(...offered);
  return exitStatus.conformant;
}

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
  const offered = Object.hasOwn(values, key) ? ((await values[key]?.()) ?? []) : [];
  if (!lists.test(key)) return offered;
  const given = current.split(',').slice(0, -1);
  const prefix = given.map((each) => `${each},`).join('');
  return offered.filter((each) => !given.includes(each)).map((each) => `${prefix}${each}`);
}

/** Where several can be given, with commas between them. */
const lists = /^run --only$|^(?:run|report|merge) --format$/;

/** Modules are imported on demand: each shell asks for the values of one option, and must answer at once. */
const requirementIds = async (): Promise<readonly string[]> =>
  (await import('../../requirements/catalogue.ts')).requirements.map(({ id }) => id);

const checkIds = async (): Promise<readonly string[]> => {
  const { namedChecks } = await import('../../engine/named-checks.ts');
  return namedChecks.map(({ requirement, operation }) => `${requirement}@${operation}`);
};

const operations = async (): Promise<readonly string[]> =>
  (await import('../../schemas/openapi.ts')).operationStems;

const profiles = async (): Promise<readonly string[]> =>
  (await import('../../settings/load-profile.ts')).profileNames;

const outputs = async (): Promise<readonly string[]> =>
  (await import('../output/option-values.ts')).outputFormats;

const resultFormats = async (): Promise<readonly string[]> =>
  (await import('../run/format-files.ts')).formatNames;

const changes = (kind: 'everyFault' | 'everyVariant') => async (): Promise<readonly string[]> =>
  (await import('../../reference/changes.ts'))[kind].map(({ id }) => id);

/** By command and option, or by command and argument. What is not here is free text, or a file. */
export const values: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  'run --only': async () => [...(await requirementIds()), ...(await checkIds()), ...(await operations())],
  'run --format': resultFormats,
  'run --seed': async () => ['random'],
  'run --effort': async () => settingsSchema.properties.CONFORMANCE_EFFORT.enum,
  'doctor --format': outputs,
  'explain id': requirementIds,
  'explain --profile': profiles,
  'explain --format': outputs,
  'list kind': async () => (await import('./list.ts')).listKinds,
  'list --format': outputs,
  'judge --profile': profiles,
  'report --format': resultFormats,
  'report --profile': profiles,
  'merge --format': resultFormats,
  'merge --profile': profiles,
  'compare --format': async () => (await import('./compare.ts')).compareFormats,
  'trend --format': async () => (await import('./trend.ts')).trendFormats,
  'verify --assurance': async () => (await import('../../certificate/assurance.ts')).assuranceKinds,
  'verify --format': outputs,
  'keygen --type': async () => (await import('./keygen.ts')).keyTypes,
  'serve --profile': async () => (await import('../../reference/start.ts')).referenceProfiles,
  'serve --fault': changes('everyFault'),
  'serve --variant': changes('everyVariant'),
  'completion shell': async () => shells,
};

/** The scripts ask the program itself what can follow, so they need not be made again with each version. */
const scripts: Readonly<Record<string, string>> = {
  bash: `# bash completion of ledger-conformance: source <(ledger-conformance completion bash)
_ledger_conformance() {
  local current="\${COMP_WORDS[COMP_CWORD]}"
  [ "$current" = '=' ] && current=''
  mapfile -t COMPREPLY < <(ledger-conformance complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  # Bash replaces only what stands behind the last "=".
  COMPREPLY=("\${COMPREPLY[@]#--*=}")
}
complete -o default -F _ledger_conformance ledger-conformance
`,
  zsh: `#compdef ledger-conformance
# zsh completion of ledger-conformance: source <(ledger-conformance completion zsh)
_ledger_conformance() {
  local -a offered
  offered=("\${(@f)$(ledger-conformance complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$offered" ]]; then compadd -S '' -- $offered; else _files; fi
}
compdef _ledger_conformance ledger-conformance
`,
  fish: `# fish completion of ledger-conformance: ledger-conformance completion fish | source
function __ledger_conformance
  set -l words (commandline -opc)
  set -e words[1]
  set -l current (commandline -ct)
  ledger-conformance complete -- $words "$current" 2>/dev/null
end
complete -c ledger-conformance -a '(__ledger_conformance)'
`,
};

const shells = Object.keys(scripts);
