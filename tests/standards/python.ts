import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { emptyFolder } from '../cli/command.ts';

/** An interpreter of Python with packages; it must be removed. */
export interface Python {
  /** Undefined if Python or the registry is not there. */
  readonly path: string | undefined;
  remove(): void;
}

/** Installs packages into an environment of their own. */
export function pythonWith(packages: readonly string[]): Python {
  const ended: (() => void)[] = [];
  const folder = emptyFolder((then) => ended.push(then));
  const steps: readonly (readonly string[])[] = [
    ['python3', '-m', 'venv', folder],
    [join(folder, 'bin', 'pip'), 'install', '--quiet', ...packages],
  ];
  const isMade = steps.every(
    ([name = '', ...args]) => spawnSync(name, args, { timeout: 900_000 }).status === 0,
  );
  return {
    path: isMade ? join(folder, 'bin', 'python') : undefined,
    remove() {
      for (const then of ended) then();
    },
  };
}
