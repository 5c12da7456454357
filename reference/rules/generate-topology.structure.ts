import { each, optional, required, where } from './field-rules.ts';
import { isInteger, isString } from './json-types.ts';
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
  where(
    'empty',
    '/publicKey/keyData',
    each(isString, (text) => text !== ''),
    'is empty; give the serialized key',
  ),
  ...optional('/localParticipantObservationOnly', 'boolean'),
  ...optional('/otherConfirmingParticipantUids', 'array'),
  ...optional('/otherConfirmingParticipantUids/*', 'string'),
  ...optional('/confirmationThreshold', 'int32'),
  where(
    'negative',
    '/confirmationThreshold',
    each(isInteger, (count) => count >= 0),
    'must be at least 1, or 0',
  ),
  ...optional('/observingParticipantUids', 'array'),
  ...optional('/observingParticipantUids/*', 'string'),
];
