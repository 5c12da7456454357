import { generateTopologyChecks } from '../../checks/generate-topology/checks.ts';
import { declareChecks } from '../declare.ts';

declareChecks(generateTopologyChecks.whole);
