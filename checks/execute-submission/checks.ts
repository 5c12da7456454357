import type { Check } from '../../session/check.ts';
import { beginningIdle } from '../conduct/idle-connections.ts';
import { bodyChecks } from './body.ts';
import { executeCredentialChecks } from './credentials.ts';
import { failureChecks } from './failures.ts';
import { meaningChecks } from './meaning.ts';
import { requestFieldChecks } from './request-fields.ts';
import { responseChecks } from './response.ts';
import { signatureChecks } from './signature.ts';
import { successChecks } from './success.ts';
import { unstatedChecks } from './unstated.ts';
import { validExecute } from './valid.ts';
import { wholeChecks } from './whole.ts';

/** From the first success on, a body may be used up (ruling 14). */
function oneByOne(checks: readonly Check[]): readonly Check[] {
  return checks.map((check) => ({ ...check, isAlone: 'unless-bodies-are-reusable' }));
}

/**
 * Every check of execute-submission by concern; the keys are the names of its files and specs. The order matters:
 * rejections, then the success of the same bodies, then what the document leaves open (ruling 14).
 */
export const checks = {
  body: beginningIdle(validExecute, bodyChecks),
  credentials: executeCredentialChecks,
  failures: failureChecks,
  'request-fields': requestFieldChecks,
  signature: signatureChecks,
  success: oneByOne([...successChecks, ...responseChecks]),
  unstated: oneByOne([...unstatedChecks, ...meaningChecks]),
  whole: wholeChecks,
} satisfies Readonly<Record<string, readonly Check[]>>;
