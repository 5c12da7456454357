import { acceptsMissingSynchronizer } from './accepts-missing-synchronizer.ts';
import { cutsAnswerSometimes } from './cuts-answer-sometimes.ts';
import type { Fault } from './fault.ts';

/** Every fault that the suite must condemn. */
export const faults: readonly Fault[] = [acceptsMissingSynchronizer, cutsAnswerSometimes];
