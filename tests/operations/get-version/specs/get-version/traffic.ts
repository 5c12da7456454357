import type { Traffic } from '../shared/scenarios.ts';

export const plain = { kind: 'no-parameters', as: 'VER-SUCCESS' };

export const versionTraffic: Traffic = {
  valid: () => ({ request: {} }),
  *mixture() {
    return Array.from({ length: 10 }, () => ({ ...plain }));
  },
};
