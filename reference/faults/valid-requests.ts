import type { Operation } from '../operation.ts';

/** The requirements that speak of valid requests: each of them sees one that is refused, or not answered. */
const speakingOfValid: Readonly<Record<Operation, readonly string[]>> = {
  'generate-topology': [
    'GT-SUCCESS',
    'GT-OPT-OBSERVATIONONLY',
    'GT-OPT-OTHERCONFIRMING',
    'GT-OPT-THRESHOLD',
    'GT-OPT-OBSERVING',
    'GT-FAILURE-FORM',
    'AUTH-BEARER',
    'AUTH-APIKEY',
  ],
  'execute-submission': [
    'EX-SUCCESS',
    'EX-OPT-USERID',
    'EX-OPT-MINLEDGERTIME',
    'EX-OPT-DEDUPLICATION',
    'EX-FAILURE-FORM',
    'AUTH-BEARER',
    'AUTH-APIKEY',
  ],
  'list-users': [
    'LU-SUCCESS',
    'LU-PAGE-COMPLETE',
    'LU-PAGE-CONTINUES',
    'LU-PAGE-EMPTYTOKEN',
    'LU-FAILURE-FORM',
    'AUTH-BEARER',
    'AUTH-APIKEY',
  ],
};

/** What a fault on valid requests breaks in the first place, and what sees it too. */
export function seenByValid(operation: Operation, broken: readonly string[]): readonly string[] {
  return [...new Set([...broken, ...speakingOfValid[operation]])];
}
