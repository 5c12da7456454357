import type { Operation } from '../operation.ts';
import { referenceOperations } from '../operations/operations.ts';

// Requirements that several tables of faults name together.

/** The requirements about valid requests: each detects one that is rejected or not answered, besides what it mainly breaks. */
export function valid(operation: Operation, ...broken: readonly string[]): readonly string[] {
  return [...new Set([...broken, ...referenceOperations[operation].speakingOfValid])];
}

/** Requirements on single fields of a submission: each detects a body that is not looked at. */
export const fieldsOfExecute: readonly string[] = [
  'EX-REQ-PREPAREDTRANSACTION',
  'EX-REQ-PARTYSIGNATURES',
  'EX-REQ-HASHINGSCHEME',
  'EX-REQ-HASHINGSCHEME-ENUM',
  'EX-REQ-DEDUPLICATION',
  'EX-REQ-USERID',
  'EX-REQ-MINLEDGERTIME',
  'EX-PS-SIGNATURES',
  'EX-PS-PARTY',
  'EX-PS-PARTY-SIGNATURES',
  'EX-PS-FORMAT',
  'EX-PS-SIGNATURE',
  'EX-PS-SIGNEDBY',
  'EX-PS-ALGORITHM',
  'EX-SINGLE-PARTY',
];

/** The kinds of ruling 19, in its order. */
export const wrongCredentials = [
  ...['AUTH-REQUIRED', 'AUTH-EMPTY', 'AUTH-NOT-JWT', 'AUTH-ALG-NONE', 'AUTH-SIGNATURE-MISSING'],
  ...['AUTH-SIGNATURE-ALTERED', 'AUTH-PAYLOAD-CHANGED', 'AUTH-OTHER-SECRET', 'AUTH-EXPIRED'],
];

/** The fields of a success of generate-topology. */
export const ofTopologyResponse = ['GT-RES-PARTYID', 'GT-RES-FINGERPRINT', 'GT-RES-TRANSACTIONS', 'GT-RES-MULTIHASH'];

/** Chains of pages. */
export const chains = ['LU-PAGE-COMPLETE', 'LU-PAGE-CONTINUES', 'LU-PAGE-EMPTYTOKEN'];
