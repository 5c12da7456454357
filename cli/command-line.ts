import { CommanderError } from 'commander';
import { exitStatus } from './output/exit-status.ts';
import { createProgram } from './program.ts';

/** Runs the command in the arguments of the process, and sets its exit status. */
export async function runCommandLine(): Promise<void> {
  // A reader that closes the pipe early, such as `| head`, does not affect the exit status.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  try {
    await createProgram().parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? exitStatus.conformant : exitStatus.usage;
  }
}
