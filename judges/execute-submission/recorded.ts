import { schemeKeyword } from '../../generators/execute-submission.violations.ts';
import { valueAt } from '../../generators/json-path.ts';
import { groupBy } from '../../journal/group-by.ts';
import type { Sink } from '../../journal/judgement.ts';
import { isObject, type JsonObject, readObject, shown } from '../../json/read-json.ts';
import { succeeded } from '../answers/answer-kind.ts';
import { assignedFault, fault, openCondition, type RecordedFault } from '../recorded/fault.ts';
import type { JudgedRecord, RecordedOperation } from '../recorded/recorded-operation.ts';

const stem = 'execute-submission.request';

export const recorded: RecordedOperation = {
  alias: 'execute',
  // Parties, other variants, other schemes (ruling 14).
  faultsBesideSchema: (body, isTwice) =>
    isTwice('/partySignatures') ? [] : [...partyFaults(body), ...variantFaults(body), ...nameFaults(body)],
  conditions: ({ hasFaults, wasShownBefore }) => (hasFaults ? [] : [submissionCondition(wasShownBefore)]),
  shownBy: ({ preparedTransaction }) =>
    typeof preparedTransaction === 'string' ? preparedTransaction : undefined,
  judgeTogether: judgeSignatures,
};

/** A submission's bytes do not show whether it is valid: signature, state and time decide (rulings 14 and 15). */
function submissionCondition(wasAcceptedBefore: boolean): RecordedFault {
  return wasAcceptedBefore
    ? openCondition(
        'execute-submission',
        'a prepared transaction that was accepted before',
        'EX-OPEN-SUBMITTED-AGAIN',
      )
    : openCondition('execute-submission', 'a submission whose signature and state are not known');
}

function partyFaults(body: JsonObject): RecordedFault[] {
  const entries = valueAt(body, ['partySignatures', 'signatures']);
  const parties = (Array.isArray(entries) ? entries : [])
    .map((entry) => (isObject(entry) ? entry.party : undefined))
    .filter((party) => typeof party === 'string');
  const pointer = '/partySignatures/signatures';
  const many = (Array.isArray(entries) ? entries : []).findIndex((entry) => hasManySignatures(entry));
  if (new Set(parties).size > 1) return assignedFault(stem, pointer, 'party-count', 'two different parties');
  return [
    ...(parties.length > 1 ? assignedFault(stem, pointer, 'same-party', 'the same party twice') : []),
    ...(many === -1 ? [] : [fault('EX-OPEN-SIGNATURES-MANY', `${pointer}/${many}/signatures`, 'many')]),
  ];
}

/** Whether a target takes more signatures is observed, like that of a hundred (ruling 35). */
function hasManySignatures(entry: unknown): boolean {
  return isObject(entry) && Array.isArray(entry.signatures) && entry.signatures.length > 20;
}

/** The documented variant of minLedgerTime.time is Empty, an empty object. */
function variantFaults(body: JsonObject): RecordedFault[] {
  const time = valueAt(body, ['minLedgerTime', 'time']);
  if (!isObject(time)) return [];
  const isShown =
    Object.keys(time).join() === 'Empty' && isObject(time.Empty) && Object.keys(time.Empty).length === 0;
  return isShown ? [] : assignedFault(stem, '/minLedgerTime/time', 'one-of');
}

const openSchemes: readonly unknown[] = ['HASHING_SCHEME_VERSION_UNSPECIFIED', 'HASHING_SCHEME_VERSION_V3'];

function nameFaults({ hashingSchemeVersion: scheme, submissionId }: JsonObject): RecordedFault[] {
  const hasFullStop = typeof submissionId === 'string' && submissionId.includes('.');
  return [
    ...(openSchemes.includes(scheme)
      ? assignedFault(stem, '/hashingSchemeVersion', schemeKeyword(String(scheme)))
      : []),
    ...(hasFullStop ? assignedFault(stem, '/submissionId', 'full-stop') : []),
  ];
}

/**
 * Compares accepted submissions. Of two Ed25519 signatures of a transaction that share a half, only one is right: each half
 * determines the other for a key and a message (RFC 8032 §5.1.7). The rarer counts as wrong (ruling 15). Signatures that share
 * nothing may both be right: a party may have several keys, and signers that share a key draw their own first half.
 */
function judgeSignatures(sink: Sink, records: readonly JudgedRecord[]): void {
  const bySubmission = groupBy(records.flatMap(acceptedIn), ({ submission }) => submission);
  for (const accepted of bySubmission.values()) {
    const signatures = [...groupBy(accepted, ({ signature }) => signature).values()];
    const [, ...rarer] = signatures.toSorted((a, b) => b.length - a.length);
    for (const each of rarer.filter(([one]) => signatures.some(([other]) => sharesHalf(one, other))))
      sink.finding({
        requirement: 'EX-SIGNATURE-VERIFIED',
        operation: 'execute-submission',
        kind: 'signature-differs',
        pointer: '/partySignatures/signatures/0/signatures/0/signature',
        actual: `${signatures.length} different Ed25519 signatures were accepted`,
        exchanges: each.map(({ exchange }) => exchange),
      });
  }
}

/** How many hexadecimal digits each half of an Ed25519 signature has. */
const halfLength = 64;

function sharesHalf(one: { readonly signature: string }, { signature: other }: typeof one): boolean {
  if (one.signature === other) return false;
  const isShared = (from: number): boolean =>
    one.signature.slice(from, from + halfLength) === other.slice(from, from + halfLength);
  return isShared(0) || isShared(halfLength);
}

/** The accepted signatures: what was signed, by whom, and how. */
function acceptedIn({ exchange }: JudgedRecord) {
  const { answer, failure, request, id } = exchange;
  if (answer === undefined || failure !== undefined || !succeeded('execute-submission', answer)) return [];
  const { preparedTransaction, hashingSchemeVersion, partySignatures } = readObject(request.body) ?? {};
  const entries = isObject(partySignatures) ? partySignatures.signatures : undefined;
  if (!Array.isArray(entries)) return [];
  return entries.filter(isObject).flatMap(({ party, signatures }) => {
    const [only, ...others] = Array.isArray(signatures) ? signatures : [];
    if (!isObject(only) || others.length > 0) return [];
    if (only.signingAlgorithmSpec !== 'SIGNING_ALGORITHM_SPEC_ED25519' || typeof only.signature !== 'string')
      return [];
    const bytes = Buffer.from(only.signature, 'base64').toString('hex');
    return [
      {
        exchange: id,
        submission: shown([preparedTransaction, hashingSchemeVersion, party], Number.POSITIVE_INFINITY),
        signature: `${bytes} by ${shown(only.signedBy, Number.POSITIVE_INFINITY)}`,
      },
    ];
  });
}
