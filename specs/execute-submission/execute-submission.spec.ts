import { declareOperation } from '../declare.ts';

declareOperation('execute-submission');
