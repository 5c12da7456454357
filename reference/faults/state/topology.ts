import { createHash } from 'node:crypto';
import type { Answer } from '../../answer.ts';
import type { Call } from '../../call.ts';
import { refused } from '../../refusal.ts';
import { changePerform } from '../change-stage.ts';
import { schemeOf } from '../credentials/presented.ts';
import type { Change } from '../fault.ts';
import { breaking, type FaultRow, faultsOf } from '../fault-row.ts';
import { pause } from '../hard/shared-request.ts';
import { changeFingerprint } from '../meaning/change-topology.ts';
import { refuseValid } from '../refuse-valid.ts';
import { all, ruleInFront, textMember, whenAnswered } from './remembered.ts';

const operation = 'generate-topology';
const hintOf = (call: Call): string => textMember(call, 'partyHint') ?? '';

/** Rejects a request for a party that another request asks for at the same time. */
const oneAtATime: Change = (behaviour, context) => {
  const inProgress = new Set<string>();
  const refusing = ruleInFront(operation, (call) => {
    const text = call.body.toString();
    if (!inProgress.has(text)) return undefined;
    context.fire();
    return refused('SUBMISSION_ALREADY_IN_FLIGHT', 'The party is being generated.');
  });
  const working = changePerform(operation, (perform) => async (request, call) => {
    const text = call.body.toString();
    inProgress.add(text);
    await pause();
    inProgress.delete(text);
    return perform(request, call);
  });
  return all(working, refusing)(behaviour, context);
};

/** Rejects a request like one that was answered more than a moment ago. */
const reserved: Change = (behaviour, context) => {
  const first = new Map<string, number>();
  return ruleInFront(operation, (call) => {
    const text = call.body.toString();
    const at = first.get(text);
    if (at === undefined) first.set(text, performance.now());
    if (at === undefined || performance.now() - at < 300) return undefined;
    context.fire();
    return refused('SUBMISSION_ALREADY_IN_FLIGHT', 'The party was generated before.');
  })(behaviour, context);
};

/** Rejects the first valid request for a hint behind a rejection that `isMeant`. */
function blocksOnce(isMeant: (answer: Answer, call: Call) => boolean): Change {
  return (behaviour, context) => {
    const blocked = new Set<string>();
    return all(
      whenAnswered((answer, call) => {
        if (call.operation !== operation || !isMeant(answer, call)) return;
        const hint = /"partyHint"\s*:\s*"([^"]*)"/.exec(call.body.toString())?.[1];
        if (hint !== undefined) blocked.add(hint);
      }),
      refuseValid(operation, 'The party is blocked.', (call) => blocked.delete(hintOf(call))),
    )(behaviour, context);
  };
}

/** A key of which a reading failed leaves its bytes behind, which go into the next fingerprint for the hint. */
const keyIsLeftBehind: Change = (behaviour, context) => {
  const left = new Map<string, string>();
  return all(
    changeFingerprint((fingerprint, { partyHint }) => {
      const bytes = left.get(partyHint);
      if (bytes === undefined) return undefined;
      left.delete(partyHint);
      return `1220${createHash('sha256').update(`${bytes} ${fingerprint}`).digest('hex')}`;
    }),
    whenAnswered(({ status }, call) => {
      if (call.operation !== operation || status !== 400) return;
      const { keyData } = ((call.input as { publicKey?: { keyData?: unknown } } | undefined)?.publicKey ?? {}) as {
        keyData?: unknown;
      };
      if (typeof keyData === 'string') left.set(hintOf(call), keyData);
    }),
  )(behaviour, context);
};

const rows: readonly FaultRow[] = [
  ...breaking(['GT-SUCCESS'], {
    'same-party-at-once-is-refused': ['A request is rejected while the same one is in progress.', oneAtATime],
    'same-party-later-is-refused': ['A request is rejected 300 ms after the first one like it.', reserved],
    'party-is-blocked-behind-a-wrong-api-key': [
      'Behind a wrong API key, the next request for the same party is rejected.',
      blocksOnce(({ status }, call) => status === 401 && schemeOf(call) === 'api-key'),
    ],
    'party-is-blocked-behind-a-forged-token': [
      'Behind a token with a wrong signature, the next request for the same party is rejected.',
      blocksOnce(({ status }, { headers }) => status === 401 && (headers.authorization ?? '').split('.').length === 3),
    ],
    'party-is-blocked-behind-unknown-participants': [
      'Behind participants without an identifier, the next request for the same party is rejected.',
      blocksOnce(({ status }, call) => status === 400 && /ParticipantUids":\[(?:"[^"]*",)*"[^":]*"/.test(call.body.toString())),
    ],
  }),
  ...breaking(['GT-FINGERPRINT-FUNCTION'], {
    'refused-key-is-left-behind': ['Behind a key that cannot be decoded, the next fingerprint for the same hint is another one.', keyIsLeftBehind],
  }),
];

/** What a server remembers of parties that were asked for, and should not. */
export const topologyStateFaults = faultsOf(operation, rows);
