import { runCommandLine } from '../../cli/program.ts';
import { bare, type Finished, main } from './command.ts';

/**
 * The command in this process, from its sources; it starts no other one unless the command does. It is quick, and enough for what ends before
 * a target is tested.
 */
export async function commandHere(
  args: readonly string[],
  { cwd, settings = {} }: { readonly cwd: string; readonly settings?: Record<string, string> },
): Promise<Finished> {
  // Each command listens to what ends its process.
  for (const emitter of [process, process.stdout]) emitter.setMaxListeners(0);
  const { argv, env, exitCode } = process;
  const folder = process.cwd();
  const said = { stdout: '', stderr: '' };
  const restores = (['stdout', 'stderr'] as const).map((name) => {
    const { write } = process[name];
    process[name].write = (text: string | Uint8Array) => {
      said[name] += String(text);
      return true;
    };
    return () => {
      process[name].write = write;
    };
  });
  try {
    process.chdir(cwd);
    process.argv = [process.execPath, main, ...args];
    process.env = { ...bare(), ...settings };
    process.exitCode = 0;
    await runCommandLine();
    return { status: Number(process.exitCode), ...said };
  } finally {
    for (const restore of restores) restore();
    process.chdir(folder);
    Object.assign(process, { argv, env, exitCode });
  }
}
