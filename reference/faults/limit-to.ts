import type { Behaviour, Perform } from '../behaviour.ts';
import type { Call } from '../call.ts';
import { ofEach } from '../operation.ts';
import type { Rule } from '../rules/rule.ts';
import type { Change, ChangeContext } from './fault.ts';

/** Whether a change applies to a call. It is asked at each stage, so that it can use what has been decoded. */
export type Occasion = (call: Call) => boolean;

/** A change that applies to some calls and does not affect the others. */
export function limitTo(change: Change, occasion: (context: ChangeContext) => Occasion): Change {
  return (before, context) => {
    const after = change(before, context);
    const isMeant = occasion(context);
    const choose = (call: Call): Behaviour => (isMeant(call) ? after : before);
    return {
      ...before,
      readCredential: (call) => choose(call).readCredential(call),
      verifyCredential: (token, call) => choose(call).verifyCredential(token, call),
      decodeJson: (call) => choose(call).decodeJson(call),
      decodeQuery: (call) => choose(call).decodeQuery(call),
      structure: ofEach((operation) => rules(before.structure[operation], after.structure[operation], isMeant)),
      semantics: ofEach((operation) => rules(before.semantics[operation], after.semantics[operation], isMeant)),
      perform: ofEach((operation) => (request: never, call: Call) => choose(call).perform[operation](request, call)) as Perform,
      chooseForm: (refusal, call) => choose(call).chooseForm(refusal, call),
      composeSuccess: (result, call) => choose(call).composeSuccess(result, call),
      composeTextFailure: (refusal, call) => choose(call).composeTextFailure(refusal, call),
      composeErrorObject: (refusal, call) => choose(call).composeErrorObject(refusal, call),
      encode: (draft, call) => choose(call).encode(draft, call),
      deliver: (answer, response, call) => choose(call).deliver(answer, response, call),
    };
  };
}

/** Both lists combined: of each pair of rules, the one meant for the call applies, in the order of its list. */
function rules(before: readonly Rule[], after: readonly Rule[], isMeant: Occasion): Rule[] {
  const longer = before.length > after.length ? before : after;
  return longer.map(({ name }, index) => ({
    name,
    refuse: (call) => (isMeant(call) ? after : before)[index]?.refuse(call),
  }));
}
