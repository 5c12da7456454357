import type { Answer, Draft } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { Call } from '../call.ts';
import { type Members, membersOf, withJson, withText } from '../faults/altered-draft.ts';
import { changeStage } from '../faults/change-stage.ts';
import type { Change } from '../faults/fault.ts';
import type { Refusal } from '../refusal.ts';

/** Replaces drafts; undefined means no change. Failures come with their refusal. */
export type ChangeAnswer = (draft: Draft, call: Call, refusal: Refusal | undefined) => Draft | undefined;

/** Replaces responses of all three kinds: successes, texts and error objects. */
export function changeAnswers(change: ChangeAnswer): Change {
  return (behaviour, { fire }) => {
    const changed = (draft: Draft, call: Call, refusal?: Refusal): Draft => {
      const made = change(draft, call, refusal);
      if (made === undefined) return draft;
      fire();
      return made;
    };
    return {
      ...behaviour,
      composeSuccess: (result, call) => changed(behaviour.composeSuccess(result, call), call),
      composeTextFailure: (refusal, call) => changed(behaviour.composeTextFailure(refusal, call), call, refusal),
      composeErrorObject: (refusal, call) => changed(behaviour.composeErrorObject(refusal, call), call, refusal),
    };
  };
}

type ChangeMembers = (members: Members, call: Call) => object | undefined;

/** Replaces the JSON objects of successes. */
export function changeSuccessBodies(change: ChangeMembers): Change {
  return changeMembers((refusal) => refusal === undefined, change);
}

/** Replaces error objects. */
export function changeErrors(change: ChangeMembers): Change {
  return changeMembers((refusal) => refusal !== undefined, change);
}

function changeMembers(isMeant: (refusal?: Refusal) => boolean, change: ChangeMembers): Change {
  return changeAnswers((draft, call, refusal) => {
    const members = isMeant(refusal) ? membersOf(draft) : undefined;
    const made = members && change(members, call);
    return made && withJson(draft, made);
  });
}

/** Replaces the text of the 400 of generate-topology. */
export function changeTexts(change: (text: string) => string): Change {
  return changeAnswers((draft, _call, refusal) =>
    draft.content.kind === 'text' && refusal !== undefined ? withText(draft, change(draft.content.text)) : undefined,
  );
}

/** Writes JSON differently; undefined means no change. */
export function renderJson(render: (value: unknown, call: Call) => string | undefined): Change {
  return changeStage('encode', (encode, { fire }) => (draft, call) => {
    const text = draft.content.kind === 'json' ? render(draft.content.value, call) : undefined;
    if (text === undefined) return encode(draft, call);
    fire();
    return encode(withText(draft, text), call);
  });
}

/** Replaces encoded responses; undefined means no change. */
export function changeEncoded(change: (answer: Answer, call: Call) => Answer | undefined): Change {
  return changeStage('encode', (encode, { fire }) => async (draft, call) => {
    const answer = await encode(draft, call);
    const made = change(answer, call);
    if (made === undefined) return answer;
    fire();
    return made;
  });
}

/** Several changes in one server, the first closest to the conformant one. */
export function together(...changes: readonly Change[]): Change {
  return (behaviour, context) => changes.reduce<Behaviour>((before, change) => change(before, context), behaviour);
}

/** Unchanged responses, which are counted: for servers that differ only in their data. */
export const asItIs: Change = changeAnswers((draft) => draft);

export function withHeader(draft: Draft, name: string, value: string): Draft {
  return { ...draft, headers: { ...draft.headers, [name]: value } };
}
