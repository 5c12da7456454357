import { createHash } from 'node:crypto';
import { changeStage } from '../../faults/change-stage.ts';
import { changeBody } from '../../faults/change-success.ts';
import type { Change } from '../../faults/fault.ts';
import { hashPurpose, purposeHash } from '../../keys/hash.ts';
import { malformed, refused } from '../../refusal.ts';
import { multiHash } from '../../topology/multi-hash.ts';
import { cantonFaults, changeRefusals, readAs, without } from './canton-fault.ts';

const operation = 'generate-topology';

/** Members of a success with another fingerprint in both places. */
function withFingerprint(change: (fingerprint: string) => string): Change {
  return changeBody(operation, (body) => {
    const fingerprint = change(String(body.publicKeyFingerprint));
    const [hint = ''] = String(body.partyId).split('::');
    return { ...body, publicKeyFingerprint: fingerprint, partyId: `${hint}::${fingerprint}` };
  });
}

function transactionIn(body: Readonly<Record<string, unknown>>): Buffer {
  return Buffer.from(String((body.topologyTransactions as unknown[])[0]), 'base64');
}

/** Members of a success with one other transaction and its multi-hash. */
function withTransaction(change: (bytes: Buffer) => Buffer): Change {
  return changeBody(operation, (body) => {
    const bytes = change(transactionIn(body));
    const topologyTransactions = [bytes.toString('base64')];
    return { ...body, topologyTransactions, multiHash: multiHash([bytes]).toString('base64') };
  });
}

const optional = ['localParticipantObservationOnly', 'confirmationThreshold'];

export const topologyFaults = cantonFaults([operation], {
  'fingerprint-in-upper-case': {
    title: 'The fingerprint is in upper-case hex.',
    requirements: ['GT-OPEN-FINGERPRINT-FORM'],
    apply: withFingerprint((fingerprint) => fingerprint.toUpperCase()),
  },
  'fingerprint-of-another-purpose': {
    title: 'The fingerprint is hashed with the prefix of another purpose.',
    requirements: ['GT-OPEN-FINGERPRINT-FORM'],
    apply: withFingerprint((fingerprint) =>
      purposeHash(hashPurpose.topologyTransaction, Buffer.from(fingerprint, 'hex')).toString('hex'),
    ),
  },
  'party-id-with-one-colon': {
    title: 'Hint and fingerprint are separated by one colon.',
    requirements: ['GT-OPEN-PARTYID-FORM'],
    apply: changeBody(operation, (body) => ({ ...body, partyId: String(body.partyId).replace('::', ':') })),
  },
  'transaction-twice': {
    title: 'The transaction occurs twice.',
    requirements: ['GT-OPEN-ENTRY-COUNT'],
    apply: changeBody(operation, (body) => {
      const [entry] = body.topologyTransactions as unknown[];
      return { ...body, topologyTransactions: [entry, entry] };
    }),
  },
  'transaction-at-serial-2': {
    title: 'The transaction is the second one of its party.',
    requirements: ['GT-OPEN-ENTRY-COUNT'],
    apply: withTransaction((bytes) => {
      const at = bytes.indexOf(Buffer.from('08011001', 'hex'));
      const changed = Buffer.from(bytes);
      changed[at + 3] = 2;
      return changed;
    }),
  },
  'transaction-of-another-version': {
    title: 'The transaction is wrapped as version 31.',
    requirements: ['GT-OPEN-ENTRY-COUNT'],
    apply: withTransaction((bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.of(31)])),
  },
  'base64-without-padding': {
    title: 'Bytes are base64 without padding.',
    requirements: ['GT-OPEN-ENTRY-ENCODING'],
    apply: changeBody(operation, (body) => ({
      ...body,
      multiHash: String(body.multiHash).replace(/=+$/, ''),
    })),
  },
  'multi-hash-without-prefix': {
    title: 'The multi-hash is only SHA-256, without the prefix 12 20.',
    requirements: ['GT-MULTIHASH-BOUND'],
    apply: changeBody(operation, (body) => ({
      ...body,
      multiHash: Buffer.from(String(body.multiHash), 'base64').subarray(2).toString('base64'),
    })),
  },
  'multi-hash-of-bytes': {
    title: 'The multi-hash is over the bytes of the transaction, not over their hash.',
    requirements: ['GT-MULTIHASH-BOUND'],
    apply: changeBody(operation, (body) => {
      const digest = createHash('sha256').update(transactionIn(body)).digest();
      return { ...body, multiHash: Buffer.concat([Buffer.of(0x12, 0x20), digest]).toString('base64') };
    }),
  },
  'success-with-another-field': {
    title: 'A success has an additional field.',
    requirements: ['GT-OPEN-UNKNOWN-FIELDS'],
    apply: changeBody(operation, (body) => ({ ...body, version: 30 })),
  },
  'hint-with-a-dot': {
    title: 'A hint of any characters is accepted.',
    requirements: ['GT-OPEN-HINT'],
    apply: without(operation, 'partyHint'),
  },
  'threshold-above': {
    title: 'A threshold above the number of confirming participants is accepted.',
    requirements: ['GT-OPEN-THRESHOLD-ABOVE'],
    apply: without(operation, 'threshold'),
  },
  'repeated-uids': {
    title: 'A participant may be named twice.',
    requirements: ['GT-OPEN-UIDS-REPEATED'],
    apply: without(operation, 'repeated uids'),
  },
  'odd-uids': {
    title: 'A participant may have any name.',
    requirements: ['GT-OPEN-UIDS-UNKNOWN'],
    apply: without(operation, 'uids'),
  },
  'null-is-absent': {
    title: 'null in an optional field counts as absent.',
    requirements: ['GT-OPEN-NULL-OPTIONAL'],
    apply: readAs(operation, (body) => {
      const nulls = optional.filter((field) => body[field] === null);
      if (nulls.length === 0) return undefined;
      return Object.fromEntries(Object.entries(body).filter(([field]) => !nulls.includes(field)));
    }),
  },
  'missing-hint-is-a-text': {
    title: 'A missing hint is rejected with a text.',
    requirements: ['GT-FAILURE-FORM'],
    apply: changeStage('chooseForm', (choose, { fire }) => (refusal, call) => {
      if (!refusal.cause.endsWith('Party hint is empty')) return choose(refusal, call);
      fire();
      return 'text';
    }),
  },
  'unknown-members-are-refused': {
    title: 'An unknown member is rejected with a text.',
    requirements: ['GT-OPEN-UNKNOWN-MEMBER'],
    apply: changeStage('decodeJson', (decode, { fire }) => (call) => {
      const decoded = decode(call);
      if (call.operation !== operation || 'refusal' in decoded) return decoded;
      const sent = JSON.parse(call.body.toString('utf8')) as object;
      const known = Object.keys(decoded.value as object);
      if (Object.keys(sent).every((field) => known.includes(field))) return decoded;
      fire();
      return { refusal: malformed('Invalid value for: body (Unexpected field)') };
    }),
  },
  'internal-error-on-a-long-hint': {
    title: 'A hint of more than 255 characters causes a 500.',
    requirements: ['ERR-NO-5XX'],
    apply: changeRefusals(operation, (refusal) =>
      refusal.cause.includes('too long') ? refused('INTERNAL_ERROR', refusal.cause) : refusal,
    ),
  },
});
