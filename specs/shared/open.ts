import type { Case, CheckParts, Run, Steps } from '../../engine/check.ts';
import type { Violation } from '../../generators/violation.ts';
import type { RequestStem } from '../../generators/violations.ts';
import type { Facts } from '../../journal/record.ts';
import type { Scheme } from '../../wire/credential.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';
import { bodiesOf, fromRawBody, fromViolation, isOfBodies, samplingOf, violationsOf } from './body-faults.ts';
import type { Faulty } from './refusals.ts';
import { sendProbes } from './requests.ts';
import { fewAtQuick } from './rounds.ts';

/** A request that the document leaves open: the answer is observed, and the form of a rejection is judged. */
export interface OpenRequest extends Case {
  readonly request: OperationRequest;
  /** The scheme of the valid credential; Bearer by default. */
  readonly scheme?: Scheme;
}

/** How many requests of a kind a quick run sends where nothing must be rejected. */
const openAtQuick = 2;

/** Sends each request once, or a few at quick effort; only form is judged, so there is nothing to repeat. */
export function* conductOpen(run: Run, requests: readonly OpenRequest[]): Steps {
  yield* sendProbes(
    run,
    fewAtQuick(run, requests, openAtQuick).map(({ request, scheme, ...draft }) => ({
      request,
      draft,
      credential: scheme,
    })),
  );
}

/** A valid request to derive open requests from, and what judges need to know about it. */
interface OpenBase {
  readonly body?: unknown;
  readonly facts?: Facts;
}

/** Sends requests derived from a valid one that the document neither allows nor forbids. */
export type Observed<T extends OpenBase> = (
  requests: (valid: T, run: Run) => readonly OpenRequest[],
) => CheckParts;

/** Returns the function that does so for an operation. */
export function observedOf<T extends OpenBase>(validOf: (run: Run) => T): Observed<T> {
  return (requests) => ({
    cases(run) {
      const valid = validOf(run);
      const { facts } = valid;
      const all = requests(valid, run);
      return conductOpen(run, facts === undefined ? all : all.map((each) => ({ ...each, facts })));
    },
  });
}

/**
 * Violations of a field, or of the encoding and syntax of the body, that the requirement of the check names and does not decide.
 * @param asFaulty turns a violation into a request
 */
export function assignedOpen(
  stem: RequestStem,
  asFaulty: (violation: Violation, run: Run, part: string) => Faulty = fromViolation,
): (valid: OpenBase, run: Run) => readonly OpenRequest[] {
  return ({ body }, run) => {
    const { id } = run.requirement;
    const sampling = samplingOf(run);
    if (isOfBodies(stem, id)) return bodiesOf(stem, id, body, sampling).map(fromRawBody);
    return violationsOf(stem, id, body, sampling).map((each, at) => asFaulty(each, run, `${id}/${at}`));
  };
}

/** Media types of other content, the usual one with a parameter, and none. */
const contentTypes: readonly (string | null)[] = [
  null,
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=part',
  'application/json; charset=utf-8',
];

/**
 * The same body with other media types, or with none; and one that is no JSON, which readers of forms find first.
 * @param more media types for this operation alone
 */
export function underContentTypes(request: OperationRequest, ...more: readonly string[]): OpenRequest[] {
  const cut = request.body?.subarray(0, -1);
  return [...contentTypes, ...more].flatMap((contentType) =>
    [request.body, cut].map((body) => ({
      kind: 'other-content-type',
      detail: `${contentType ?? 'absent'}${body === cut ? ', and a body that is cut' : ''}`,
      wrong: { pointer: '', keyword: body === cut ? 'json' : 'content-type' },
      request: { ...request, contentType, body },
    })),
  );
}
