import type { Fault } from './fault.ts';
import { withdrawRule } from './withdraw-rule.ts';

export const acceptsMissingSynchronizer: Fault = {
  id: 'generate-topology-accepts-missing-synchronizer',
  title: 'A generate-topology body without synchronizer is accepted.',
  operations: ['generate-topology'],
  requirements: ['GT-REQ-SYNCHRONIZER'],
  quote: '| synchronizer | string | yes |',
  when: 'always',
  apply: (behaviour, context) =>
    withdrawRule(behaviour, 'generate-topology', 'missing /synchronizer', context),
};
