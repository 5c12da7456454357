import type { Operation } from '../../operation.ts';
import { isObject } from '../../rules/json-types.ts';
import { together } from '../change-answers.ts';
import { variantsOf } from '../variant-row.ts';
import { dropRules, takeAs, takeBytesAs, verification } from './change-requests.ts';
import { readings } from './readings.ts';

const generate: Operation = 'generate-topology';
const execute: Operation = 'execute-submission';

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The object without those named members that are null; undefined if there are none. */
function withoutNulls(body: Readonly<Record<string, unknown>>, names: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  if (!names.some((name) => body[name] === null)) return undefined;
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || !names.includes(name)));
}

/** Nested digit strings become integers. */
function asNumbers(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const isDigits = (name === 'seconds' || name === 'nanos') && typeof each === 'string' && /^\d{1,9}$/.test(each);
      return [name, isDigits ? Number(each) : asNumbers(each)];
    }),
  );
}

const knownNames = {
  format: ['CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO', 'CRYPTO_KEY_FORMAT_DER', 'CRYPTO_KEY_FORMAT_RAW'],
  keySpec: ['CURVE25519', 'P256', 'P384', 'SECP256K1'].map((curve) => `SIGNING_KEY_SPEC_EC_${curve}`),
};

/** A signature as sent, with defaults for missing fields. */
function completed(entry: unknown): unknown {
  if (!isObject(entry)) return entry;
  const usual = { format: 'SIGNATURE_FORMAT_CONCAT', signingAlgorithmSpec: 'SIGNING_ALGORITHM_SPEC_ED25519' };
  return { ...usual, ...(withoutNulls(entry, Object.keys(usual)) ?? entry) };
}

/** Requests that are accepted where the document leaves it open (rulings 12 to 15). */
export const takenRequestVariants = variantsOf([execute], readings.observedBytes, {
  'takes-nulls-in-optional-fields': {
    title: 'Null in an optional field of a request counts as absent.',
    operations: [generate, execute],
    quote: readings.observedInvalid,
    apply: together(
      takeAs(generate, (body) =>
        withoutNulls(body, ['localParticipantObservationOnly', 'otherConfirmingParticipantUids', 'confirmationThreshold', 'observingParticipantUids']),
      ),
      takeAs(execute, (body) => withoutNulls(body, ['deduplicationPeriod', 'userId', 'minLedgerTime'])),
    ),
  },
  'takes-byte-order-marks': {
    title: 'A byte order mark before the body is skipped.',
    operations: [generate, execute],
    apply: takeBytesAs((bytes) => (bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : undefined)),
  },
  'takes-invalid-utf-8-in-strings': {
    title: 'Invalid UTF-8 becomes U+FFFD, so that a string with it is a string.',
    operations: [generate, execute],
    apply: takeBytesAs((bytes) => {
      const read = Buffer.from(bytes.toString('utf8'), 'utf8');
      return read.equals(bytes) ? undefined : read;
    }),
  },
  'takes-digits-for-durations': {
    title: 'Seconds and nanos may be strings of digits.',
    quote: readings.observedDigits,
    apply: takeAs(execute, (body) => {
      const read = { ...body, deduplicationPeriod: asNumbers(body.deduplicationPeriod) };
      const isSame = JSON.stringify(read.deduplicationPeriod) === JSON.stringify(body.deduplicationPeriod);
      return isSame ? undefined : read;
    }),
  },
  'takes-unusual-hints': {
    title: 'A hint may be empty, long, or of any characters.',
    operations: [generate],
    quote: readings.semanticOpen,
    apply: dropRules(generate, 'length /partyHint', 'alphabet /partyHint', 'delimiter /partyHint'),
  },
  'takes-any-uids': {
    title: 'Participant uids are accepted unchecked: unknown, malformed or repeated.',
    operations: [generate],
    quote: readings.targetState,
    apply: dropRules(generate, 'malformed uid', 'local uid', 'duplicate uid'),
  },
  'takes-any-threshold': {
    title: 'A threshold above the number of confirmers is accepted.',
    operations: [generate],
    quote: readings.targetState,
    apply: dropRules(generate, 'above confirmers /confirmationThreshold'),
  },
  'takes-observation-only-alone': {
    title: 'A party may have no confirming participant.',
    operations: [generate],
    quote: readings.observationOnlyAlone,
    apply: dropRules(generate, 'no confirmer', 'above confirmers /confirmationThreshold'),
  },
  'takes-unknown-key-names': {
    title: 'Under an unknown format or specification a key is read as an X.509 key of Curve25519.',
    operations: [generate],
    quote: readings.keySpecOpen,
    apply: takeAs(generate, (body) => {
      const { publicKey } = body;
      if (!isObject(publicKey)) return undefined;
      const unknown = (name: 'format' | 'keySpec'): boolean => typeof publicKey[name] === 'string' && !knownNames[name].includes(publicKey[name]);
      if (!unknown('format') && !unknown('keySpec')) return undefined;
      const names = {
        ...(unknown('format') ? { format: knownNames.format[0] } : {}),
        ...(unknown('keySpec') ? { keySpec: knownNames.keySpec[0] } : {}),
      };
      return { ...body, publicKey: { ...publicKey, ...names } };
    }),
  },
  'takes-empty-submission-ids': {
    title: 'A submissionId may be empty.',
    quote: readings.observedSubmissionId,
    apply: dropRules(execute, 'empty /submissionId'),
  },
  'takes-incomplete-signatures': {
    title: 'Format and algorithm of a signature may be left out.',
    quote: readings.observedSubmissionId,
    apply: takeAs(execute, (body) => {
      const { partySignatures: given } = body;
      if (!isObject(given) || !Array.isArray(given.signatures)) return undefined;
      const signatures = given.signatures.map((party: unknown) =>
        isObject(party) && Array.isArray(party.signatures) ? { ...party, signatures: party.signatures.map(completed) } : party,
      );
      const isSame = JSON.stringify(signatures).length === JSON.stringify(given.signatures).length;
      return isSame ? undefined : { ...body, partySignatures: { ...given, signatures } };
    }),
  },
  'takes-any-one-of': {
    title: 'Unknown variants of deduplicationPeriod and minLedgerTime are ignored.',
    quote: readings.observedExecute,
    apply: dropRules(execute, 'variant /deduplicationPeriod', 'variant /minLedgerTime/time', 'values /deduplicationPeriod'),
  },
  'verifies-after-acceptance': {
    title: 'Execute looks at the shape of a submission alone; its parties and signatures are verified after the answer.',
    quote: readings.asynchronous,
    apply: dropRules(execute, ...verification),
  },
});
