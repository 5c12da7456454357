import type { Call } from '../call.ts';
import { readKnownKey } from '../operations/known-key.ts';
import { type Refusal, refused } from '../refusal.ts';
import type { GenerateTopologyRequest } from '../requests.ts';
import { confirmersOf } from '../topology/confirmers.ts';
import type { Rule } from './rule.ts';

const partyAlphabet = /^[A-Za-z0-9:\-_ ]+$/;
const uid = /^[A-Za-z0-9:\-_ ]+?::[A-Za-z0-9:\-_ ]{1,68}$/;

/** Whether the values fit this ledger (ruling 13). */
export const generateTopologySemantics: readonly Rule[] = [
  rule('undecodable /publicKey', ({ publicKey }) => {
    const key = readKnownKey(publicKey.format, publicKey.keyData, publicKey.keySpec);
    return typeof key === 'string' ? key : undefined;
  }),
  rule('unknown /synchronizer', ({ synchronizer }, { ledger }) => {
    if (synchronizer === ledger.synchronizer) return undefined;
    const cause =
      synchronizer === ledger.synchronizerAlias
        ? 'This is an alias; give the identifier of the synchronizer.'
        : 'The synchronizer is unknown or not connected; give the identifier of a connected one.';
    return refused('UNKNOWN_SYNCHRONIZER', cause, {
      resources: [['SYNCHRONIZER_ID', synchronizer.slice(0, 255)]],
    });
  }),
  rule('length /partyHint', ({ partyHint }) =>
    partyHint.length >= 1 && partyHint.length <= 185 ? undefined : 'A party hint has 1 to 185 characters.',
  ),
  rule('alphabet /partyHint', ({ partyHint }) =>
    partyHint === '' || partyAlphabet.test(partyHint)
      ? undefined
      : 'A party hint consists of letters, digits, colon, minus, underscore and space.',
  ),
  rule('delimiter /partyHint', ({ partyHint }) =>
    partyHint.includes('::') ? 'A party hint must not contain the delimiter "::".' : undefined,
  ),
  rule('malformed uid', (request) => {
    const wrong = uidsOf(request).find((each) => !uid.test(each));
    return wrong === undefined
      ? undefined
      : `"${wrong}" is no participant uid; write it as name::fingerprint.`;
  }),
  rule('local uid', (request, { ledger }) =>
    uidsOf(request).includes(ledger.participantUid)
      ? 'This participant hosts the party anyway; take its uid out of the lists.'
      : undefined,
  ),
  rule('duplicate uid', (request) => {
    const uids = uidsOf(request);
    return new Set(uids).size === uids.length
      ? undefined
      : 'A participant uid is named more than once; name each in one list and once.';
  }),
  rule('no confirmer', (request) =>
    confirmersOf(request) === 0
      ? 'Nobody confirms for the party; name other confirming participants or let the local one confirm.'
      : undefined,
  ),
  rule('above confirmers /confirmationThreshold', (request) =>
    (request.confirmationThreshold ?? 0) > confirmersOf(request)
      ? `The confirmation threshold exceeds the number of confirming participants, ${confirmersOf(request)}.`
      : undefined,
  ),
];

function uidsOf(request: GenerateTopologyRequest): readonly string[] {
  return [...(request.otherConfirmingParticipantUids ?? []), ...(request.observingParticipantUids ?? [])];
}

/** The structural rules have run, so the input has the documented structure. */
function rule(
  name: string,
  problem: (request: GenerateTopologyRequest, call: Call) => string | Refusal | undefined,
): Rule {
  return {
    name,
    refuse: (call) => {
      const found = problem(call.input as GenerateTopologyRequest, call);
      return typeof found === 'string' ? refused('INVALID_ARGUMENT', found) : found;
    },
  };
}
