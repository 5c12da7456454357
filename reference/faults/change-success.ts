import type { Draft } from '../answer.ts';
import type { Call } from '../call.ts';
import type { Operation } from '../operation.ts';
import { type Members, membersOf, withJson } from './altered-draft.ts';
import type { Change } from './fault.ts';

/** Replaces the successes of an operation; undefined means no change. */
export function changeSuccess(operation: Operation, change: (draft: Draft, call: Call) => Draft | undefined): Change {
  return (behaviour, context) => ({
    ...behaviour,
    composeSuccess: (result, call) => {
      const draft = behaviour.composeSuccess(result, call);
      const changed = call.operation === operation ? change(draft, call) : undefined;
      if (changed === undefined) return draft;
      context.fire();
      return changed;
    },
  });
}

/** Replaces the JSON value of successes; undefined means no change. */
export function changeBody(operation: Operation, change: (members: Members, call: Call) => unknown): Change {
  return changeSuccess(operation, (draft, call) => {
    const members = membersOf(draft);
    const value = members === undefined ? undefined : change(members, call);
    return value === undefined ? undefined : withJson(draft, value);
  });
}
