import type { Command } from 'commander';
import { UsageError } from '../../settings/usage-error.ts';

/** The words that can follow `ledger-conformance`, and those that can follow each command. */
interface Words {
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly behind: Readonly<Record<string, readonly string[]>>;
}

const scripts: Readonly<Record<string, (words: Words) => string>> = { bash, zsh, fish };

/** Prints a shell script that completes commands, and the options and fixed words of each. */
export function completion(shell: string, program: Command): number {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (script === undefined) {
    throw new UsageError([
      `There is no completion for "${shell}". Use one of ${Object.keys(scripts).join(', ')}.`,
    ]);
  }
  process.stdout.write(script(wordsOf(program)));
  return 0;
}

/** Arguments that accept only certain words. */
const fixed: Readonly<Record<string, readonly string[]>> = {
  list: ['requirements', 'operations', 'profiles', 'faults', 'variants'],
  completion: Object.keys(scripts),
  provision: ['clean'],
};

function wordsOf(program: Command): Words {
  return {
    commands: program.commands.map((command) => ({
      name: command.name(),
      description: command.description(),
    })),
    behind: Object.fromEntries(
      program.commands.map((command) => [
        command.name(),
        [
          ...(fixed[command.name()] ?? []),
          ...[command, ...command.commands].flatMap(({ options }) => options.map(({ long }) => long ?? '')),
          '--help',
        ],
      ]),
    ),
  };
}

function bash({ commands, behind }: Words): string {
  const cases = Object.entries(behind).map(([name, words]) => `    ${name}) words='${words.join(' ')}' ;;`);
  return `# bash completion of ledger-conformance: source <(ledger-conformance completion bash)
_ledger_conformance() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${commands.map(({ name }) => name).join(' ')} help --help --version'
  else case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac; fi
  COMPREPLY=()
  local word
  for word in $words; do [[ "$word" == "$current"* ]] && COMPREPLY+=("$word"); done
}
complete -o default -F _ledger_conformance ledger-conformance
`;
}

function zsh({ commands, behind }: Words): string {
  const described = commands.map(({ name, description }) => `'${name}:${quotable(description)}'`);
  const cases = Object.entries(behind).map(
    ([name, words]) => `    ${name}) compadd -- ${words.join(' ')}; _files ;;`,
  );
  return `#compdef ledger-conformance
# zsh completion of ledger-conformance: source <(ledger-conformance completion zsh)
_ledger_conformance() {
  local -a commands=(
    ${described.join('\n    ')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case "\${words[2]}" in
${cases.join('\n')}
  esac
}
compdef _ledger_conformance ledger-conformance
`;
}

function fish({ commands, behind }: Words): string {
  const first = commands.map(
    ({ name, description }) =>
      `complete -c ledger-conformance -n __fish_use_subcommand -f -a ${name} -d '${quotable(description)}'`,
  );
  const rest = Object.entries(behind).flatMap(([name, words]) =>
    words.map((word) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c ledger-conformance -n '__fish_seen_subcommand_from ${name}' ${what}`;
    }),
  );
  return `# fish completion of ledger-conformance: ledger-conformance completion fish | source
${[...first, ...rest].join('\n')}
`;
}

/** Removes characters that would end a quotation or a name in a shell. */
function quotable(text: string): string {
  return text.replace(/['\\:]/g, '');
}
