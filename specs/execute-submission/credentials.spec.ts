import { checks } from '../../checks/execute-submission/checks.ts';
import { declareChecks } from '../declare.ts';

declareChecks(checks.credentials);
