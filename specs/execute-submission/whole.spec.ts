import { executeSubmissionChecks } from '../../checks/execute-submission/checks.ts';
import { declareChecks } from '../declare.ts';

declareChecks(executeSubmissionChecks.whole);
