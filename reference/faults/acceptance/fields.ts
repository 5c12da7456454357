import type { Call } from '../../call.ts';
import type { Operation } from '../../operation.ts';
import { valueAt, without } from '../../rows/conditions.ts';
import { accept } from '../../rows/requests.ts';
import type { Fault } from '../fault.ts';
import { EX, faults, GT } from '../table.ts';

const clauses = {
  missing: (field: string) => `without ${field}`,
  null: (field: string) => `whose ${field} is null`,
  mistyped: (field: string) => `whose ${field} has another JSON type`,
  empty: (field: string) => `whose ${field} is empty`,
} as const;

/** Names of fields with their ways to be wrong, and where they are if their path does not say it. */
type Fields = readonly (readonly [field: string, wrong: string, requirement: string | readonly string[], pointer?: string])[];

/** Fields of which a body has all. */
const together: readonly (readonly string[])[] = [
  ['/synchronizer', '/partyHint', '/publicKey'],
  ['/publicKey/format', '/publicKey/keyData', '/publicKey/keySpec'],
  ['/preparedTransaction', '/partySignatures', '/submissionId', '/hashingSchemeVersion'],
];

/** Whether the other fields are there: a server that misses one of them still rejects the request. */
function hasOthers(pointer: string, { input }: Call): boolean {
  const group = together.find((pointers) => pointers.includes(pointer)) ?? [];
  return group.every((each) => each === pointer || (valueAt(input, each) ?? null) !== null);
}

/** A server without one of its rules, for each rule of each field; what the rule would reject is accepted. */
function accepts(operation: Operation, fields: Fields): Fault[] {
  const body = operation === EX ? 'An execute body' : `A ${operation} body`;
  return fields.flatMap(([field, wrong, requirement, pointer = `/${field.replaceAll('.', '/')}`]) =>
    wrong.split(' ').flatMap((each) => {
      const kebab = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/[^a-z]+/g, '-');
      const title = `${body} ${clauses[each as keyof typeof clauses](field)} is accepted.`;
      const rule = `${each === 'mistyped' ? 'type' : each} ${pointer}`;
      return faults(operation, requirement, {
        [`accepts-${each}-${kebab}`]: [title, accept(rule, (_, call) => hasOthers(pointer, call))],
      });
    }),
  );
}

const required = 'missing null mistyped';

/** Tables Generate-topology request and SigningPublicKey (ruling 12). */
export const topologyFields = accepts(GT, [
  ['synchronizer', required, 'GT-REQ-SYNCHRONIZER'],
  ['partyHint', required, 'GT-REQ-PARTYHINT'],
  ['publicKey', required, 'GT-REQ-PUBLICKEY'],
  ['publicKey.format', required, 'GT-REQ-FORMAT'],
  ['publicKey.keyData', required, 'GT-REQ-KEYDATA'],
  ['publicKey.keyData', 'empty', 'GT-REQ-KEYDATA-NONEMPTY'],
  ['publicKey.keySpec', required, 'GT-REQ-KEYSPEC'],
  ['localParticipantObservationOnly', 'mistyped', 'GT-REQ-OBSERVATIONONLY'],
  ['otherConfirmingParticipantUids', 'mistyped', 'GT-REQ-OTHERCONFIRMING'],
  ['otherConfirmingParticipantUids element', 'null mistyped', 'GT-REQ-OTHERCONFIRMING', '/otherConfirmingParticipantUids/*'],
  ['confirmationThreshold', 'mistyped', ['GT-REQ-THRESHOLD-TYPE', 'GT-REQ-THRESHOLD-MIN']],
  ['observingParticipantUids', 'mistyped', 'GT-REQ-OBSERVING'],
  ['observingParticipantUids element', 'null mistyped', 'GT-REQ-OBSERVING', '/observingParticipantUids/*'],
]);

const optional = ['/localParticipantObservationOnly', '/otherConfirmingParticipantUids', '/confirmationThreshold', '/observingParticipantUids'];

/** Two fields that are missing together, or one where optional ones are missing. */
export const missingTogether = [
  ...faults(GT, ['GT-REQ-SYNCHRONIZER', 'GT-REQ-PARTYHINT'], {
    'accepts-missing-synchronizer-and-party-hint': [
      'A generate-topology body that lacks both synchronizer and partyHint is accepted.',
      accept('missing /synchronizer'),
      without('/synchronizer', '/partyHint'),
    ],
  }),
  ...faults(GT, 'GT-REQ-KEYSPEC', {
    'accepts-null-key-spec-in-a-short-body': [
      'Without optional members, null is accepted as keySpec.',
      accept('null /publicKey/keySpec'),
      without(...optional),
    ],
  }),
  ...faults(EX, 'EX-REQ-HASHINGSCHEME', {
    'accepts-missing-hashing-scheme-in-a-short-body': [
      'Without userId and minLedgerTime, hashingSchemeVersion may be missing.',
      accept('missing /hashingSchemeVersion'),
      without('/userId', '/minLedgerTime'),
    ],
  }),
  ...faults(EX, ['EX-REQ-SUBMISSIONID', 'EX-REQ-HASHINGSCHEME'], {
    'accepts-missing-submission-id-and-hashing-scheme': [
      'An execute body that lacks both submissionId and hashingSchemeVersion is accepted.',
      accept('missing /submissionId'),
      without('/submissionId', '/hashingSchemeVersion'),
    ],
  }),
];

const duration = '/deduplicationPeriod/DeduplicationDuration/value';
const parties = '/partySignatures/signatures';
const signatures = `${parties}/*/signatures`;

/** Table Execute-submission request, and the structure of partySignatures (ruling 14). Which fields of a signature are required is open. */
export const submissionFields = accepts(EX, [
  ['preparedTransaction', required, 'EX-REQ-PREPAREDTRANSACTION'],
  ['partySignatures', required, 'EX-REQ-PARTYSIGNATURES'],
  ['submissionId', required, 'EX-REQ-SUBMISSIONID'],
  ['hashingSchemeVersion', required, 'EX-REQ-HASHINGSCHEME'],
  ['userId', 'mistyped', 'EX-REQ-USERID'],
  ['minLedgerTime', 'mistyped', 'EX-REQ-MINLEDGERTIME'],
  ['deduplicationPeriod', 'mistyped', 'EX-REQ-DEDUPLICATION'],
  ['deduplication seconds', 'mistyped', 'EX-DEDUP-SECONDS', `${duration}/seconds`],
  ['deduplication nanos', 'mistyped', 'EX-DEDUP-NANOS', `${duration}/nanos`],
  ['partySignatures.signatures', `${required} empty`, 'EX-PS-SIGNATURES'],
  ['partySignatures entry', 'null mistyped', 'EX-PS-SIGNATURES', `${parties}/*`],
  ['signing party', 'mistyped', 'EX-PS-PARTY', `${parties}/*/party`],
  ['signatures of a party', `${required} empty`, 'EX-PS-PARTY-SIGNATURES', signatures],
  ['signature', 'null mistyped', 'EX-PS-PARTY-SIGNATURES', `${signatures}/*`],
  ['signature.format', 'mistyped', 'EX-PS-FORMAT', `${signatures}/*/format`],
  ['signature.signature', 'mistyped', 'EX-PS-SIGNATURE', `${signatures}/*/signature`],
  ['signature.signedBy', 'mistyped', 'EX-PS-SIGNEDBY', `${signatures}/*/signedBy`],
  ['signature.signingAlgorithmSpec', 'mistyped', 'EX-PS-ALGORITHM', `${signatures}/*/signingAlgorithmSpec`],
]);
