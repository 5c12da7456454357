import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { emptyFolder, type Finished, finished } from '../cli/command.ts';
import { root } from '../docs/documents.ts';

/** A machine of a CI server: Node, npm and an empty workspace. */
export interface Machine {
  /** Where the job runs; it stays from one build to the next. */
  readonly workspace: string;
  readonly temporary: string;
  /** The tarball of the suite in the workspace, as a repository has it. */
  readonly tarball: string;
  /** Runs one step by the shell of the platform, with nothing but these variables. */
  run(
    shell: readonly string[],
    script: string,
    variables: Readonly<Record<string, string>>,
  ): Promise<Finished>;
  /** The files of a folder of the workspace, sorted. */
  filesIn(folder: string): readonly string[];
}

/**
 * The tarball is the real one but for its dependencies, which Node finds in the folder above: npm needs no registry, and fails if it
 * asks one.
 */
export function bareMachine(whenFinished: (then: () => void) => void): Machine {
  const folder = emptyFolder(whenFinished);
  const [workspace, temporary] = [join(folder, 'workspace'), join(folder, 'workspace@tmp')];
  for (const each of [workspace, temporary, join(folder, 'home')]) mkdirSync(each);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  // Without what npm and vitest add for this checkout.
  const path = (process.env.PATH ?? '').split(delimiter).filter((each) => !each.includes('node_modules'));
  const bare = {
    PATH: [join(folder, 'usr/bin'), ...path].join(delimiter),
    HOME: join(folder, 'home'),
    npm_config_prefix: join(folder, 'usr'),
    npm_config_registry: 'http://127.0.0.1:1',
    npm_config_fetch_retries: '0',
  };
  return {
    workspace,
    temporary,
    tarball: pack(folder, workspace),
    run: ([command = '', ...args], script, variables) =>
      finished(
        spawn(command, [...args, script], {
          cwd: workspace,
          env: { ...bare, ...variables },
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      ),
    filesIn(name) {
      const place = join(workspace, name);
      return existsSync(place) ? readdirSync(place, { recursive: true }).map(String).sort() : [];
    },
  };
}

/** What `npm pack` makes of what is built, without dependencies. */
function pack(folder: string, workspace: string): string {
  const tarball = join(workspace, `${packageJson.name}-${packageJson.version}.tgz`);
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', workspace], {
    cwd: root,
    stdio: 'ignore',
    shell: process.platform === 'win32',
  });
  execFileSync('tar', ['-xzf', tarball, '-C', folder]);
  const manifest = join(folder, 'package/package.json');
  const { dependencies: _, ...others } = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(manifest, JSON.stringify(others));
  execFileSync('tar', ['-czf', tarball, '-C', folder, 'package']);
  return tarball;
}
