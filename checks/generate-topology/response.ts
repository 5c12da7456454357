import { sampleChecks } from '../conduct/sample.ts';
import { validGenerate } from './valid.ts';

/** Fields and meaning of a success: judged on every success of the run; a few are sent here. */
export const responseChecks = sampleChecks(
  'generate-topology',
  [
    'GT-RES-MEDIA',
    'GT-RES-PARTYID',
    'GT-RES-FINGERPRINT',
    'GT-RES-TRANSACTIONS',
    'GT-RES-TRANSACTIONS-NONEMPTY',
    'GT-RES-ENTRY',
    'GT-RES-MULTIHASH',
    'GT-RES-MULTIHASH-NONEMPTY',
    'GT-PARTYID-HINT',
    'GT-PARTYID-FINGERPRINT',
    'GT-ENTRY-WRAPPER',
    'GT-OPEN-PARTYID-FORM',
    'GT-OPEN-FINGERPRINT-FORM',
    'GT-OPEN-ENTRY-COUNT',
    'GT-OPEN-ENTRY-ENCODING',
    'GT-OPEN-UNKNOWN-FIELDS',
  ],
  (conductor) =>
    [0, 1, 2].map((index) => ({
      draft: { kind: 'valid-request', detail: String(index + 1), as: 'GT-SUCCESS' },
      request: validGenerate(conductor, index).request,
    })),
);
