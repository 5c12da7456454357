import type { Draft } from '../answer.ts';
import type { Call } from '../call.ts';
import type { Operation } from '../operation.ts';
import { type FailureCause, kindOf, type Refusal } from '../refusal.ts';
import type { Change } from './fault.ts';

/** A failure on its way out; undefined means no change. */
export type ChangeDraft = (draft: Draft, call: Call, refusal: Refusal) => Draft | undefined;

/** Replaces the failures of one kind on one operation, in either form. */
export function changeFailure(operation: Operation, kind: FailureCause, change: ChangeDraft): Change {
  return (behaviour, context) => {
    const changing =
      (compose: (refusal: Refusal, call: Call) => Draft) =>
      (refusal: Refusal, call: Call): Draft => {
        const draft = compose(refusal, call);
        const isMeant = call.operation === operation && kindOf(refusal) === kind;
        const changed = isMeant ? change(draft, call, refusal) : undefined;
        if (changed === undefined) return draft;
        context.fire();
        return changed;
      };
    return {
      ...behaviour,
      composeTextFailure: changing(behaviour.composeTextFailure),
      composeErrorObject: changing(behaviour.composeErrorObject),
    };
  };
}
