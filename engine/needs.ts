import { type Reason, reasonOf } from '../journal/reason.ts';
import { type TargetFacts, usersForPages } from '../journal/target-facts.ts';
import type { Need } from '../requirements/requirement.ts';

/** The reason why a need is missing, with the setting that provides it; undefined if nothing is missing. */
export function missingNeed(need: Need, facts: TargetFacts): Reason | undefined {
  switch (need) {
    case 'several-users':
      return facts.users !== null && facts.users < usersForPages
        ? reasonOf('too-few-users', facts.users, usersForPages)
        : undefined;
    case 'page-parameters':
      return undefined;
    case 'expired-token':
      if (facts.canExpire) return undefined;
      return facts.expiredUnshown === true
        ? reasonOf('expired-token-unshown')
        : reasonOf('missing-setting', need);
    default:
      return isGiven[need](facts) ? undefined : reasonOf('missing-setting', need);
  }
}

const isGiven = {
  synchronizer: ({ synchronizer }) => synchronizer !== null,
  'synchronizer-alias': ({ synchronizerAlias }) => synchronizerAlias !== null,
  participants: ({ participantUids }) => participantUids.length > 0,
  'execute-body': ({ executeBodies }) => executeBodies > 0,
  'user-id': ({ userId }) => userId !== null,
} satisfies Partial<Record<Need, (facts: TargetFacts) => boolean>>;
