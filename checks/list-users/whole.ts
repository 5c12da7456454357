import type { BatchRequest } from '../conduct/batch.ts';
import { mixedTrafficCheck } from '../conduct/mixed-traffic.ts';
import { validList } from './valid.ts';

/** Plain listings among requests that must be rejected. */
function mixture(): BatchRequest[] {
  return Array.from({ length: 30 }, () => ({
    draft: { kind: 'no-parameters', context: ['mixed-traffic'], as: 'LU-SUCCESS' },
    request: {},
    needsControl: false,
  }));
}

export const wholeChecks = [mixedTrafficCheck('list-users', validList, mixture)];
