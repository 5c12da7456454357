import type { Check } from '../../session/check.ts';
import { beginningIdle } from '../conduct/idle-connections.ts';
import { bodyChecks } from './body.ts';
import { generateCredentialChecks } from './credentials.ts';
import { failureChecks } from './failures.ts';
import { keyDataChecks } from './key-data.ts';
import { relationChecks } from './relation-checks.ts';
import { requestFieldChecks } from './request-fields.ts';
import { responseChecks } from './response.ts';
import { semanticChecks } from './semantics.ts';
import { successChecks } from './success.ts';
import { unstatedChecks } from './unstated.ts';
import { validGenerate } from './valid.ts';
import { wholeChecks } from './whole.ts';

/** Every check of generate-topology by concern; the keys are the names of its files and specs. */
export const checks = {
  body: beginningIdle(validGenerate, bodyChecks),
  credentials: generateCredentialChecks,
  failures: failureChecks,
  relations: relationChecks,
  'request-fields': requestFieldChecks,
  response: responseChecks,
  semantics: semanticChecks,
  success: successChecks,
  unstated: unstatedChecks,
  whole: wholeChecks,
  // Last, because some runtimes end on some of these keys.
  'key-data': keyDataChecks.map((check) => ({ ...check, isAlone: true as const })),
} satisfies Readonly<Record<string, readonly Check[]>>;
