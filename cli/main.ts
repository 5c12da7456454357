#!/usr/bin/env node
import { type Argument, Command, CommanderError } from 'commander';
import { suiteVersion } from '../settings/suite.ts';
import { exitStatus, explained } from './output/exit-status.ts';
import { warn } from './output/say.ts';

const termOf = (argument: Argument): string =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;

const program = new Command('ledger-conformance')
  .description(
    'Decides whether a server keeps the contract of three JSON-over-HTTP ledger\noperations, and shows why.',
  )
  .version(suiteVersion)
  .configureHelp({
    helpWidth: 80,
    minWidthToWrap: 20,
    // Without [options], which every command has: the descriptions need the room.
    subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(termOf)].join(' '),
  })
  .showHelpAfterError('Use --help to see what there is.')
  .exitOverride();

/** Ends the process with what a command resolves to. Commands are imported when they are called: starting stays quick. */
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

const collect = (value: string, earlier: string[] | undefined): string[] => [
  ...(earlier ?? []),
  ...value.split(',').map((each) => each.trim()),
];

/** What commands that report on a finished run have in common. */
const counted = (command: Command): Command =>
  command
    .option(
      '--format <formats>',
      'write these formats: junit, ctrf, sarif, har, github, badge, markdown, html; comma-separated',
      collect,
    )
    .option('--profile <profile>', 'the profile of the run, where it was given by a path')
    .option('--strict', 'a broken SHOULD counts like a broken MUST')
    .option('--require-all', 'status 3 where coverage is partial');

program
  .command('run')
  .description('test a target; with no TARGET_* set, check the embedded reference server')
  .option('--only <ids>', 'requirement ids or operations, comma-separated')
  .option(
    '--format <formats>',
    'also write these formats: junit, ctrf, sarif, har, github, badge, markdown, html; comma-separated',
    collect,
  )
  .option('--strict', 'a broken SHOULD counts like a broken MUST')
  .option('--seed <seed>', 'what decides the content of requests; random for a fresh one')
  .option('--nonce <nonce>', 'what decides identities; fresh unless given')
  .option('--effort <effort>', 'quick, standard or soak')
  .option('--output <folder>', 'where results go (default: conformance-results)')
  .option('--shard <i/n>', 'a part of the run, such as 2/7; `merge` puts the parts together')
  .option('--resume', 'go on with the run in the output folder that was stopped')
  .option('--require-target', 'status 2 where no target is configured')
  .option('--require-all', 'status 3 where coverage is partial')
  .action((options) => ends(async () => (await import('./commands/run.ts')).run(options)));

program
  .command('init')
  .description('ask for the settings of a target, and write them into .env with comments')
  .option('--yes', 'ask nothing: take what the environment sets')
  .option('--force', 'write over an .env that is there')
  .action((options) => ends(async () => (await import('./commands/init.ts')).init(options)));

program
  .command('doctor')
  .description('what this configuration can exercise, and which setting would add what')
  .option('--certify', 'what keeps a certificate from being made, and which setting gives it')
  .action((options) => ends(async () => (await import('./commands/doctor.ts')).doctor(options)));

program
  .command('explain <id>')
  .description('a requirement: its words, what is sent, what may come back, its proof')
  .option('--profile <profile>', 'document (default), canton-3.5, or the path of a profile')
  .action((id, options) =>
    ends(async () => (await import('./commands/explain.ts')).explain(id, options.profile)),
  );

program
  .command('list [kind]')
  .description('requirements, operations, profiles, faults or variants, a line each')
  .action((kind) => ends(async () => (await import('./commands/list.ts')).list(kind)));

program
  .command('judge <path>')
  .description('judge recorded exchanges again: a results folder, or a recording (.ndjson)')
  .option('--profile <profile>', 'document (default), canton-3.5, or the path of a profile')
  .option('--strict', 'a broken SHOULD counts like a broken MUST')
  .action((path, options) => ends(async () => (await import('./commands/judge.ts')).judge(path, options)));

program
  .command('replay <folder> <id>')
  .description('send again what showed a finding: id of a requirement, a case or an exchange')
  .option('--output <folder>', 'where the results of the replay go', 'conformance-replay')
  .action((folder, id, options) =>
    ends(async () => (await import('./commands/replay.ts')).replay(folder, id, options)),
  );

counted(
  program
    .command('report <folder>')
    .description('make the report of a finished run again, and formats from it'),
).action((folder, options) =>
  ends(async () => (await import('./commands/report.ts')).report(folder, options)),
);

counted(
  program
    .command('merge <folders...>')
    .description('put the results of the shards of a run together, and report on them')
    .requiredOption('--output <folder>', 'where the whole run goes: a new folder'),
).action((folders, options) =>
  ends(async () => (await import('./commands/merge.ts')).merge(folders, options)),
);

program
  .command('compare <old> <new>')
  .description('what changed between two runs: files, results folders or bundles')
  .option('--format <form>', 'terminal, markdown, html or json', 'terminal')
  .option('--output <file>', 'write it there instead of showing it')
  .option('--strict', 'a SHOULD that got worse counts like a MUST')
  .action((old, new_, options) =>
    ends(async () => (await import('./commands/compare.ts')).compare(old, new_, options)),
  );

program
  .command('certify')
  .description('run the suite and sign what it showed, as a bundle that anyone can verify')
  .option('--key <files>', 'private keys to sign with (PEM or JWK)', collect)
  .option('--bundle <path>', 'where the bundle goes; an archive where it ends in .zip', 'certificate')
  .option('--organization <name>', 'who made what is tested')
  .option('--product <name>', 'what is tested')
  .option('--product-version <version>', 'which version of it')
  .option('--valid-days <days>', 'how long the certificate holds', '365')
  .option('--from <folder>', 'certify a finished run instead of running')
  .option('--counter-sign <bundle>', 'sign this bundle once more instead')
  .option('--reference', 'certify the embedded reference server, to try it out')
  .action((options) => ends(async () => (await import('./commands/certify.ts')).certify(options)));

program
  .command('verify <bundle>')
  .description('check a bundle offline: signature, completeness, and every judgement again')
  .option('--key <files>', 'public keys of those you trust (PEM or JWK)', collect)
  .option('--threshold <count>', 'how many of them must have signed', '1')
  .option('--profile <path>', 'the profile of the run, where it is not one of the suite')
  .action((bundle, options) =>
    ends(async () => (await import('./commands/verify.ts')).verify(bundle, options)),
  );

program
  .command('keygen <file>')
  .description('make a key to sign certificates with: FILE and FILE.pub')
  .option('--type <kind>', 'ed25519 or p-256', 'ed25519')
  .action((file, options) => ends(async () => (await import('./commands/keygen.ts')).keygen(file, options)));

program
  .command('specs')
  .description('run Playwright specs of your own against the target (docs/api.md)')
  .argument('<folder>', 'where they are, such as users.spec.ts')
  .argument('[playwright...]', 'options of Playwright, behind two dashes: -- --grep users')
  .option('--output <folder>', 'where their exchanges go', 'conformance-specs')
  .option('--require-target', 'status 2 where no target is configured')
  .action((folder, playwright, options) =>
    ends(async () => (await import('./commands/specs.ts')).specs(folder, playwright, options)),
  );

program
  .command('provision')
  .description('what TARGET_PROVISIONER makes on a target')
  .command('clean')
  .description('remove what a run that was killed left behind')
  .requiredOption('--nonce <nonce>', 'the nonce of that run')
  .action((options) => ends(async () => (await import('./commands/provision.ts')).provisionClean(options)));

program
  .command('serve')
  .description('the reference server, with an .env that a run against it needs')
  .option('--port <port>', 'a free one unless given')
  .option('--prefix <path>', 'a path prefix such as /ledger')
  .option('--users <count>', 'how many users it lists')
  .option('--single-use', 'take each prepared transaction once')
  .option('--profile <name>', 'answer as that profile does: document (default) or canton-3.5')
  .option('--fault <id>', 'break the contract in one way')
  .option('--variant <id>', 'differ in what the document leaves open')
  .option('--folder <folder>', 'where the .env and the execute body are written', 'reference-server')
  .action((options) => ends(async () => (await import('./commands/serve.ts')).serve(options)));

program
  .command('completion <shell>')
  .description('a script that completes commands and options in bash, zsh or fish')
  .action((shell) => ends(async () => (await import('./commands/completion.ts')).completion(shell, program)));

// A reader that has seen enough, such as `| head`, changes nothing: the command goes on to its own status.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? exitStatus.conformant : exitStatus.usage;
}
