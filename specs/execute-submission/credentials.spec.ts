import type { Run } from '../../engine/check.ts';
import type { Valid } from '../shared/cases.ts';
import { declareCredentials } from '../shared/credentials.ts';
import { asRequest, fullBodyAt, validExecute } from './bodies.ts';

// The schemes need a success, so `success.spec.ts` checks them.
declareCredentials('execute-submission', validInTurns);

/** Every second body has all optional fields, which must not affect how credentials are treated. */
function validInTurns(run: Run, index: number): Valid {
  if (index % 2 === 0) return validExecute(run, index);
  const { body, ...known } = fullBodyAt(run, index);
  return { request: asRequest(body), ...known };
}
