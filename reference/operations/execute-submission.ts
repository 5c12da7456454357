import type { Ledger } from '../ledger.ts';
import type { ExecuteSubmissionRequest } from '../requests.ts';
import { executeSubmissionSemantics } from '../rules/execute-submission.semantics.ts';
import { executeSubmissionStructure } from '../rules/execute-submission.structure.ts';
import { sampleExecuteRequest } from '../samples.ts';
import type { ReferenceOperation } from './operation.ts';

/** Accepts the submission. "A successful body is an empty JSON object." */
function executeSubmission(
  request: ExecuteSubmissionRequest,
  ledger: Ledger,
): Readonly<Record<string, never>> {
  if (ledger.singleUse) ledger.taken.add(request.preparedTransaction);
  return {};
}

export const executeSubmissionOperation: ReferenceOperation<ExecuteSubmissionRequest, object> = {
  input: 'json',
  structure: executeSubmissionStructure,
  semantics: executeSubmissionSemantics,
  structuralFailure: 'error-object',
  perform: (request, { ledger }) => executeSubmission(request, ledger),
  sample: (ledger) => sampleExecuteRequest(ledger),
  speakingOfValid: [
    'EX-SUCCESS',
    'EX-OPT-USERID',
    'EX-OPT-MINLEDGERTIME',
    'EX-OPT-DEDUPLICATION',
    'EX-FAILURE-FORM',
    'AUTH-BEARER',
    'AUTH-APIKEY',
  ],
};
