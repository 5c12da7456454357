import type { Call } from '../../call.ts';
import { malformed, refused } from '../../refusal.ts';
import { isByApiKey, textAt } from '../../rows/conditions.ts';
import type { Action } from '../../rows/engine.ts';
import { fingerprint, hash } from '../../rows/generate-topology.ts';
import { rejecting } from '../../rows/requests.ts';
import { oneAtATime } from '../concurrent.ts';
import type { Fault } from '../fault.ts';
import { faults, GT, showing } from '../table.ts';

/** A request like one that was sent more than a moment ago is rejected. */
const reserved = rejecting(
  () => {
    const first = new Map<string, number>();
    return (_, { body }) => {
      const at = first.get(body.toString()) ?? performance.now();
      first.set(body.toString(), at);
      return performance.now() - at >= 300;
    };
  },
  refused('SUBMISSION_ALREADY_IN_FLIGHT', 'The party was generated before.'),
  'decode',
);

/** Rejects the first valid request for a hint behind a rejection that `isMeant`. */
const blocksOnce =
  (isMeant: (call: Call) => boolean): Action =>
  (run) => {
    const blocked = new Set<string>();
    return {
      ...rejecting(
        () =>
          ({ partyHint }) =>
            blocked.delete(partyHint),
        malformed('The party is blocked.'),
      )(run),
      send(call) {
        const [, sent] = /"partyHint"\s*:\s*"([^"]*)"/.exec(call.body.toString()) ?? [];
        if (sent !== undefined && isMeant(call)) blocked.add(sent);
      },
    };
  };

/** A key of which a reading failed leaves its bytes behind, which go into the next fingerprint for the hint. */
const keyIsLeftBehind: Action = (run) => {
  const left = new Map<string, string>();
  const steps = fingerprint((own, { partyHint }) => {
    const bytes = left.get(partyHint);
    left.delete(partyHint);
    return bytes === undefined ? undefined : hash(bytes, own);
  })(run);
  return {
    ...steps,
    send(call) {
      const keyData = textAt(call, '/publicKey/keyData');
      if (call.status === 400 && keyData !== '') left.set(textAt(call, '/partyHint'), keyData);
    },
  };
};

const unknownParticipants = /ParticipantUids":\[(?:"[^"]*",)*"[^":]*"/;

/** What a server remembers of parties that were asked for, and should not. */
export const topologyState: readonly Fault[] = showing('state', [
  ...faults(GT, 'GT-SUCCESS', {
    'same-party-at-once-is-refused': ['A request is rejected while the same one is in progress.', oneAtATime],
    'same-party-later-is-refused': ['A request is rejected 300 ms after the first one like it.', reserved],
    'party-is-blocked-behind-a-wrong-api-key': [
      'Behind a wrong API key, the next request for the same party is rejected.',
      blocksOnce((call) => call.status === 401 && isByApiKey(call)),
    ],
    'party-is-blocked-behind-a-forged-token': [
      'Behind a token with a wrong signature, the next request for the same party is rejected.',
      blocksOnce(({ status, headers }) => status === 401 && (headers.authorization ?? '').split('.').length === 3),
    ],
    'party-is-blocked-behind-unknown-participants': [
      'Behind participants without an identifier, the next request for the same party is rejected.',
      blocksOnce(({ status, body }) => status === 400 && unknownParticipants.test(body.toString())),
    ],
  }),
  ...faults(GT, 'GT-FINGERPRINT-FUNCTION', {
    'refused-key-is-left-behind': ['Behind a key that cannot be decoded, the next fingerprint for the same hint is another one.', keyIsLeftBehind],
  }),
]);
