import { listUsersChecks } from '../../checks/list-users/checks.ts';
import { declareChecks } from '../declare.ts';

declareChecks(listUsersChecks.whole);
