import { checks } from '../../checks/list-users/checks.ts';
import { declareChecks } from '../declare.ts';

declareChecks(checks.whole);
