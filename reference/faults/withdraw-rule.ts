import type { Behaviour } from '../behaviour.ts';
import type { Call } from '../call.ts';
import type { Operation } from '../operation.ts';
import type { Refusal } from '../refusal.ts';
import type { Rule } from '../rules/rule.ts';
import type { ChangeContext } from './fault.ts';

/** A rule that a server lacks. */
export interface WithdrawnRule {
  readonly operation: Operation;
  /** Of a structural or semantic rule of the operation, such as `missing /synchronizer`. */
  readonly name: string;
  /** Which of its rejections are withdrawn; all by default. */
  readonly which?: (call: Call, refusal: Refusal) => boolean;
}

/**
 * A server without one rule: what the rule would reject is accepted, and a sample is performed instead, because an invalid
 * request cannot be performed.
 */
export function withdrawRule(behaviour: Behaviour, context: ChangeContext, { operation, name, which = () => true }: WithdrawnRule): Behaviour {
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
export function replaceRule(behaviour: Behaviour, operation: Operation, name: string, replace: (rule: Rule) => Rule): Behaviour {
  const known = [...behaviour.structure[operation], ...behaviour.semantics[operation]];
  if (!known.some((rule) => rule.name === name)) {
    const names = known.map((rule) => rule.name).join(', ');
    throw new Error(`${operation} has no rule "${name}"; name one of ${names}.`);
  }
  const exchange = (rules: readonly Rule[]) => rules.map((rule) => (rule.name === name ? replace(rule) : rule));
  return {
    ...behaviour,
    structure: { ...behaviour.structure, [operation]: exchange(behaviour.structure[operation]) },
    semantics: { ...behaviour.semantics, [operation]: exchange(behaviour.semantics[operation]) },
  };
}
