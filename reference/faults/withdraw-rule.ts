import type { Behaviour } from '../behaviour.ts';
import type { Operation } from '../operation.ts';
import type { Rule } from '../rules/rule.ts';
import type { ChangeContext } from './fault.ts';

/**
 * A server without one rule: what the rule would refuse is accepted, and a sample is performed in its place, since
 * the invalid request has nothing to perform.
 * @param name of a structural or semantic rule of the operation, such as `missing /synchronizer`
 */
export function withdrawRule(
  behaviour: Behaviour,
  operation: Operation,
  name: string,
  context: ChangeContext,
): Behaviour {
  return replaceRule(behaviour, operation, name, (rule) => ({
    name,
    refuse: (call) => {
      if (rule.refuse(call) === undefined) return undefined;
      context.fire();
      call.forgiven = true;
      return undefined;
    },
  }));
}

/** The behaviour with one rule exchanged for another made from it. */
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
