import type { Ledger } from '../ledger.ts';
import type { ExecuteSubmissionRequest } from '../requests.ts';

/** Accepts the submission. "A successful body is an empty JSON object." */
export function executeSubmission(
  request: ExecuteSubmissionRequest,
  ledger: Ledger,
): Readonly<Record<string, never>> {
  if (ledger.singleUse) ledger.taken.add(request.preparedTransaction);
  return {};
}
