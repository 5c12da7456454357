import { placeholderExecuteBody } from '../generators/execute-submission.ts';
import { executeViolations } from '../generators/execute-submission.violations.ts';
import type { OperationDefinition } from './operation.ts';

export const executeSubmission: OperationDefinition = {
  operation: 'execute-submission',
  idPrefix: 'EX',
  shortName: 'execute',
  input: 'body',
  openContentType: 'EX-OPEN-CONTENT-TYPE',
  success: {
    requirement: 'EX-SUCCESS',
    media: 'EX-RES-MEDIA',
    object: 'EX-RES-OBJECT',
    unknownFields: 'EX-OPEN-RESPONSE-FIELDS',
  },
  failure: { forms: ['error-object'], requirement: 'EX-FAILURE-FORM' },
  validControl: 'last',
  correlationMember: 'submissionId',
  probe: {},
  paceDependsOn: [],
  soakShare: 0.4,
  // Without a body, invalid requests use a placeholder, which still reveals acceptances and wrong forms (ruling 25).
  placeholder: ({ executeBodies }) => (executeBodies === 0 ? 'rejected' : 'none'),
  violationsBesideSchema: executeViolations,
  fullBody: () => ({
    ...placeholderExecuteBody(1),
    userId: 'user',
    minLedgerTime: { time: { Empty: {} } },
  }),
  // An accepted body may be usable only once, so this one is invalid: without submissionId, or a placeholder.
  // placeholder.
  plainBody: ({ identity, executeBody }) => {
    if (executeBody === undefined) return placeholderExecuteBody('plain', identity);
    const { submissionId: _left, ...rest } = executeBody;
    return rest;
  },
};
