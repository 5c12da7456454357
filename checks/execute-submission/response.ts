import type { Check } from '../../session/check.ts';
import { createCheck } from '../conduct/check.ts';
import { conductAccepted } from './accepted.ts';

/** The answer to an accepted submission: judged on every success of the run; two are sent here. */
export const responseChecks: readonly Check[] = [
  'EX-RES-MEDIA',
  'EX-RES-OBJECT',
  'EX-OPEN-RESPONSE-FIELDS',
  'EX-OPEN-SUBMITTED-AGAIN',
  'HTTP-OPEN-SUCCESS-STATUS',
].map((requirement) =>
  createCheck('execute-submission', requirement, (conductor) =>
    conductAccepted(
      conductor,
      [1, 2].map((at) => ({ kind: 'configured-body', detail: String(at), as: 'EX-SUCCESS' })),
    ),
  ),
);
