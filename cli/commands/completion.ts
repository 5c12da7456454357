import type { Command } from 'commander';
import { UsageError } from '../../settings/usage-error.ts';
import { exitStatus } from '../output/exit-status.ts';
import { say } from '../output/say.ts';
import { candidates } from './completion/candidates.ts';
import { scriptFor, shells } from './completion/scripts.ts';

/** Prints a shell script that completes commands, their options, and the values of these. */
export function completion(shell: string): number {
  const script = scriptFor(shell);
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
