import { acceptedFields } from './accepted-fields.ts';

const parties = '/partySignatures/signatures';
const signatures = `${parties}/*/signatures`;

/** The structure of partySignatures: a server without one of its rules. Which fields of a signature are required is open. */
export const partySignaturesFieldFaults = acceptedFields('execute-submission', [
  {
    field: 'partySignatures.signatures',
    pointer: parties,
    rules: ['missing', 'null', 'type', 'empty'],
    requirements: ['EX-PS-SIGNATURES'],
    quote: '| partySignatures.signatures | array of object | One entry per signing party. |',
  },
  {
    field: 'partySignatures entry',
    pointer: `${parties}/*`,
    rules: ['null', 'type'],
    requirements: ['EX-PS-SIGNATURES'],
    quote: '| partySignatures.signatures | array of object | One entry per signing party. |',
  },
  {
    field: 'signing party',
    pointer: `${parties}/*/party`,
    rules: ['type'],
    requirements: ['EX-PS-PARTY'],
    quote: '| ...signatures[].party | string | The signing party. |',
  },
  {
    field: 'signatures of a party',
    pointer: signatures,
    rules: ['missing', 'null', 'type', 'empty'],
    requirements: ['EX-PS-PARTY-SIGNATURES'],
    quote: '| ...signatures[].signatures | array of object | One or more signatures of that party. |',
  },
  {
    field: 'signature',
    pointer: `${signatures}/*`,
    rules: ['null', 'type'],
    requirements: ['EX-PS-PARTY-SIGNATURES'],
    quote: '| ...signatures[].signatures | array of object | One or more signatures of that party. |',
  },
  {
    field: 'signature.format',
    pointer: `${signatures}/*/format`,
    rules: ['type'],
    requirements: ['EX-PS-FORMAT'],
    quote: '| ...signatures[].signatures[].format | string | Signature format. |',
  },
  {
    field: 'signature.signature',
    pointer: `${signatures}/*/signature`,
    rules: ['type'],
    requirements: ['EX-PS-SIGNATURE'],
    quote: '| ...signatures[].signatures[].signature | string | The signature. |',
  },
  {
    field: 'signature.signedBy',
    pointer: `${signatures}/*/signedBy`,
    rules: ['type'],
    requirements: ['EX-PS-SIGNEDBY'],
    quote: '| ...signatures[].signatures[].signedBy | string | Identifier of the signer. |',
  },
  {
    field: 'signature.signingAlgorithmSpec',
    pointer: `${signatures}/*/signingAlgorithmSpec`,
    rules: ['type'],
    requirements: ['EX-PS-ALGORITHM'],
    quote:
      '| ...signatures[].signatures[].signingAlgorithmSpec | string | Signing algorithm specification. |',
  },
]);
