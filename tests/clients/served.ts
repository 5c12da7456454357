import { onTestFinished } from 'vitest';
import {
  type ReferenceOptions,
  type ReferenceProfile,
  type ReferenceServer,
  startReference,
} from '../../reference/start.ts';
import { type Beside, restOfALedger } from './rest-of-a-ledger.ts';

export const profiles: readonly ReferenceProfile[] = ['document', 'canton-3.5'];

/** A reference server of the profile, closed after the test. */
export async function served(
  profile: ReferenceProfile,
  options: ReferenceOptions = {},
): Promise<ReferenceServer> {
  const server = await startReference({ ...options, profile });
  onTestFinished(() => server.close());
  return server;
}

/** The same behind the rest of a ledger. */
export async function servedAmongOthers(
  profile: ReferenceProfile,
  options: ReferenceOptions = {},
): Promise<{ readonly server: ReferenceServer; readonly beside: Beside }> {
  const server = await served(profile, options);
  const beside = await restOfALedger(server);
  onTestFinished(() => beside.close());
  return { server, beside };
}

export function tokenOf({ environment }: ReferenceServer): string {
  return environment.TARGET_TOKEN ?? '';
}

export function synchronizerOf({ environment }: ReferenceServer): string {
  return environment.TARGET_SYNCHRONIZER ?? '';
}
