import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { selfCheck } from '../../reports/terminal/terminal.ts';
import { type Environment, environmentWithFile } from '../../settings/run-environment.ts';
import { settingProblems } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { variableOf } from '../../settings/worker-configuration.ts';
import type { Options } from '../options.ts';
import { exitStatus } from '../output/exit-status.ts';
import { say } from '../output/say.ts';
import { endJournal } from '../run/finish-run.ts';
import { prepareRun } from '../run/prepare-run.ts';
import { lostTarget } from '../run/refuse-wrong-usage.ts';
import { runPlaywright } from '../run/run-playwright.ts';

/**
 * Runs a user's own Playwright specs against the target, or the embedded reference server if none is configured. They
 * belong to no requirement, so the status is Playwright's: 1 if one of them fails. Their exchanges are stored without
 * secrets in a folder of their own.
 */
export async function specs(
  folder: string,
  playwright: readonly string[],
  { output, routes, requireTarget }: Options<'specs'>,
): Promise<number> {
  if (!namesIn(folder).some((name) => /\.(?:spec|test)\.[cm]?[jt]sx?$/.test(name))) {
    throw new UsageError([`${folder} contains no specs. Give a folder with files such as users.spec.ts.`]);
  }
  const environment: Environment = { ...environmentWithFile(), CONFORMANCE_OUTPUT: output };
  const lost = requireTarget === true ? lostTarget(environment) : undefined;
  const problems = settingProblems(environment, { CONFORMANCE_OUTPUT: '--output' }, lost);
  if (problems.length > 0) throw new UsageError(problems);
  if (routes !== undefined && environment.TARGET_BASE_URL !== undefined) {
    throw new UsageError([
      '--routes is for the reference server, but TARGET_BASE_URL is set. Leave one of them out.',
    ]);
  }
  const prepared = await prepareRun(environment, { routes });
  const head = prepared.header.target.kind === 'reference' ? [selfCheck] : [];
  say(...head);
  try {
    const { status, interrupted } = await runPlaywright(
      'own-specs.config',
      variableOf({ ...prepared.configuration, specs: resolve(folder) }),
      playwright,
    );
    endJournal(prepared.folder, { interrupted });
    say(...head);
    if (interrupted) return exitStatus.noVerdict;
    return status === 0 ? exitStatus.conformant : exitStatus.nonConformant;
  } finally {
    await prepared.close();
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError([
      `${folder} cannot be read (${code}). Give a folder with files such as users.spec.ts.`,
    ]);
  }
}
