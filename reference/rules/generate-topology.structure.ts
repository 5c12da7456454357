import { integerRule, optional, required, stringRule } from './field-rules.ts';
import type { Rule } from './rule.ts';

/** What makes a generate-topology body an invalid value (interface.md, Generate-topology request; ruling 12). */
export const generateTopologyStructure: readonly Rule[] = [
  ...optional('', 'object'),
  ...required('/synchronizer', 'string'),
  ...required('/partyHint', 'string'),
  ...required('/publicKey', 'object'),
  ...required('/publicKey/format', 'string'),
  ...required('/publicKey/keyData', 'string'),
  ...required('/publicKey/keySpec', 'string'),
  stringRule('empty', '/publicKey/keyData', 'is empty; give the serialized key', (text) => text !== ''),
  ...optional('/localParticipantObservationOnly', 'boolean'),
  ...optional('/otherConfirmingParticipantUids', 'array'),
  ...optional('/otherConfirmingParticipantUids/*', 'string'),
  ...optional('/confirmationThreshold', 'int32'),
  integerRule('negative', '/confirmationThreshold', 'must be at least 1, or 0', (count) => count >= 0),
  ...optional('/observingParticipantUids', 'array'),
  ...optional('/observingParticipantUids/*', 'string'),
];
