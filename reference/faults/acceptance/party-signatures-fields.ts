import { acceptedFields, element, required } from './accepted-fields.ts';

const parties = '/partySignatures/signatures';
const signatures = `${parties}/*/signatures`;
const list = [...required, 'empty'] as const;

/** The structure of partySignatures: a server without one of its rules. Which fields of a signature are required is open. */
export const partySignaturesFieldFaults = acceptedFields('execute-submission', [
  ['partySignatures.signatures', list, ['EX-PS-SIGNATURES']],
  ['partySignatures entry', element, ['EX-PS-SIGNATURES'], `${parties}/*`],
  ['signing party', ['type'], ['EX-PS-PARTY'], `${parties}/*/party`],
  ['signatures of a party', list, ['EX-PS-PARTY-SIGNATURES'], signatures],
  ['signature', element, ['EX-PS-PARTY-SIGNATURES'], `${signatures}/*`],
  ['signature.format', ['type'], ['EX-PS-FORMAT'], `${signatures}/*/format`],
  ['signature.signature', ['type'], ['EX-PS-SIGNATURE'], `${signatures}/*/signature`],
  ['signature.signedBy', ['type'], ['EX-PS-SIGNEDBY'], `${signatures}/*/signedBy`],
  ['signature.signingAlgorithmSpec', ['type'], ['EX-PS-ALGORITHM'], `${signatures}/*/signingAlgorithmSpec`],
]);
