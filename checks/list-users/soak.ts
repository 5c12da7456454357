import type { Conductor } from '../../session/conductor.ts';
import type { SoakRequests } from '../conduct/soak.ts';
import { drawnFrom, refusedCredentials, share } from '../conduct/soak-draws.ts';
import { validList } from './valid.ts';

/** Plain listings and invalid credentials. */
export async function prepareSoak(conductor: Conductor): Promise<SoakRequests> {
  const credentials = refusedCredentials(conductor, validList);
  return {
    control: {},
    at: (index) =>
      share(conductor, index) < 0.5
        ? {
            draft: { kind: 'no-parameters', context: ['soak'], as: 'LU-SUCCESS' },
            request: {},
            needsControl: false,
          }
        : drawnFrom(conductor, index, credentials),
  };
}
