import { credentialChecks } from '../conduct/credentials.ts';
import type { MakeValid } from '../conduct/valid-request.ts';
import { asRequest, fullBodyAt } from './bodies.ts';
import { validExecute } from './valid.ts';

/** Every other one has every optional field beside it: whether a credential counts does not depend on them. */
const validInTurns: MakeValid = (conductor, index) => {
  if (index % 2 === 0) return validExecute(conductor, index);
  const { body, ...known } = fullBodyAt(conductor, index);
  return { request: asRequest(body), ...known };
};

/** The credential table on execute. The schemes themselves need a success, so they stand with the checks of success. */
export const executeCredentialChecks = credentialChecks('execute-submission', validInTurns);
