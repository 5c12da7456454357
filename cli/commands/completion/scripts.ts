/** The scripts ask the program itself what can follow, so they need not be made again with each version. */
const scripts = {
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
} as const;

/** The shells for which there is a script. */
export const shells = Object.keys(scripts) as readonly (keyof typeof scripts)[];

/** The script of a shell; undefined if there is none for it. */
export function scriptFor(shell: string): string | undefined {
  return shells.filter((each) => each === shell).map((each) => scripts[each])[0];
}
