import { type Command, CommanderError } from 'commander';
import { UsageError } from '../settings/usage-error.ts';
import { exitStatus } from './output/exit-status.ts';
import { createProgram } from './program.ts';

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
