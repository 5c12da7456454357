import { declareOperation } from '../declare.ts';

declareOperation('list-users', ['pages']);
