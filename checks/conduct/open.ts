import type { Violation } from '../../generators/violation.ts';
import type { RequestStem } from '../../generators/violations.ts';
import type { Facts } from '../../journal/record.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { CaseDraft } from '../../session/case-builder.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { OperationRequest } from '../../wire/wire.ts';
import { createCheck } from './check.ts';
import {
  bodiesOf,
  bodyClaimants,
  fromRawBody,
  fromViolation,
  violationClaimants,
  violationsOf,
} from './claimed-faults.ts';
import { sendProbes } from './probe.ts';
import type { Faulty } from './refusals.ts';

/** A request whose taking the document leaves open: what comes back is observed, the form of a refusal is judged. */
export interface OpenRequest extends CaseDraft {
  readonly request: OperationRequest;
}

/** Sends each once; there is nothing to repeat where nothing is judged but form. */
export async function conductOpen(conductor: Conductor, requests: readonly OpenRequest[]): Promise<void> {
  await sendProbes(
    conductor,
    requests.map(({ request, ...draft }) => ({ request, draft })),
  );
}

/** A valid request that open ones are made of, and what judges need to know of these. */
interface OpenBase {
  readonly body?: unknown;
  readonly facts?: Facts;
}

/** Makes a check of what the document leaves open, by changing a valid request. */
export type OpenCheck<T extends OpenBase> = (
  requirement: string,
  requests: (valid: T, conductor: Conductor) => readonly OpenRequest[],
) => Check;

/** How to make the checks of what is open on an operation. */
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

/** What is open about single fields, and about how the body is written. */
export function claimedOpenChecks<T extends OpenBase>(
  stem: RequestStem,
  open: OpenCheck<T>,
  asFaulty: (violation: Violation, conductor: Conductor, part: string) => Faulty = fromViolation,
): Check[] {
  return [
    ...violationClaimants(stem, 'observed').map((id) =>
      open(id, ({ body }, conductor) =>
        violationsOf(stem, id, body).map((each, at) => asFaulty(each, conductor, `${id}/${at}`)),
      ),
    ),
    ...bodyClaimants(stem, 'observed').map((id) =>
      open(id, ({ body }) => bodiesOf(stem, id, body).map(fromRawBody)),
    ),
  ];
}

/** The same body under other media types, or under none. */
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
