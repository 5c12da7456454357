import type { Call } from '../call.ts';
import { decodeBase64 } from '../keys/base64.ts';
import type { PublicKey } from '../keys/public-key.ts';
import { checkSignature, hashToSign } from '../keys/signature.ts';
import { type PreparedTransaction, readPreparedTransaction } from '../prepared-transaction.ts';
import { type Refusal, refused } from '../refusal.ts';
import type { ExecuteSubmissionRequest } from '../requests.ts';
import { isObject } from './json-types.ts';
import type { Rule } from './rule.ts';

/** Whether this ledger can execute the submission (rulings 14 and 15). */
export const executeSubmissionSemantics: readonly Rule[] = [
  rule('undecodable /preparedTransaction', (request) =>
    preparedOf(request) === undefined
      ? refused(
          'INVALID_ARGUMENT',
          'The prepared transaction cannot be read; send the value that was prepared.',
        )
      : undefined,
  ),
  rule('values /deduplicationPeriod', (request) => durationProblem(request)),
  rule('foreign /userId', (request, { claims }) => {
    const allowed = [undefined, '', claims?.sub];
    return allowed.includes(request.userId) && preparedOf(request)?.userId === claims?.sub
      ? undefined
      : refused('PERMISSION_DENIED', 'The token does not stand for the user of this submission.');
  }),
  rule('unknown party', (request, { ledger }) => {
    const party = partyOf(request);
    if (ledger.parties.has(party)) return undefined;
    return refused('UNKNOWN_PARTY', 'The signing party is not known to this ledger; allocate it first.', {
      resources: [['PARTY', party.slice(0, 255)]],
    });
  }),
  rule('uninvolved party', (request) =>
    preparedOf(request)?.actAs === partyOf(request)
      ? undefined
      : refused(
          'FAILED_TO_EXECUTE_TRANSACTION',
          'The acting party of the prepared transaction did not sign it.',
        ),
  ),
  rule('invalid signature', (request, { ledger }) => {
    const problem = signatureProblem(request, ledger.parties.get(partyOf(request)));
    return problem === undefined ? undefined : refused('FAILED_TO_EXECUTE_TRANSACTION', problem);
  }),
  rule('taken /preparedTransaction', (request, { ledger }) =>
    ledger.singleUse && ledger.taken.has(request.preparedTransaction)
      ? refused('SUBMISSION_ALREADY_IN_FLIGHT', 'The submission is already in flight; prepare a new one.')
      : undefined,
  ),
];

function signatureProblem(request: ExecuteSubmissionRequest, key: PublicKey | undefined): string | undefined {
  const prepared = decodeBase64(request.preparedTransaction);
  if (key === undefined || prepared === undefined) return 'There is nothing to verify the signature with.';
  const message = hashToSign(prepared);
  for (const entry of request.partySignatures.signatures.flatMap((party) => party.signatures)) {
    if (entry.signedBy !== key.fingerprint) return 'A signature is not by the key of the party.';
    const signature = decodeBase64(entry.signature);
    if (signature === undefined) return 'A signature is not base64; send padded standard base64.';
    const names = { format: entry.format, algorithm: entry.signingAlgorithmSpec };
    const problem = checkSignature(key, message, signature, names);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function partyOf(request: ExecuteSubmissionRequest): string {
  return request.partySignatures.signatures[0]?.party ?? '';
}

function preparedOf(request: ExecuteSubmissionRequest): PreparedTransaction | undefined {
  const bytes = decodeBase64(request.preparedTransaction);
  return bytes === undefined ? undefined : readPreparedTransaction(bytes);
}

/** The structural rules have run, so the input has the documented structure. */
function rule(
  name: string,
  problem: (request: ExecuteSubmissionRequest, call: Call) => Refusal | undefined,
): Rule {
  return { name, refuse: (call) => problem(call.input as ExecuteSubmissionRequest, call) };
}

/** A deduplication duration must not be negative, and its nanos must be less than one second. */
function durationProblem(request: ExecuteSubmissionRequest): Refusal | undefined {
  const seconds = member(request, 'deduplicationPeriod', 'DeduplicationDuration', 'value', 'seconds') ?? 0;
  const nanos = member(request, 'deduplicationPeriod', 'DeduplicationDuration', 'value', 'nanos') ?? 0;
  const offset = member(request, 'deduplicationPeriod', 'DeduplicationOffset', 'value') ?? 0;
  if (Number(offset) < 0) return refused('INVALID_FIELD', 'The deduplication offset must not be negative.');
  if (Number(seconds) >= 0 && Number(nanos) >= 0 && Number(nanos) < 1_000_000_000) return undefined;
  return refused('INVALID_FIELD', 'The deduplication duration must be positive, its nanos below 1000000000.');
}

function member(node: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), node);
}
