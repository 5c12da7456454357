import type { Argument, Command, Option } from 'commander';
import { refusalStatus } from '../../certificate/refusal.ts';
import { rules } from '../../certificate/rules.ts';
import { createProgram } from '../../cli/program.ts';
import { type FormatName, formatFiles, formatNames } from '../../cli/run/format-files.ts';
import settingsSchema from '../../settings/settings.schema.json' with { type: 'json' };
import { importGraph } from '../boundaries.mjs';

/** A page with each part between two markers made again: `<!-- made: NAME -->` and `<!-- end -->`. */
export function regenerated(page: string): string {
  return page.replace(
    /^(<!-- made: (.+?) -->\n)[\s\S]*?(\n<!-- end -->)$/gm,
    (_, begin: string, name: string, end: string) => {
      const make = parts[name];
      if (make === undefined) throw new Error(`Nothing makes the part "${name}" of this page.`);
      return `${begin}\n${make().join('\n')}\n${end}`;
    },
  );
}

/** What each format is for, in Markdown. */
const formatPurposes: Readonly<Record<FormatName, string>> = {
  junit: 'the test view of a CI server; the default of `run`',
  ctrf: 'tools that read the [Common Test Report Format](https://ctrf.io)',
  sarif: 'code scanning: SARIF 2.1.0',
  har: 'the network view of a browser, and proxies: HTTP Archive 1.2',
  github: 'GitHub Actions; annotations are also printed',
  badge: 'a README; the second is an endpoint for shields.io',
  html: '[a page for a browser](reading-results.md#reporthtml)',
  markdown: 'a comment on a change, at most 65,000 bytes',
  prometheus: '[alerts](nightly.md#prometheus) on metrics, through the textfile collector of node_exporter',
  logfmt: '[alerts](nightly.md#one-line-in-a-log) on logs; the line is also printed',
};

/** The names of the parts that can be made. */
export const partNames = (): readonly string[] => Object.keys(parts);

/** Where the README says more, by command, option or setting. */
const more: Readonly<Record<string, string>> = {
  merge: '[soak](docs/soak.md)',
  trend: '[nightly runs](docs/nightly.md)',
  waive: '[waivers](docs/waivers.md#adopting-a-gate)',
  challenge: '[certificates](docs/certificate.md#challenge-runs)',
  revoke: '[certificates](docs/certificate.md#revocation)',
  'provision clean': '[provisioners](docs/provisioning.md)',
  specs: '[public API](docs/api.md)',
  '--format': '[formats](docs/formats.md)',
  '--challenge': '[challenge runs](docs/certificate.md#challenge-runs)',
  '--effort': '[soak](docs/soak.md)',
  '--disguise': '[disguise](docs/politeness.md#disguise)',
  '--shard': '[several machines](docs/soak.md#several-machines)',
  '--resume': '[resuming](docs/soak.md#resuming-a-run)',
  TARGET_PROVISIONER: '[provisioning](docs/provisioning.md)',
  TARGET_PROFILE: '[canton-3.5, canton-3.6](docs/implementations.md)',
  CONFORMANCE_EFFORT: '[soak](docs/soak.md)',
  CONFORMANCE_DISGUISE: '[disguise](docs/politeness.md#disguise)',
  CONFORMANCE_WAIVERS: '[waivers](docs/waivers.md)',
};

/** The names that `more` has a link for and nothing else knows. */
export function linksToNothing(): string[] {
  const run = commandNamed('run');
  const known = [
    ...leaves(createProgram()).map(nameOf),
    ...run.options.map(({ long }) => long ?? ''),
    ...Object.keys(settingsSchema.properties),
  ];
  return Object.keys(more).filter((name) => !known.includes(name));
}

const parts: Readonly<Record<string, () => readonly string[]>> = {
  commands: () => {
    const rows = leaves(createProgram()).map((command) => [
      code([nameOf(command), ...command.registeredArguments.map(termOf)].join(' ')),
      withMore(command.description(), nameOf(command)),
    ]);
    return table(
      ['command', 'description'],
      [...rows, ['`help [COMMAND]`', 'show the options of a command']],
    );
  },
  'options of run': () => optionTable(commandNamed('run'), true),
  'options of other commands': () =>
    leaves(createProgram())
      .filter((command) => command.options.length > 0 && command.name() !== 'run' && !ofCertificates(command))
      .map(
        (command) =>
          `- \`${nameOf(command)}\`: ${command.options.map((option) => code(flagsOf(option))).join(', ')}`,
      ),
  settings: () =>
    table(
      ['setting', 'meaning', 'default'],
      Object.entries(settingsSchema.properties).map(([name, { description, ...property }]) => [
        code(name),
        withMore(description.replace(/\.$/, ''), name),
        'default' in property ? code(property.default) : (defaults[name] ?? ''),
      ]),
    ),
  'import graph': () => ['```mermaid', ...importGraph(), '```'],
  formats: () =>
    table(
      ['format', 'files', 'for'],
      formatNames.map((name) => [code(name), formatFiles[name].map(code).join(', '), formatPurposes[name]]),
    ),
  'rules of verify': () =>
    table(
      ['', 'status', 'rule'],
      rules.map(({ kind, sentence }, index) => [String(index + 1), String(refusalStatus(kind)), sentence]),
    ),
  ...Object.fromEntries(
    ['certify', 'verify', 'challenge', 'revoke', 'attach'].map((name) => [
      `options of ${name}`,
      () => optionTable(commandNamed(name), false),
    ]),
  ),
};

/** What a run takes for a setting that is not given, where that is no value of the setting. */
const defaults: Readonly<Record<string, string>> = {
  TARGET_BASE_URL: 'the reference server',
  CONFORMANCE_NONCE: 'random',
};

function leaves(command: Command): Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
    .flatMap((each) => (each.commands.length > 0 ? leaves(each) : [each]));
}

function commandNamed(name: string): Command {
  const found = leaves(createProgram()).find((each) => each.name() === name);
  if (found === undefined) throw new Error(`There is no command ${name}.`);
  return found;
}

function nameOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${parent.name()} ${command.name()}` : command.name();
}

const ofCertificates = (command: Command): boolean =>
  ['certify', 'verify', 'challenge', 'revoke', 'attach', 'keygen'].includes(command.name());

function termOf(argument: Argument): string {
  const name = argument.name().toUpperCase();
  return argument.required ? name : `[${name}]`;
}

const flagsOf = ({ flags }: Option): string =>
  flags.replace(/<(.+)>/, (_, value: string) => value.toUpperCase());

function optionTable(command: Command, linked: boolean): string[] {
  const rows = command.options.map((option) => {
    const known = option.defaultValue;
    const text = [
      linked ? withMore(option.description, option.long ?? '') : option.description,
      ...(option.mandatory ? ['required'] : []),
      ...(typeof known === 'string' ? [`default ${code(known)}`] : []),
    ].join('; ');
    return [code(flagsOf(option)), text];
  });
  return table(['option', 'meaning'], rows);
}

/** A description with its link instead of the path of a page. */
function withMore(text: string, name: string): string {
  const plain = text.replace(/ \(docs\/[\w.-]+\)/, '');
  return more[name] === undefined ? plain : `${plain} (${more[name]})`;
}

const code = (text: string): string => `\`${text}\``;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells
      .map((cell) =>
        marked(cell)
          .replaceAll('|', '\\|')
          .replace(/<(?=\w)/g, '&lt;'),
      )
      .join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/** Options and settings that a description names, as code. */
function marked(cell: string): string {
  return cell.replace(/(?<![\w`/#-])(?:--[a-z][a-z-]+|(?:TARGET|CONFORMANCE)_(?:[A-Z_]+|\*))(?!`)/g, '`$&`');
}
