import { credentialChecks } from '../conduct/credentials.ts';
import type { MakeValid } from '../conduct/valid-request.ts';
import { asRequest, fullBodyAt } from './bodies.ts';
import { validExecute } from './valid.ts';

/** Every second body has all optional fields, which must not affect how credentials are treated. */
const validInTurns: MakeValid = (conductor, index) => {
  if (index % 2 === 0) return validExecute(conductor, index);
  const { body, ...known } = fullBodyAt(conductor, index);
  return { request: asRequest(body), ...known };
};

/** The credential table on execute-submission. The schemes need a success, so `success.ts` checks them. */
export const executeCredentialChecks = credentialChecks('execute-submission', validInTurns);
