import { runVariables } from './run-environment.ts';

/**
 * Playwright is started while the target is met; where it was, this waits for the environment of the prepared run and
 * takes it over, so that it holds for this process and its workers. Ends the process where its parent is gone.
 */
export async function takeAwaitedEnvironment(): Promise<void> {
  if (process.env[runVariables.awaited] === undefined) return;
  delete process.env[runVariables.awaited];
  const end = (): void => process.exit();
  const environment = await new Promise<Record<string, string>>((resolve) => {
    process.once('disconnect', end);
    process.once('message', (message) => resolve(message as Record<string, string>));
  });
  process.off('disconnect', end);
  process.disconnect();
  Object.assign(process.env, environment);
}
