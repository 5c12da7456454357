import { type Argument, Command } from 'commander';
import { suiteVersion } from '../settings/suite.ts';
import { addCertificateCommands } from './certificate-commands.ts';
import { collect } from './option-lists.ts';
import { explained } from './output/exit-status.ts';
import { warn } from './output/say.ts';
import { formatNames } from './run/format-files.ts';

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
    .exitOverride();
  addRunning(program);
  addReading(program);
  addResults(program);
  addCertificateCommands(program, ends);
  addOwn(program);
  addCompletion(program);
  return program;
}

const termOf = (argument: Argument): string =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;

/** Sets the exit status to the result of a command. Commands are imported on demand, for a quick start. */
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

/** Options of all commands that report on a finished run. */
const counted = (command: Command): Command =>
  command
    .option('--format <formats>', `comma-separated formats to write: ${formatNames.join(', ')}`, collect)
    .option('--profile <profile>', 'the profile of the run, if it was given as a path')
    .option('--strict', 'treat a failed SHOULD like a failed MUST')
    .option('--require-all', 'exit with status 3 if coverage is partial');

/** Adds the commands that begin with a target. */
function addRunning(program: Command): void {
  program
    .command('run')
    .description('test a target, or the embedded reference server if no TARGET_* is set')
    .option('--only <ids>', 'comma-separated requirement ids or operations; coverage is then partial')
    .option(
      '--format <formats>',
      `comma-separated formats to write: ${formatNames.join(', ')} (default: junit)`,
      collect,
    )
    .option('--strict', 'treat a failed SHOULD like a failed MUST')
    .option('--seed <seed>', 'determines the content of requests; random picks a new one')
    .option('--nonce <nonce>', 'determines identities; random by default')
    .option('--challenge <file>', 'answer the challenge of a certifier, which determines the nonce')
    .option(
      '--effort <effort>',
      'quick: each case once; standard: at least 44 responses for each MUST; soak: thousands more cases',
    )
    .option('--disguise', 'send no request that looks like those of this suite; draws a random seed')
    .option('--output <folder>', 'results folder (default: conformance-results)')
    .option('--history <folder>', 'a folder of earlier runs that report.html shows as a history')
    .option('--shard <i/n>', 'run one part, such as 2/7; `merge` combines the parts')
    .option('--resume', 'continue the interrupted run in the folder of --output')
    .option('--require-target', 'exit with status 2 if no target is configured')
    .option('--require-all', 'exit with status 3 if coverage is partial')
    .action((options) => ends(async () => (await import('./commands/run.ts')).run(options)));

  program
    .command('init')
    .description('ask for the settings of a target and write a commented .env')
    .option('--yes', 'do not ask; use the environment variables that are set')
    .option('--force', 'overwrite an existing .env')
    .option('--specs', 'write a playwright.config.ts and a first spec of your own instead')
    .action((options) => ends(async () => (await import('./commands/init.ts')).init(options)));

  program
    .command('doctor')
    .description('show what this configuration can exercise, and what each missing setting would add')
    .option('--certify', 'show what prevents a certificate, and how to fix it')
    .option('--verbose', 'list the requirements that each missing setting leaves out')
    .option('--format <format>', 'terminal or json', 'terminal')
    .action((options) => ends(async () => (await import('./commands/doctor.ts')).doctor(options)));
}

/** Adds the commands that show what there is, and that judge or send again. */
function addReading(program: Command): void {
  program
    .command('explain <id>')
    .description(
      'show a requirement: its text, how it is read, the allowed responses, what it needs, the faults that prove it',
    )
    .option('--profile <profile>', 'document (default), canton-3.5, canton-3.6, or the path of a profile')
    .option('--format <format>', 'terminal or json', 'terminal')
    .action((id, options) => ends(async () => (await import('./commands/explain.ts')).explain(id, options)));

  program
    .command('list [kind]')
    .description('list requirements, operations, profiles, faults, variants or schemas')
    .option('--format <format>', 'terminal or json', 'terminal')
    .action((kind, options) =>
      ends(async () => (await import('./commands/list.ts')).list(kind, options.format)),
    );

  program
    .command('judge <path>')
    .description('judge recorded exchanges again: a results folder, or a recording (.ndjson)')
    .option('--profile <profile>', 'document (default), canton-3.5, canton-3.6, or the path of a profile')
    .option('--strict', 'treat a failed SHOULD like a failed MUST')
    .action((path, options) => ends(async () => (await import('./commands/judge.ts')).judge(path, options)));

  program
    .command('replay <folder> <id>')
    .description('resend the requests of a finding, by id of requirement, case or exchange')
    .option('--output <folder>', 'results folder of the replay', 'conformance-replay')
    .action((folder, id, options) =>
      ends(async () => (await import('./commands/replay.ts')).replay(folder, id, options)),
    );
}

/** Adds the commands that work on finished runs. */
function addResults(program: Command): void {
  counted(
    program
      .command('report <folder>')
      .description('write the report of a finished run again, in any format')
      .option('--history <folder>', 'a folder of earlier runs that report.html shows as a history'),
  ).action((folder, options) =>
    ends(async () => (await import('./commands/report.ts')).report(folder, options)),
  );

  program
    .command('waive <folder>')
    .description('write waivers for what failed in a finished run, so that a gate can be adopted')
    .requiredOption('--owner <name>', 'who is responsible for the failures')
    .requiredOption(
      '--expires <date>',
      'the last day of the waivers, such as 2026-03-31; at most 90 days ahead',
    )
    .option('--reason <text>', 'why the failures are accepted for now')
    .option('--issue <url>', 'where the fix is tracked')
    .option('--strict', 'also waive failed SHOULDs, for a run with --strict')
    .option('--output <file>', 'the waiver file, which must not exist yet', 'waivers.yaml')
    .action((folder, options) =>
      ends(async () => (await import('./commands/waive.ts')).waive(folder, options)),
    );

  counted(
    program
      .command('merge <folders...>')
      .description('merge the results of shards into one run and report on it')
      .requiredOption('--output <folder>', 'a new folder for the merged run'),
  ).action((folders, options) =>
    ends(async () => (await import('./commands/merge.ts')).merge(folders, options)),
  );

  program
    .command('compare <old> <new>')
    .description('show what changed between two runs: report files, results folders or bundles')
    .option('--format <form>', 'terminal, markdown, html or json', 'terminal')
    .option('--output <file>', 'write to a file instead of the terminal')
    .option('--strict', 'treat a SHOULD that got worse like a MUST')
    .action((old, new_, options) =>
      ends(async () => (await import('./commands/compare.ts')).compare(old, new_, options)),
    );

  program
    .command('trend <history>')
    .description('show which requirement was broken when, over all runs in a folder')
    .option('--format <form>', 'markdown, html or svg', 'markdown')
    .option('--output <file>', 'write to a file instead of the terminal')
    .action((history, options) =>
      ends(async () => (await import('./commands/trend.ts')).trend(history, options)),
    );
}

/** Adds the commands around a run: own specs, provisioning, the reference server. */
function addOwn(program: Command): void {
  program
    .command('specs')
    .description('run your own Playwright specs against the target (docs/api.md)')
    .argument('<folder>', 'folder with specs, such as users.spec.ts')
    .argument('[playwright...]', 'options for Playwright, after two dashes: -- --grep users')
    .option('--output <folder>', 'folder for their exchanges', 'conformance-specs')
    .option('--routes <file>', 'without a target: operations of your own for the reference server')
    .option('--require-target', 'exit with status 2 if no target is configured')
    .action((folder, playwright, options) =>
      ends(async () => (await import('./commands/specs.ts')).specs(folder, playwright, options)),
    );

  program
    .command('provision')
    .description('manage what TARGET_PROVISIONER creates on a target')
    .command('clean')
    .description('remove what a killed run left behind')
    .requiredOption('--nonce <nonce>', 'the nonce of that run')
    .action((options) => ends(async () => (await import('./commands/provision.ts')).provisionClean(options)));

  program
    .command('serve')
    .description('start the reference server, and write an .env for a run against it')
    .option('--port <port>', 'default: a free port')
    .option('--prefix <path>', 'a path prefix such as /ledger')
    .option('--users <count>', 'number of users')
    .option('--single-use', 'accept each prepared transaction only once')
    .option('--profile <name>', 'behave as under a profile: document (default) or canton-3.5')
    .option('--fault <id>', 'break the contract in one way (`list faults`)')
    .option('--variant <id>', 'differ in what the document leaves open (`list variants`)')
    .option('--routes <file>', 'serve operations of your own too (docs/adding-an-operation.md)')
    .option('--tls', 'serve https with a certificate made on the spot, whose authority is written too')
    .option('--folder <folder>', 'folder for the .env and the execute body', 'reference-server')
    .action((options) => ends(async () => (await import('./commands/serve.ts')).serve(options)));
}

/** Adds the commands for shells. */
function addCompletion(program: Command): void {
  program
    .command('completion <shell>')
    .description('print a completion script for bash, zsh or fish')
    .action((shell) => ends(async () => (await import('./commands/completion.ts')).completion(shell)));

  program
    .command('complete [words...]', { hidden: true })
    .description('what the scripts of `completion` ask')
    .action((words: string[]) =>
      ends(async () => (await import('./commands/completion.ts')).complete(program, words)),
    );
}
