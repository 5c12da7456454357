import type { TargetFacts } from '../journal/target-facts.ts';
import type { Need } from '../requirements/requirement.ts';

/** What is missing for a need, and which setting gives it; undefined where it is met. */
export function missingNeed(need: Need, facts: TargetFacts): string | undefined {
  switch (need) {
    case 'synchronizer':
      return facts.synchronizer === null
        ? 'No synchronizer is configured: set TARGET_SYNCHRONIZER.'
        : undefined;
    case 'synchronizer-alias':
      return facts.synchronizerAlias === null
        ? 'No alias is configured: set TARGET_SYNCHRONIZER_ALIAS.'
        : undefined;
    case 'participants':
      return facts.participantUids.length === 0
        ? 'No other participants are configured: set TARGET_PARTICIPANT_UIDS.'
        : undefined;
    case 'execute-body':
      return facts.executeBodies === 0
        ? 'No execute body is configured: set TARGET_EXECUTE_REQUEST to a body that the target accepts.'
        : undefined;
    case 'user-id':
      return facts.userId === null ? "The token's user is not configured: set TARGET_USER_ID." : undefined;
    case 'expired-token':
      return facts.canExpire
        ? undefined
        : 'No expired token can be made: set TARGET_TOKEN_SECRET, TARGET_TOKEN_KEY or TARGET_EXPIRED_TOKEN.';
    case 'several-users':
      return facts.users !== null && facts.users < 2
        ? `The target has ${facts.users} users, and pages need two at least: create some.`
        : undefined;
    case 'page-parameters':
      return undefined;
  }
}
