import type { Check } from '../../session/check.ts';
import { beginningIdle } from '../conduct/idle-connections.ts';
import { listCredentialChecks } from './credentials.ts';
import { failureChecks } from './failures.ts';
import { pageChecks } from './pages.ts';
import { queryChecks } from './queries.ts';
import { responseChecks } from './response.ts';
import { successChecks } from './success.ts';
import { unstatedChecks } from './unstated.ts';
import { validList } from './valid.ts';
import { wholeChecks } from './whole.ts';

/** Every check of list-users by concern; the keys are the names of its files and specs. */
export const checks = {
  credentials: beginningIdle(validList, listCredentialChecks),
  failures: failureChecks,
  pages: pageChecks,
  queries: queryChecks,
  response: responseChecks,
  success: successChecks,
  unstated: unstatedChecks,
  whole: wholeChecks,
} satisfies Readonly<Record<string, readonly Check[]>>;
