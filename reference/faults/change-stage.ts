import type { Behaviour, Perform } from '../behaviour.ts';
import type { Operation } from '../operation.ts';
import type { Rule } from '../rules/rule.ts';
import type { Change, ChangeContext } from './fault.ts';

/** Replaces one stage of a server by one made from it. */
export function changeStage<S extends keyof Behaviour>(stage: S, change: (given: Behaviour[S], context: ChangeContext) => Behaviour[S]): Change {
  return (behaviour, context) => ({ ...behaviour, [stage]: change(behaviour[stage], context) });
}

/** Replaces how one operation is performed. */
export function changePerform<O extends Operation>(operation: O, change: (given: Perform[O], context: ChangeContext) => Perform[O]): Change {
  return changeStage('perform', (perform, context) => ({
    ...perform,
    [operation]: change(perform[operation], context),
  }));
}

/** Replaces the rules on the values of one operation. */
export function changeSemantics(operation: Operation, change: (given: readonly Rule[], context: ChangeContext) => readonly Rule[]): Change {
  return changeStage('semantics', (semantics, context) => ({
    ...semantics,
    [operation]: change(semantics[operation], context),
  }));
}
