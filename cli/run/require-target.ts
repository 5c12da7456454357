import type { Environment } from '../../settings/run-environment.ts';

const usual =
  '--require-target is given, but TARGET_BASE_URL is not set. Set it to the server to test, in the environment or in the .env of this folder.';

/** The message for `--require-target` if no target is configured, or the given one; undefined if one is. */
export function lostTarget(environment: Environment, message: string | true = true): string | undefined {
  if (environment.TARGET_BASE_URL !== undefined) return undefined;
  return message === true ? usual : message;
}
