import { placeholderExecuteBody } from '../generators/execute-submission.ts';
import { executeViolations } from '../generators/execute-submission.violations.ts';
import { bytesFrom, uuidFrom } from '../generators/seeding.ts';
import type { OperationDefinition } from './operation.ts';

/** Without any of these, nothing can be executed. */
const leftOut = ['submissionId', 'partySignatures', 'preparedTransaction'] as const;

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
  work: {
    'EX-BODY': 750,
    'HTTP-STABLE': 650,
    'EX-REQ-SUBMISSIONID-LEDGERSTRING': 200,
    'EX-PS-PARTY-SIGNATURES': 200,
  },
  soakShare: 0.4,
  // Without a body, invalid requests use a placeholder, which still reveals acceptances and wrong forms (ruling 25).
  placeholder: ({ executeBodies }) => (executeBodies === 0 ? 'rejected' : 'none'),
  violationsBesideSchema: executeViolations,
  fullBody: () => ({
    ...placeholderExecuteBody(1),
    userId: 'user',
    minLedgerTime: { time: { Empty: {} } },
  }),
  // An accepted body may be usable only once, so this one is invalid: without a member, or a placeholder.
  plainBody: ({ identity, executeBody, isDrawn = false }) => {
    if (executeBody === undefined) return placeholderExecuteBody('plain', identity);
    const [place = 0] = bytesFrom(['left out', identity], 1);
    const left = isDrawn ? leftOut[place % leftOut.length] : 'submissionId';
    const whole = { ...executeBody, submissionId: uuidFrom(['plain', identity]) };
    return Object.fromEntries(Object.entries(whole).filter(([name]) => name !== left));
  },
};
