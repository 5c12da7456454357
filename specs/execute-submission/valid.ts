import type { MakeValid } from '../shared/cases.ts';
import { asRequest, bodyAt } from './bodies.ts';

/** The configured execute body, or a well-formed placeholder. */
export const validExecute: MakeValid = (run, index) => {
  const { body, ...known } = bodyAt(run, index);
  return { request: asRequest(body), ...known };
};
