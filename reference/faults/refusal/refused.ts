import type { Call } from '../../call.ts';
import { malformed } from '../../refusal.ts';
import type { Action } from '../../rows/engine.ts';
import { refuse, reject, rejecting } from '../../rows/requests.ts';
import { isObject, type Json } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { listUsersRequestQuote } from '../quotes.ts';
import { valid } from '../requirements.ts';
import { EX, type FaultEntry, faults, GT, LU, quoting } from '../table.ts';

type Refused = readonly [what: string, isRefused: (request: Json, call: Call) => unknown, more?: FaultEntry[2]];

/** Valid requests that are rejected, by the end of their ids. */
function refuses(operation: typeof GT | typeof EX | typeof LU, requirement: string, rows: Readonly<Record<string, Refused>>): Fault[] {
  const article = { [GT]: 'A valid generate-topology', [EX]: 'A valid execute', [LU]: 'A list-users' }[operation];
  const success = { [GT]: 'GT-SUCCESS', [EX]: 'EX-SUCCESS', [LU]: 'LU-SUCCESS' }[operation];
  const because = (id: string): string => (operation === GT ? `Invalid value for: body (${id})` : `The request is invalid (${id}).`);
  const entries = Object.entries(rows).map(([id, [what, isRefused, more]]): [string, FaultEntry] => [
    `refuses-${id}`,
    [`${article} request ${what} is rejected.`, reject(isRefused, because(id)), more],
  ]);
  return faults(operation, valid(operation, requirement, success), Object.fromEntries(entries));
}

const confirming = ({ otherConfirmingParticipantUids }: Json): number => otherConfirmingParticipantUids?.length;
const observing = ({ observingParticipantUids }: Json): number => observingParticipantUids?.length;
const [value, notation, optional, state] = [{ only: 'value' }, { only: 'notation' }, { only: 'optional-field' }, { only: 'state' }] as const;

/** The same key may be used for any number of calls: generating a topology changes nothing. */
const keySentBefore: Action = rejecting(() => {
  const keys = new Set<string>();
  return ({ publicKey }) => keys.size === keys.add(publicKey.keyData).size;
}, malformed('The key was sent before.'));

/** Valid topology requests that are rejected, in the documented form (ruling 11). */
export const refusedTopology: readonly Fault[] = [
  ...refuses(GT, 'GT-SUCCESS', {
    'escaped-solidus': ['with an escaped solidus', (_, call) => call.body.includes('\\/'), notation],
    'blank-in-an-empty-list': ['with a blank in an empty list', (_, call) => call.body.includes('[ ]'), notation],
  }),
  ...refuses(GT, 'GT-OPT-OBSERVATIONONLY', {
    'absent-observation-only': ['without localParticipantObservationOnly', (request) => request.localParticipantObservationOnly === undefined],
    'observation-only-true': ['whose localParticipantObservationOnly is true', (request) => request.localParticipantObservationOnly === true],
    'observation-only-false': ['whose localParticipantObservationOnly is false', (request) => request.localParticipantObservationOnly === false],
  }),
  ...refuses(GT, 'GT-OPT-OTHERCONFIRMING', {
    'absent-confirming-uids': ['without otherConfirmingParticipantUids', (request) => confirming(request) === undefined],
    'empty-confirming-uids': ['whose otherConfirmingParticipantUids is empty', (request) => confirming(request) === 0],
    'confirming-uid': ['with an element in otherConfirmingParticipantUids', (request) => confirming(request) > 0],
    'second-confirming-uid': ['with two elements in otherConfirmingParticipantUids', (request) => confirming(request) > 1],
  }),
  ...refuses(GT, 'GT-OPT-OBSERVING', {
    'absent-observing-uids': ['without observingParticipantUids', (request) => observing(request) === undefined],
    'empty-observing-uids': ['whose observingParticipantUids is empty', (request) => observing(request) === 0],
    'observing-uid': ['with an element in observingParticipantUids', (request) => observing(request) > 0],
    'second-observing-uid': ['with two elements in observingParticipantUids', (request) => observing(request) > 1],
  }),
  ...refuses(GT, 'GT-OPT-THRESHOLD', {
    'absent-threshold': ['without confirmationThreshold', (request) => request.confirmationThreshold === undefined],
    'threshold-zero': ['whose confirmationThreshold is 0', (request) => request.confirmationThreshold === 0],
    'threshold-one': ['whose confirmationThreshold is 1', (request) => request.confirmationThreshold === 1],
  }),
  ...refuses(GT, 'GT-SUCCESS', {
    'required-fields-alone': ['with only the required fields', (request) => Object.keys(request).length === 3],
    'all-optional-fields': ['with all optional fields', (request) => Object.keys(request).length === 7, optional],
    'confirming-with-observing-uids': ['with both uid arrays', (request) => confirming(request) !== undefined && observing(request) !== undefined, optional],
  }),
  ...quoting(
    'GT-REQ-PARTYHINT',
    refuses(GT, 'GT-SUCCESS', {
      'hint-of-one-character': ['with a hint of one character', ({ partyHint }) => partyHint.length === 1, value],
      'hint-of-60-characters': ['with a hint of 60 characters or more', ({ partyHint }) => partyHint.length >= 60, value],
      'hint-of-100-characters': ['with a hint of 100 characters', ({ partyHint }) => partyHint.length >= 100, value],
      'hint-of-digits': ['with a hint of digits only', ({ partyHint }) => /^\d+$/.test(partyHint), value],
      'hint-with-capital': ['with a capital letter in its hint', ({ partyHint }) => /[A-Z]/.test(partyHint), value],
      'hint-that-begins-with-digit': ['whose hint begins with a digit', ({ partyHint }) => /^\d/.test(partyHint), value],
    }),
  ),
  ...refuses(GT, 'GT-SUCCESS', {
    'escape-in-capitals': ['with an escape in capitals', (_, call) => /\\u\d*[A-F]/.test(call.body.toString()), notation],
    'hint-that-is-false-in-yaml': ['whose hint YAML reads as false', ({ partyHint }) => /^(no|off|false)$/i.test(partyHint), value],
    'hint-of-its-own': ['whose hint is admin or default', ({ partyHint }) => /^(admin|default)$/.test(partyHint), value],
    'key-that-begins-with-zero': ['whose key begins with zero', ({ publicKey }) => Buffer.from(publicKey.keyData, 'base64').at(-32) === 0, value],
    'members-in-other-order': ['whose first member is not synchronizer', (request) => Object.keys(request)[0] !== 'synchronizer', notation],
  }),
  ...faults(GT, valid(GT, 'GT-SUCCESS'), {
    'refuses-key-sent-before': ['A valid generate-topology request for a key that was sent before is rejected.', keySentBefore, state],
  }),
  ...refuses(GT, 'GT-SUCCESS', {
    'white-space-in-front': ['with white space in front of the object', (_, call) => call.body[0] !== 0x7b, notation],
    'white-space-behind': ['with white space after the object', (_, call) => call.body.at(-1) !== 0x7d, notation],
    'indented-json': ['that is indented over several lines', (_, call) => call.body.toString().trim().includes('\n'), notation],
    'escape-in-name': ['with an escape in a member name', (_, call) => call.body.includes('\\u'), notation],
  }),
];

function durationOf({ deduplicationPeriod }: Json): Json {
  const duration = deduplicationPeriod?.DeduplicationDuration?.value;
  return isObject(duration) ? duration : {};
}

/** Mistakes another submissionId for the same one. */
const alike = (compared: (id: string) => string): Action =>
  rejecting(() => {
    const seen = new Map<string, string>();
    return ({ submissionId }) => {
      const before = seen.get(compared(submissionId)) ?? submissionId;
      seen.set(compared(submissionId), before);
      return before !== submissionId;
    };
  }, malformed('This submission was seen before.'));

/** Valid submissions that are rejected, in the documented form (ruling 14). */
export const refusedSubmissions: readonly Fault[] = [
  ...refuses(EX, 'EX-OPT-USERID', {
    'user-id': ['with userId', ({ userId }) => userId !== undefined],
  }),
  ...refuses(EX, 'EX-OPT-MINLEDGERTIME', {
    'min-ledger-time': ['with minLedgerTime', ({ minLedgerTime }) => minLedgerTime !== undefined],
    'absent-min-ledger-time': ['without minLedgerTime', ({ minLedgerTime }) => minLedgerTime === undefined],
    'min-ledger-time-beside-user-id': [
      'with minLedgerTime and userId together',
      ({ minLedgerTime, userId }) => minLedgerTime !== undefined && userId !== undefined,
      optional,
    ],
  }),
  ...refuses(EX, 'EX-OPT-DEDUPLICATION', {
    'deduplication-duration': ['with a deduplication duration', (request) => 'seconds' in durationOf(request)],
    'deduplication-of-one-second': ['with a deduplication duration of one second', (request) => durationOf(request).seconds === 1, value],
    'deduplication-with-nanos': ['with nanos other than 0', (request) => (durationOf(request).nanos ?? 0) !== 0, value],
    'deduplication-of-ten-minutes': ['with a deduplication duration of ten minutes', (request) => Number(durationOf(request).seconds) >= 600, value],
  }),
  ...refuses(EX, 'EX-SUCCESS', {
    'uuid-as-submission-id': ['whose submissionId is a UUID', ({ submissionId }) => /^[0-9a-f]{8}-/.test(submissionId), value],
    'submission-id-that-begins-with-digit': ['whose submissionId begins with a digit', ({ submissionId }) => /^\d/.test(submissionId), value],
    'submission-id-with-a-dash-at-its-end': ['whose submissionId ends with a dash', ({ submissionId }) => submissionId.endsWith('-'), value],
    'digits-as-submission-id': ['whose submissionId is a number', ({ submissionId }) => /^\d+$/.test(submissionId), value],
    'blank-in-an-empty-object': ['with a blank in an empty object', (_, call) => call.body.includes('{ }'), notation],
    'party-behind-its-signatures': ['whose party follows its signatures', (_, call) => /\{"signatures":\[\{"si/.test(call.body.toString()), notation],
    'submission-id-at-the-end': ['whose last member is submissionId', (request) => Object.keys(request).at(-1) === 'submissionId', notation],
    'escaped-solidus': ['with an escaped solidus', (_, call) => call.body.includes('\\/'), notation],
  }),
  ...faults(EX, valid(EX, 'EX-SUCCESS'), {
    'refuses-submission-ids-alike': [
      'A valid execute request whose submissionId differs from an earlier one only in case is rejected.',
      alike((id) => id.toLowerCase()),
      state,
    ],
    'refuses-submission-ids-that-begin-alike': [
      'A valid execute request whose submissionId begins like an earlier one is rejected.',
      alike((id) => (id.length > 39 ? id.slice(0, 40) : id)),
      state,
    ],
    'refuses-every-submission': ['Every submission is rejected.', refuse('FAILED_TO_EXECUTE_TRANSACTION')],
  }),
];

const listing = { quote: listUsersRequestQuote };

/** Valid listings that are rejected, in the documented form. Which page sizes are accepted is open (ruling 16). */
export const refusedListings = refuses(LU, 'LU-SUCCESS', {
  'absent-parameters': ['without parameters', ({ pageSize, pageToken }) => pageSize === undefined && pageToken === undefined, listing],
  'absent-page-size': ['without a page size', ({ pageSize }) => pageSize === undefined, listing],
  'get-without-content-type': ['without Content-Type', (_, { headers }) => headers['content-type'] === undefined, listing],
});
