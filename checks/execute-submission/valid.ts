import type { ConductSchemes } from '../conduct/schemes.ts';
import type { MakeValid } from '../conduct/valid-request.ts';
import { conductAccepted } from './accepted.ts';
import { asRequest, bodyAt } from './bodies.ts';

/** The configured execute body, or a well-formed placeholder one. */
export const validExecute: MakeValid = (conductor, index) => {
  const { body, ...known } = bodyAt(conductor, index);
  return { request: asRequest(body), ...known };
};

/** The configured body under credentials of the case's own; it must be accepted. */
export const conductExecuteSchemes: ConductSchemes = (conductor, cases) => conductAccepted(conductor, cases);
