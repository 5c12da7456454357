import type { Violation } from '../../generators/violation.ts';
import type { RequestStem } from '../../generators/violations.ts';
import type { Facts } from '../../journal/record.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { CaseDraft } from '../../session/case-builder.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { Scheme } from '../../wire/credential.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';
import { createCheck } from './check.ts';
import {
  bodiesOf,
  bodyClaimants,
  extentOf,
  fromRawBody,
  fromViolation,
  violationClaimants,
  violationsOf,
} from './claimed-faults.ts';
import { fewAtQuick } from './few-at-quick.ts';
import { sendProbes } from './probe.ts';
import type { Faulty } from './refusals.ts';

/** A request that the document leaves open: the answer is observed, and the form of a rejection is judged. */
export interface OpenRequest extends CaseDraft {
  readonly request: OperationRequest;
  /** The scheme of the valid credential; Bearer by default. */
  readonly scheme?: Scheme;
}

/** How many requests of a kind a quick run sends where nothing must be rejected. */
const openAtQuick = 2;

/** Sends each request once, or a few at quick effort; only form is judged, so there is nothing to repeat. */
export async function conductOpen(conductor: Conductor, requests: readonly OpenRequest[]): Promise<void> {
  await sendProbes(
    conductor,
    fewAtQuick(conductor, requests, openAtQuick).map(({ request, scheme, ...draft }) => ({
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

/** Creates a check of something the document leaves open, by changing a valid request. */
export type OpenCheck<T extends OpenBase> = (
  requirement: string,
  requests: (valid: T, conductor: Conductor) => readonly OpenRequest[],
) => Check;

/** Returns a function that creates the open checks of an operation. */
export function openCheckOf<T extends OpenBase>(
  operation: Operation,
  validOf: (conductor: Conductor) => T,
): OpenCheck<T> {
  return (requirement, requests) =>
    createCheck(operation, requirement, (conductor) => {
      const valid = validOf(conductor);
      const { facts } = valid;
      const all = requests(valid, conductor);
      return conductOpen(conductor, facts === undefined ? all : all.map((each) => ({ ...each, facts })));
    });
}

/** Checks of what is open about single fields, and about encoding and syntax of the body. */
export function claimedOpenChecks<T extends OpenBase>(
  stem: RequestStem,
  open: OpenCheck<T>,
  asFaulty: (violation: Violation, conductor: Conductor, part: string) => Faulty = fromViolation,
): Check[] {
  return [
    ...violationClaimants(stem, 'observed').map((id) =>
      open(id, ({ body }, conductor) =>
        violationsOf(stem, id, body, extentOf(conductor)).map((each, at) =>
          asFaulty(each, conductor, `${id}/${at}`),
        ),
      ),
    ),
    ...bodyClaimants(stem, 'observed').map((id) =>
      open(id, ({ body }, conductor) => bodiesOf(stem, id, body, extentOf(conductor)).map(fromRawBody)),
    ),
  ];
}

/** The same body with other media types, or with none. */
export function underContentTypes(
  request: OperationRequest,
  ...contentTypes: readonly (string | null)[]
): OpenRequest[] {
  return contentTypes.map((contentType) => ({
    kind: 'other-content-type',
    detail: contentType ?? 'absent',
    wrong: { pointer: '', keyword: 'content-type' },
    request: { ...request, contentType },
  }));
}
