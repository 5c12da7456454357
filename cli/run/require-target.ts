import type { Environment } from '../../settings/settings.ts';

/** The message for `--require-target` if no target is configured; undefined if one is. */
export function lostTarget(environment: Environment): string | undefined {
  return environment.TARGET_BASE_URL === undefined
    ? '--require-target is given, but TARGET_BASE_URL is not set. Set it to the server to test, in the environment or in the .env of this folder.'
    : undefined;
}
