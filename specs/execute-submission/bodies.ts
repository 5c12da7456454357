import type { Request, Run } from '../../engine/check.ts';
import { jsonBytes } from '../../engine/plain-request.ts';
import {
  durationVariant,
  placeholderExecuteBody,
  submissionId,
  withSubmissionId,
} from '../../generators/execute-submission.ts';
import type { Facts } from '../../journal/record.ts';
import type { JsonObject } from '../../json/read-json.ts';
import type { MakeValid } from '../shared/cases.ts';

/** An execute body with its own submissionId, and what judges need to know about it. */
export interface ExecuteBody {
  readonly body: JsonObject;
  readonly facts: Facts;
  /** The index of the configured body; undefined for a placeholder. */
  readonly bodyIndex?: number;
}

/**
 * The body for case `index`: configured bodies in turn, each with a fresh submissionId (ruling 14). If none is
 * configured, a well-formed placeholder, which still reveals acceptances and wrong forms (ruling 25).
 */
export function bodyAt(run: Run, index: number, ...parts: (string | number)[]): ExecuteBody {
  const { bodies, seed, nonce, requirement } = run;
  const id = submissionId(seed, nonce, [requirement.id, index, ...parts].join('/'));
  const configured = bodies.bodies[index % Math.max(1, bodies.bodies.length)];
  if (configured === undefined) {
    return {
      body: { ...placeholderExecuteBody(run.seedAt(index)), submissionId: id },
      facts: { body: 'placeholder' },
    };
  }
  const which = index % bodies.bodies.length;
  return {
    body: withSubmissionId(configured, id),
    facts: { body: `body-${which + 1}`, accepted: bodies.wasAccepted(which) },
    bodyIndex: which,
  };
}

/** The same body with every optional field, each in a form that any target accepts (ruling 14). */
export function fullBodyAt(run: Run, index: number): ExecuteBody {
  const { body, ...known } = bodyAt(run, index);
  const { userId } = run.facts;
  return {
    ...known,
    body: {
      ...body,
      ...(userId === null ? {} : { userId }),
      minLedgerTime: { time: { Empty: {} } },
      deduplicationPeriod: durationVariant(60, 0),
    },
  };
}

export function asRequest(body: unknown): Request {
  return { body: jsonBytes(body) };
}

/** The configured execute body, or a well-formed placeholder. */
export const validExecute: MakeValid = (run, index) => {
  const { body, ...known } = bodyAt(run, index);
  return { request: asRequest(body), ...known };
};
