import { checks } from '../../checks/generate-topology/checks.ts';
import { declareChecks } from '../declare.ts';

declareChecks(checks.whole);
