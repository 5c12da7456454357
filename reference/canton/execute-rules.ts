import type { Call } from '../call.ts';
import { checkSignature, hashToSign } from '../keys/signature.ts';
import { readPreparedTransaction } from '../prepared-transaction.ts';
import { type Refusal, refused } from '../refusal.ts';
import type { ExecuteSubmissionRequest, PartySignature } from '../requests.ts';
import type { Rule } from '../rules/rule.ts';
import { inFlight } from './in-flight.ts';
import { invalidArguments, invalidField } from './refusals.ts';

type ExecuteProblem = (request: ExecuteSubmissionRequest, call: Call) => Refusal | undefined;

/** What the service rejects, in its order. */
export const executeRules: readonly Rule[] = [
  rule('undecodable /preparedTransaction', ({ preparedTransaction }) =>
    preparedTransaction !== '' && preparedOf(preparedTransaction) === undefined
      ? invalidArguments('Cannot parse prepared_transaction', { layer: 'json' })
      : undefined,
  ),
  rule('foreign /userId', ({ userId = '' }, { claims }) =>
    userId === '' || userId === claims?.sub ? undefined : refused('PERMISSION_DENIED', 'another user'),
  ),
  rule('submissionId', ({ submissionId }) => {
    const id = submissionId.replace(/\p{Surrogate}/gu, '?');
    const odd = /[^A-Za-z0-9._:\-#/ ]/u.exec(id)?.[0]?.codePointAt(0)?.toString(16);
    if (id.length > 255) return invalidField('submission_id: Daml-LF Ledger String is too long (max: 255)');
    return odd === undefined
      ? undefined
      : invalidField(`submission_id: non expected character 0x${odd} in Daml-LF Ledger String "${id}"`);
  }),
  rule('deduplicationPeriod', ({ deduplicationPeriod }) => deduplicationProblem(deduplicationPeriod)),
  rule('parties', ({ partySignatures: { signatures } }) => {
    const odd = signatures.find(({ party }) => !/^[A-Za-z0-9:_ -]+::[A-Za-z0-9_-]+$/.test(party));
    if (odd === undefined) return undefined;
    const why =
      odd.party === ''
        ? 'Daml-LF Party is empty'
        : `Invalid unique identifier \`${odd.party}\` with missing namespace.`;
    return invalidField(`SinglePartySignatures.party: ${why}`);
  }),
  rule('signature fields', (request) =>
    allSignatures(request)
      .map(signatureField)
      .find((each) => each !== undefined),
  ),
  rule('hashingSchemeVersion', ({ hashingSchemeVersion }) =>
    hashingSchemeVersion.endsWith('UNSPECIFIED')
      ? invalidField('hashing_scheme_version: Unspecified version')
      : undefined,
  ),
  rule('empty /preparedTransaction', ({ preparedTransaction }) =>
    preparedTransaction === ''
      ? refused('MISSING_FIELD', 'The submitted command is missing a mandatory field: synchronizer_id', {
          context: { field_name: 'synchronizer_id' },
        })
      : undefined,
  ),
  rule('signatures', (request, { ledger }) => {
    const problem = signaturesProblem(request, ledger.parties);
    const words = 'The participant failed to execute the transaction: ';
    return problem === undefined ? undefined : refused('FAILED_TO_EXECUTE_TRANSACTION', `${words}${problem}`);
  }),
  rule('in flight /preparedTransaction', ({ preparedTransaction, userId }, { ledger }) => {
    const submission = inFlight(ledger, preparedTransaction);
    if (submission === undefined) return undefined;
    const { actAs = '', commandId = '' } = preparedOf(preparedTransaction) ?? {};
    const synchronizer = `${ledger.synchronizer.slice(0, 30)}...`;
    const context = {
      physicalSynchronizerId: `${synchronizer}::35-0`,
      changeId: `ChangeId(${userId ?? ''},${commandId},Set(${actAs}))`,
      existingSubmissionSynchronizerId: synchronizer,
      existingSubmissionId: `Some(${submission})`,
    };
    return refused('SUBMISSION_ALREADY_IN_FLIGHT', 'The submission is already in-flight', { context });
  }),
];

function deduplicationProblem(period: object | undefined): Refusal | undefined {
  const { DeduplicationOffset: offset, DeduplicationDuration: duration } = (period ?? {}) as {
    readonly DeduplicationOffset?: { readonly value: number };
    readonly DeduplicationDuration?: { readonly value: { readonly seconds: number; readonly nanos: number } };
  };
  if (offset !== undefined && offset.value < 0) {
    const words = `Offset ${offset.value} in deduplication_period is a negative integer: the deduplication offset has to be a non-negative integer and not -1`;
    return refused('NEGATIVE_OFFSET', words);
  }
  // A duration has whole microseconds; anything else is an uncaught exception.
  if (duration !== undefined && duration.value.nanos % 1_000 !== 0)
    return refused('INTERNAL_ERROR', 'a fraction of a microsecond');
  const isNegative = duration !== undefined && (duration.value.seconds < 0 || duration.value.nanos < 0);
  return isNegative ? invalidField('deduplication_period: Duration must be positive') : undefined;
}

function signatureField({ format, signedBy, signingAlgorithmSpec }: PartySignature): Refusal | undefined {
  if (format.endsWith('UNSPECIFIED')) return invalidField('format: Signature format must be specified');
  if (!/^[A-Za-z0-9:_ -]{1,68}$/.test(signedBy))
    return invalidField('SinglePartySignatures.signature: no fingerprint');
  return signingAlgorithmSpec.endsWith('UNSPECIFIED')
    ? invalidField(
        `SinglePartySignatures.signature: Signing algorithm spec ${signingAlgorithmSpec} not supported`,
      )
    : undefined;
}

/** The acting party must sign; signatures of others are ignored. */
function signaturesProblem(
  { preparedTransaction, partySignatures }: ExecuteSubmissionRequest,
  parties: Call['ledger']['parties'],
): string | undefined {
  const actAs = preparedOf(preparedTransaction)?.actAs ?? '';
  const key = parties.get(actAs);
  const given = partySignatures.signatures
    .filter(({ party }) => party === actAs)
    .flatMap((each) => each.signatures);
  if (key === undefined || given.length === 0)
    return `The following actAs parties did not provide an external signature: ${actAs}`;
  if (given.length > 1)
    return `${given.length} external signatures were provided, which is more than the number of registered signing keys (1)`;
  const message = hashToSign(Buffer.from(preparedTransaction, 'base64'));
  const valid = given.filter(
    ({ format, signature, signedBy, signingAlgorithmSpec: algorithm }) =>
      signedBy === key.fingerprint &&
      checkSignature(key, message, Buffer.from(signature, 'base64'), { format, algorithm }) === undefined,
  );
  return valid.length > 0
    ? undefined
    : `Received 0 valid signatures from distinct keys (1 invalid), but expected at least 1 valid for ${actAs.slice(0, 25)}....`;
}

function allSignatures({ partySignatures }: ExecuteSubmissionRequest): readonly PartySignature[] {
  return partySignatures.signatures.flatMap(({ signatures }) => signatures);
}

function preparedOf(text: string) {
  return readPreparedTransaction(Buffer.from(text, 'base64'));
}

function rule(name: string, problem: ExecuteProblem): Rule {
  return { name, refuse: (call) => problem(call.input as ExecuteSubmissionRequest, call) };
}
