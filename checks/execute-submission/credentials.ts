import { credentialChecks } from '../conduct/credentials.ts';
import { validExecute } from './valid.ts';

/** The credential table on execute. The schemes themselves need a success, so they stand with the checks of success. */
export const executeCredentialChecks = credentialChecks('execute-submission', validExecute);
