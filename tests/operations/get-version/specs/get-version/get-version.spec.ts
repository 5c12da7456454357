import { declareOperation } from '../declare.ts';

declareOperation('get-version');
