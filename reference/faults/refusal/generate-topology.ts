import type { Call } from '../../call.ts';
import type { GenerateTopologyRequest } from '../../requests.ts';
import { type BrokenClause, type FaultRow, faultsOf } from '../fault-row.ts';
import { quotes } from '../quotes.ts';
import { refuseValid } from '../refuse-valid.ts';
import { seenByValid } from '../valid-requests.ts';

const operation = 'generate-topology';
const observationOnly = {
  requirements: ['GT-OPT-OBSERVATIONONLY', 'GT-SUCCESS'],
  quote: '| localParticipantObservationOnly | boolean | no |',
};
const confirming = {
  requirements: ['GT-OPT-OTHERCONFIRMING', 'GT-SUCCESS'],
  quote: 'Other participant ids that confirm for the party. May be empty.',
};
const observing = {
  requirements: ['GT-OPT-OBSERVING', 'GT-SUCCESS'],
  quote: 'Other observing participant ids for the party. May be empty.',
};
const threshold = {
  requirements: ['GT-OPT-THRESHOLD', 'GT-SUCCESS'],
  quote: 'When omitted or 0, it defaults to all available confirmers.',
};
const success = { requirements: ['GT-SUCCESS'], quote: quotes.generateSuccess };
const hint = { requirements: ['GT-SUCCESS'], quote: '| partyHint | string | yes |' };

function row(
  id: string,
  what: string,
  clause: BrokenClause,
  isRefused: (request: GenerateTopologyRequest, call: Call) => boolean,
): FaultRow {
  return {
    id: `refuses-${id}`,
    title: `A valid generate-topology request ${what} is rejected.`,
    requirements: seenByValid(operation, clause.requirements),
    quote: clause.quote,
    apply: refuseValid(operation, `Invalid value for: body (${id})`, (call) =>
      isRefused(call.input as GenerateTopologyRequest, call),
    ),
  };
}

const fieldRows: readonly FaultRow[] = [
  row('escaped-solidus', 'with an escaped solidus', success, (_request, { body }) => body.includes('\\/')),
  row(
    'absent-observation-only',
    'without localParticipantObservationOnly',
    observationOnly,
    (request) => request.localParticipantObservationOnly === undefined,
  ),
  row(
    'observation-only-true',
    'whose localParticipantObservationOnly is true',
    observationOnly,
    (request) => request.localParticipantObservationOnly === true,
  ),
  row(
    'observation-only-false',
    'whose localParticipantObservationOnly is false',
    observationOnly,
    (request) => request.localParticipantObservationOnly === false,
  ),
  row(
    'absent-confirming-uids',
    'without otherConfirmingParticipantUids',
    confirming,
    (request) => request.otherConfirmingParticipantUids === undefined,
  ),
  row(
    'empty-confirming-uids',
    'whose otherConfirmingParticipantUids is empty',
    confirming,
    (request) => request.otherConfirmingParticipantUids?.length === 0,
  ),
  row(
    'confirming-uid',
    'with an element in otherConfirmingParticipantUids',
    confirming,
    (request) => (request.otherConfirmingParticipantUids?.length ?? 0) > 0,
  ),
  row(
    'second-confirming-uid',
    'with two elements in otherConfirmingParticipantUids',
    confirming,
    (request) => (request.otherConfirmingParticipantUids?.length ?? 0) > 1,
  ),
  row(
    'absent-observing-uids',
    'without observingParticipantUids',
    observing,
    (request) => request.observingParticipantUids === undefined,
  ),
  row(
    'empty-observing-uids',
    'whose observingParticipantUids is empty',
    observing,
    (request) => request.observingParticipantUids?.length === 0,
  ),
  row(
    'observing-uid',
    'with an element in observingParticipantUids',
    observing,
    (request) => (request.observingParticipantUids?.length ?? 0) > 0,
  ),
  row(
    'second-observing-uid',
    'with two elements in observingParticipantUids',
    observing,
    (request) => (request.observingParticipantUids?.length ?? 0) > 1,
  ),
  row(
    'absent-threshold',
    'without confirmationThreshold',
    threshold,
    (request) => request.confirmationThreshold === undefined,
  ),
  row(
    'threshold-zero',
    'whose confirmationThreshold is 0',
    threshold,
    (request) => request.confirmationThreshold === 0,
  ),
  row(
    'threshold-one',
    'whose confirmationThreshold is 1',
    threshold,
    (request) => request.confirmationThreshold === 1,
  ),
];

const wholeRows: readonly FaultRow[] = [
  row(
    'required-fields-alone',
    'with only the required fields',
    success,
    (request) => Object.keys(request).length === 3,
  ),
  row(
    'all-optional-fields',
    'with all optional fields',
    success,
    (request) => Object.keys(request).length === 7,
  ),
  row(
    'confirming-with-observing-uids',
    'with both uid arrays',
    success,
    (request) =>
      request.otherConfirmingParticipantUids !== undefined && request.observingParticipantUids !== undefined,
  ),
  row(
    'hint-of-one-character',
    'with a hint of one character',
    hint,
    ({ partyHint }) => partyHint.length === 1,
  ),
  row(
    'hint-of-60-characters',
    'with a hint of 60 characters or more',
    hint,
    ({ partyHint }) => partyHint.length >= 60,
  ),
  row(
    'hint-of-100-characters',
    'with a hint of 100 characters',
    hint,
    ({ partyHint }) => partyHint.length >= 100,
  ),
  row('hint-of-digits', 'with a hint of digits only', hint, ({ partyHint }) => /^\d+$/.test(partyHint)),
  row('hint-with-capital', 'with a capital letter in its hint', hint, ({ partyHint }) =>
    /[A-Z]/.test(partyHint),
  ),
  row('hint-that-begins-with-digit', 'whose hint begins with a digit', hint, ({ partyHint }) =>
    /^\d/.test(partyHint),
  ),
  row(
    'members-in-other-order',
    'whose first member is not synchronizer',
    success,
    (request) => Object.keys(request)[0] !== 'synchronizer',
  ),
  row('key-sent-before', 'for a key that was sent before', success, knownKey()),
];

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

const textRows: readonly FaultRow[] = [
  row(
    'white-space-in-front',
    'with white space in front of the object',
    success,
    (_, { body }) => body[0] !== 0x7b,
  ),
  row(
    'white-space-behind',
    'with white space after the object',
    success,
    (_, { body }) => body.at(-1) !== 0x7d,
  ),
  row('indented-json', 'that is indented over several lines', success, (_, { body }) =>
    body.toString('utf8').trim().includes('\n'),
  ),
  row('escape-in-name', 'with an escape in a member name', success, (_, { body }) => body.includes('\\u')),
];

/** Valid requests that are rejected, in the documented form (ruling 11). */
export const refusedGenerateFaults = faultsOf(operation, [...fieldRows, ...wholeRows, ...textRows]);
