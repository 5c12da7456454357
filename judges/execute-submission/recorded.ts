import { schemeKeyword } from '../../generators/execute-submission.violations.ts';
import { valueAt } from '../../generators/json-path.ts';
import { isObject, type JsonObject } from '../../json/read-json.ts';
import { assignedFault, fault, openCondition, type RecordedFault } from '../recorded/fault.ts';
import type { RecordedOperation } from '../recorded/recorded-operation.ts';
import { judgeRecordedSignatures } from './recorded-signatures.ts';

const stem = 'execute-submission.request';

export const recorded: RecordedOperation = {
  alias: 'execute',
  // Parties, other variants, other schemes (ruling 14).
  faultsBesideSchema: (body, isTwice) =>
    isTwice('/partySignatures') ? [] : [...partyFaults(body), ...variantFaults(body), ...nameFaults(body)],
  conditions: ({ hasFaults, wasShownBefore }) => (hasFaults ? [] : [submissionCondition(wasShownBefore)]),
  shownBy: ({ preparedTransaction }) =>
    typeof preparedTransaction === 'string' ? preparedTransaction : undefined,
  judgeTogether: judgeRecordedSignatures,
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
