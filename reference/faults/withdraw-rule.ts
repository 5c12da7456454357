import type { Behaviour } from '../behaviour.ts';
import type { Call } from '../call.ts';
import type { Operation } from '../operation.ts';
import type { Refusal } from '../refusal.ts';
import type { Rule } from '../rules/rule.ts';
import type { ChangeContext } from './fault.ts';

/** Whether a rejection is withdrawn; the others remain. */
export type Which = (call: Call, refusal: Refusal) => boolean;

/**
 * A server without one rule: what the rule would reject is accepted, and a sample is performed instead, because an invalid
 * request cannot be performed.
 * @param name of a structural or semantic rule of the operation, such as `missing /synchronizer`
 * @param which of its rejections are withdrawn; all by default
 */
export function withdrawRule(
  behaviour: Behaviour,
  operation: Operation,
  name: string,
  context: ChangeContext,
  which: Which = () => true,
): Behaviour {
  return replaceRule(behaviour, operation, name, (rule) => ({
    name,
    refuse: (call) => {
      const refusal = rule.refuse(call);
      if (refusal === undefined || !which(call, refusal)) return refusal;
      context.fire();
      call.forgiven = true;
      return undefined;
    },
  }));
}

/** The behaviour with one rule replaced by another made from it. */
export function replaceRule(
  behaviour: Behaviour,
  operation: Operation,
  name: string,
  replace: (rule: Rule) => Rule,
): Behaviour {
  const known = [...behaviour.structure[operation], ...behaviour.semantics[operation]];
  if (!known.some((rule) => rule.name === name)) {
    const names = known.map((rule) => rule.name).join(', ');
    throw new Error(`${operation} has no rule "${name}"; name one of ${names}.`);
  }
  const exchange = (rules: readonly Rule[]) =>
    rules.map((rule) => (rule.name === name ? replace(rule) : rule));
  return {
    ...behaviour,
    structure: { ...behaviour.structure, [operation]: exchange(behaviour.structure[operation]) },
    semantics: { ...behaviour.semantics, [operation]: exchange(behaviour.semantics[operation]) },
  };
}
