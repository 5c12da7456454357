import type { TargetFacts } from '../../../journal/target-facts.ts';
import { levelOf, type Profile } from '../../../profiles/profile.ts';
import { needsOf, requirements } from '../../../requirements/catalogue.ts';
import type { Need } from '../../../requirements/requirement.ts';
import { missingNeed } from '../../../session/needs.ts';

/** A missing need: why it is missing, with the setting that provides it, and what is not exercised without it. */
export interface Missing {
  readonly need: Need;
  readonly reason: string;
  readonly musts: readonly string[];
  readonly others: number;
}

/** The unmet needs of a target's configuration; levels are those under the profile. */
export function missingNeeds(facts: TargetFacts, profile: Profile): Missing[] {
  const needs: readonly Need[] = [
    'synchronizer',
    'synchronizer-alias',
    'participants',
    'execute-body',
    'user-id',
    'expired-token',
    'several-users',
    'page-parameters',
  ];
  return needs.flatMap((need) => {
    const reason = missingNeed(need, facts);
    if (reason === undefined) return [];
    const pairs = requirements.flatMap((requirement) =>
      requirement.operations
        .filter((operation) => needsOf(requirement, operation).includes(need))
        .map((operation) => ({ id: requirement.id, level: levelOf(profile, requirement, operation) })),
    );
    const musts = pairs.filter(({ level }) => level === 'MUST').map(({ id }) => id);
    return [{ need, reason: reason.text, musts: [...new Set(musts)], others: pairs.length - musts.length }];
  });
}
