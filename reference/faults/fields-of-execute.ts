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
