import type { Environment } from '../../settings/settings.ts';

/** What `--require-target` says where no target is configured; undefined where one is. */
export function lostTarget(environment: Environment): string | undefined {
  return environment.TARGET_BASE_URL === undefined
    ? '--require-target is given, but TARGET_BASE_URL is not set. Set it to the server to test, in the environment or in the .env of this folder.'
    : undefined;
}
