import { type Argument, Command, CommanderError, Option } from 'commander';
import { plainText } from '../reports/formats/plain-text.ts';
import { suiteVersion } from '../settings/suite.ts';
import { UsageError } from '../settings/usage-error.ts';
import { type Declared, declared } from './options.ts';
import { exitStatus, explained } from './output/exit-status.ts';
import { warn } from './output/say.ts';

/** A command: its arguments, also with what they are, and where it is. Commands are imported on demand, for a quick start. */
interface Row {
  readonly takes?: string | Readonly<Record<string, string>>;
  readonly does: string;
  /** Takes the arguments, in their order, and then the options; resolves to the exit status. */
  readonly load: () => Promise<(...given: never[]) => number | Promise<number>>;
}

const rows: Readonly<Record<keyof typeof declared | 'completion', Row>> = {
  run: {
    does: 'test a target, or the embedded reference server if no TARGET_* is set',
    load: async () => (await import('./commands/run.ts')).run,
  },
  init: {
    does: 'ask for the settings of a target and write a commented .env',
    load: async () => (await import('./commands/init.ts')).init,
  },
  doctor: {
    does: 'show what this configuration can exercise, and what each missing setting would add',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  explain: {
    takes: '<id>',
    does: 'show a requirement: its text, how it is read, the allowed responses, what it needs, the faults that prove it',
    load: async () => (await import('./commands/explain.ts')).explain,
  },
  list: {
    takes: '[kind]',
    does: 'list requirements, operations, profiles, faults, variants or schemas',
    load: async () => (await import('./commands/list.ts')).list,
  },
  judge: {
    takes: '<path>',
    does: 'judge recorded exchanges again: a results folder, or a recording (.ndjson)',
    load: async () => (await import('./commands/judge.ts')).judge,
  },
  replay: {
    takes: '<folder> <id>',
    does: 'resend the requests of a finding, by id of requirement, case or exchange',
    load: async () => (await import('./commands/replay.ts')).replay,
  },
  report: {
    takes: '<folder>',
    does: 'write the report of a finished run again, in any format',
    load: async () => (await import('./commands/report.ts')).report,
  },
  waive: {
    takes: '<folder>',
    does: 'write waivers for what failed in a finished run, so that a gate can be adopted',
    load: async () => (await import('./commands/waive.ts')).waive,
  },
  merge: {
    takes: '<folders...>',
    does: 'merge the results of shards into one run and report on it',
    load: async () => (await import('./commands/report.ts')).merge,
  },
  compare: {
    takes: '<old> <new>',
    does: 'show what changed between two runs: report files, results folders or bundles',
    load: async () => (await import('./commands/compare.ts')).compare,
  },
  trend: {
    takes: '<history>',
    does: 'show which requirement was broken when, over all runs in a folder',
    load: async () => (await import('./commands/trend.ts')).trend,
  },
  certify: {
    does: 'run the suite and sign the result as a bundle that anyone can verify',
    load: async () => (await import('./commands/certify.ts')).certify,
  },
  verify: {
    takes: '<bundle>',
    does: 'verify a bundle offline: signatures, completeness, and every judgement',
    load: async () => (await import('./commands/verify.ts')).verify,
  },
  challenge: {
    does: 'issue a challenge as a certifier, which proves that a run was made afterwards',
    load: async () => (await import('./commands/challenge.ts')).challenge,
  },
  revoke: {
    does: 'revoke certificates: add them to a signed list, or issue the list again',
    load: async () => (await import('./commands/revoke.ts')).revoke,
  },
  attach: {
    takes: '<bundle>',
    does: 'add a timestamp or a transparency log entry to a copy of a bundle',
    load: async () => (await import('./commands/attach.ts')).attach,
  },
  keygen: {
    takes: '<file>',
    does: 'generate a key pair for signing certificates: FILE and FILE.pub',
    load: async () => (await import('./commands/keygen.ts')).keygen,
  },
  specs: {
    takes: {
      '<folder>': 'folder with specs, such as users.spec.ts',
      '[playwright...]': 'options for Playwright, after two dashes: -- --grep users',
    },
    does: 'run your own Playwright specs against the target (docs/api.md)',
    load: async () => (await import('./commands/specs.ts')).specs,
  },
  'provision clean': {
    does: 'remove what a killed run left behind',
    load: async () => (await import('./commands/provision.ts')).provisionClean,
  },
  serve: {
    does: 'start the reference server, and write an .env for a run against it',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  completion: {
    takes: '<shell>',
    does: 'print a completion script for bash, zsh or fish',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
};

/** What the commands that begin with `provision` are for; there is no other such group. */
const ofProvision = 'manage what TARGET_PROVISIONER creates on a target';

/** The command line: every command with its arguments and options. Nothing is parsed yet. */
export function createProgram(): Command {
  const program = new Command('ledger-conformance')
    .description(
      'Tests whether a server conforms to the contract of three JSON-over-HTTP ledger\noperations, and shows why.',
    )
    .version(suiteVersion)
    .configureHelp({
      helpWidth: 80,
      minWidthToWrap: 20,
      // Omit [options], which every command has, to leave room for the descriptions.
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(termOf)].join(' '),
    })
    .showHelpAfterError('See --help.')
    .configureOutput({ writeErr: (text) => void process.stderr.write(plainText(text)) })
    .exitOverride();
  for (const [name, row] of Object.entries(rows)) addCommand(program, name, row);
  program
    .command('complete [words...]', { hidden: true })
    .description('what the scripts of `completion` ask')
    .action((words: string[]) =>
      ends(async () => (await import('./commands/completion.ts')).complete(program, words)),
    );
  return program;
}

const termOf = (argument: Argument): string =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;

function addCommand(program: Command, name: string, { takes = {}, does, load }: Row): void {
  const [first = '', second] = name.split(' ');
  const group = second === undefined ? program : program.command(first).description(ofProvision);
  const command = group.command(second ?? first).description(does);
  const names =
    typeof takes === 'string' ? takes.split(' ').map((each) => [each, ''] as const) : Object.entries(takes);
  for (const [argument, description] of names) command.argument(argument, description);
  const options: Declared = Object.hasOwn(declared, name) ? declared[name as keyof typeof declared] : {};
  for (const [flags, told] of Object.entries(options)) command.addOption(optionOf(flags, told));
  command.action((...given: unknown[]) =>
    // The last one is the command itself.
    ends(async () => (await load())(...(given.slice(0, -1) as never[]))),
  );
}

function optionOf(flags: string, told: Declared[string]): Option {
  const { text, default: usual, isRequired, several } = typeof told === 'string' ? { text: told } : told;
  const option = new Option(flags, text).default(usual).makeOptionMandatory(isRequired === true);
  if (several === undefined) return option;
  return option.argParser((value: string, earlier: readonly string[] = []) => [
    ...earlier,
    ...(several === 'commas' ? value.split(',').map((each) => each.trim()) : [value]),
  ]);
}

/** Sets the exit status to the result of a command. */
function ends(command: () => Promise<number>): Promise<void> {
  return command().then(
    (status) => {
      process.exitCode = status;
    },
    (error: unknown) => {
      const { status, lines } = explained(error);
      warn(...lines);
      process.exitCode = status;
    },
  );
}

/** Runs the command in the arguments of the process, and sets its exit status. */
export async function runCommandLine(): Promise<void> {
  // A reader that closes the pipe early, such as `| head`, does not affect the exit status.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const program = createProgram();
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? exitStatus.conformant : exitStatus.usage;
    if (error.exitCode !== 0 && process.argv[2] === 'run') await leaveRefused(program, error.message);
  }
}

/** The results of an earlier run must not stand for one whose options were wrong. */
async function leaveRefused(program: Command, message: string): Promise<void> {
  const { leaveResults } = await import('./run/failed-run.ts');
  const options = program.commands.find((command) => command.name() === 'run')?.opts() ?? {};
  const problem = new UsageError([message.replace(/^error: /, '')]);
  await leaveResults(problem, { options, isBegun: false });
}
