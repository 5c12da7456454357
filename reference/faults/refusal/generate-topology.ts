import type { Call } from '../../call.ts';
import type { GenerateTopologyRequest } from '../../requests.ts';
import { type FaultRow, faultsOf, quoting } from '../fault-row.ts';
import { refuseValid } from '../refuse-valid.ts';
import { seenByValid } from '../valid-requests.ts';

const operation = 'generate-topology';

type Refused = readonly [what: string, isRefused: (request: GenerateTopologyRequest, call: Call) => boolean];

/** Rows of valid requests that are rejected, by id. */
function refusing(requirement: string, rows: Readonly<Record<string, Refused>>): FaultRow[] {
  return Object.entries(rows).map(([id, [what, isRefused]]) => ({
    id: `refuses-${id}`,
    title: `A valid generate-topology request ${what} is rejected.`,
    requirements: seenByValid(operation, [requirement, 'GT-SUCCESS']),
    apply: refuseValid(operation, `Invalid value for: body (${id})`, (call) => isRefused(call.input as GenerateTopologyRequest, call)),
  }));
}

/** The same key may be used for any number of calls: generating a topology changes nothing. */
function knownKey(): (request: GenerateTopologyRequest, call: Call) => boolean {
  const seen = new WeakMap<object, Set<string>>();
  return ({ publicKey }, { ledger }) => {
    const keys = seen.get(ledger) ?? new Set();
    seen.set(ledger, keys);
    const isKnown = keys.has(publicKey.keyData);
    keys.add(publicKey.keyData);
    return isKnown;
  };
}

/** Valid requests that are rejected, in the documented form (ruling 11). */
export const refusedGenerateFaults = faultsOf(operation, [
  ...refusing('GT-SUCCESS', {
    'escaped-solidus': ['with an escaped solidus', (_request, { body }) => body.includes('\\/')],
  }),
  ...refusing('GT-OPT-OBSERVATIONONLY', {
    'absent-observation-only': ['without localParticipantObservationOnly', (request) => request.localParticipantObservationOnly === undefined],
    'observation-only-true': ['whose localParticipantObservationOnly is true', (request) => request.localParticipantObservationOnly === true],
    'observation-only-false': ['whose localParticipantObservationOnly is false', (request) => request.localParticipantObservationOnly === false],
  }),
  ...refusing('GT-OPT-OTHERCONFIRMING', {
    'absent-confirming-uids': ['without otherConfirmingParticipantUids', (request) => request.otherConfirmingParticipantUids === undefined],
    'empty-confirming-uids': ['whose otherConfirmingParticipantUids is empty', (request) => request.otherConfirmingParticipantUids?.length === 0],
    'confirming-uid': ['with an element in otherConfirmingParticipantUids', (request) => (request.otherConfirmingParticipantUids?.length ?? 0) > 0],
    'second-confirming-uid': ['with two elements in otherConfirmingParticipantUids', (request) => (request.otherConfirmingParticipantUids?.length ?? 0) > 1],
  }),
  ...refusing('GT-OPT-OBSERVING', {
    'absent-observing-uids': ['without observingParticipantUids', (request) => request.observingParticipantUids === undefined],
    'empty-observing-uids': ['whose observingParticipantUids is empty', (request) => request.observingParticipantUids?.length === 0],
    'observing-uid': ['with an element in observingParticipantUids', (request) => (request.observingParticipantUids?.length ?? 0) > 0],
    'second-observing-uid': ['with two elements in observingParticipantUids', (request) => (request.observingParticipantUids?.length ?? 0) > 1],
  }),
  ...refusing('GT-OPT-THRESHOLD', {
    'absent-threshold': ['without confirmationThreshold', (request) => request.confirmationThreshold === undefined],
    'threshold-zero': ['whose confirmationThreshold is 0', (request) => request.confirmationThreshold === 0],
    'threshold-one': ['whose confirmationThreshold is 1', (request) => request.confirmationThreshold === 1],
  }),
  ...refusing('GT-SUCCESS', {
    'required-fields-alone': ['with only the required fields', (request) => Object.keys(request).length === 3],
    'all-optional-fields': ['with all optional fields', (request) => Object.keys(request).length === 7],
    'confirming-with-observing-uids': [
      'with both uid arrays',
      (request) => request.otherConfirmingParticipantUids !== undefined && request.observingParticipantUids !== undefined,
    ],
  }),
  ...quoting(
    'GT-REQ-PARTYHINT',
    refusing('GT-SUCCESS', {
      'hint-of-one-character': ['with a hint of one character', ({ partyHint }) => partyHint.length === 1],
      'hint-of-60-characters': ['with a hint of 60 characters or more', ({ partyHint }) => partyHint.length >= 60],
      'hint-of-100-characters': ['with a hint of 100 characters', ({ partyHint }) => partyHint.length >= 100],
      'hint-of-digits': ['with a hint of digits only', ({ partyHint }) => /^\d+$/.test(partyHint)],
      'hint-with-capital': ['with a capital letter in its hint', ({ partyHint }) => /[A-Z]/.test(partyHint)],
      'hint-that-begins-with-digit': ['whose hint begins with a digit', ({ partyHint }) => /^\d/.test(partyHint)],
    }),
  ),
  ...refusing('GT-SUCCESS', {
    'members-in-other-order': ['whose first member is not synchronizer', (request) => Object.keys(request)[0] !== 'synchronizer'],
    'key-sent-before': ['for a key that was sent before', knownKey()],
    'white-space-in-front': ['with white space in front of the object', (_, { body }) => body[0] !== 0x7b],
    'white-space-behind': ['with white space after the object', (_, { body }) => body.at(-1) !== 0x7d],
    'indented-json': ['that is indented over several lines', (_, { body }) => body.toString('utf8').trim().includes('\n')],
    'escape-in-name': ['with an escape in a member name', (_, { body }) => body.includes('\\u')],
  }),
]);
