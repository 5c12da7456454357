import type { Environment } from '../../settings/run-environment.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import type { WorkerConfiguration } from '../../settings/worker-configuration.ts';
import { listedTokens, obtainToken, tokenKeys } from '../../wire/configured-token.ts';
import { credentialProblems } from '../../wire/credential-problems.ts';
import { createRedactor } from '../../wire/redact.ts';

/** Settings of a run with a target. */
export type CompleteSettings = WorkerConfiguration['settings'];

/** What to undo at the end; see `createUndo`. */
export type Undo = ReturnType<typeof createUndo>;

/**
 * Adds to the settings of a run what is made before it: the token of a file or a command, and what the configured
 * provisioner creates. The seed and the nonce must be given: reading the settings again would draw others.
 * @param making `stateFolder`: where files with secrets go · `undo`: gets what undoes what was made · `effort`: how much a
 *   provisioner makes, if not that of the settings
 * @throws UsageError for a wrong setting, NoVerdict if the provisioner fails.
 */
export async function completeSettings(
  given: Environment,
  making: { readonly stateFolder: string; readonly undo: Undo; readonly effort?: Settings['effort'] },
): Promise<CompleteSettings> {
  const { stateFolder, undo, effort } = making;
  const before = withTarget(given);
  // Asked once, and before anything is created.
  const token = { obtainedToken: await trustedToken(before.target) };
  const settings = { ...before, target: { ...before.target, ...token } };
  if (settings.target.provisioner === undefined) return settings;
  const { provisionRun } = await import('./provision-run.ts');
  const asked = effort === undefined ? settings : { ...settings, effort };
  const { environment, clean } = await provisionRun(asked, settings.target, stateFolder);
  undo.push(clean);
  const made = withTarget({ ...environment, ...given });
  return { ...made, target: { ...made.target, ...token } };
}

/** The token, once nothing about it and the other credentials is seen to be wrong (ruling 42). */
async function trustedToken(target: CompleteSettings['target']): Promise<string> {
  const keys = tokenKeys(target, createRedactor());
  const token = await obtainToken(target);
  const others = target.tokensFile === undefined ? [] : listedTokens(target.tokensFile).slice(1);
  const problems = credentialProblems({ target, token, others, keys, nowSeconds: Date.now() / 1_000 });
  if (problems.length > 0) throw new UsageError(problems);
  return token;
}

function withTarget(environment: Environment): CompleteSettings {
  const { target, ...settings } = readSettings(environment);
  if (target === undefined)
    throw new Error('The run has no target; the reference server provided no TARGET_BASE_URL.');
  return { ...settings, target };
}

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Undoes in reverse order what was done, also before SIGINT or SIGTERM ends this process, as long as nobody else handles that signal:
 * while tests run, the run ends in the usual way. A second signal ends the process at once.
 * @param onInterrupt is called behind that
 */
export function createUndo(onInterrupt?: () => Promise<unknown>) {
  const steps: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const step of steps.splice(0).reverse()) await step();
    for (const signal of signals) process.off(signal, onSignal);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (process.listenerCount(signal) > 1) return;
    for (const each of signals) process.off(each, onSignal);
    const end = (): void => {
      process.kill(process.pid, signal);
    };
    close().then(onInterrupt).then(end, end);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return { push: (step: () => unknown) => void steps.push(step), close };
}
