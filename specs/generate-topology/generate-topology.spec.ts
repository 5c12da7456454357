import { declareOperation } from '../declare.ts';

declareOperation('generate-topology');
