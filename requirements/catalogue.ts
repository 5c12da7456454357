import authentication from './authentication.json' with { type: 'json' };
import deduplicationPeriod from './deduplication-period.json' with { type: 'json' };
import endpoints from './endpoints.json' with { type: 'json' };
import errors from './errors.json' with { type: 'json' };
import events from './events.json' with { type: 'json' };
import executeSubmission from './execute-submission.json' with { type: 'json' };
import executeSubmissionRequest from './execute-submission-request.json' with { type: 'json' };
import executeSubmissionResponse from './execute-submission-response.json' with { type: 'json' };
import generateTopology from './generate-topology.json' with { type: 'json' };
import generateTopologyRequest from './generate-topology-request.json' with { type: 'json' };
import generateTopologyResponse from './generate-topology-response.json' with { type: 'json' };
import introduction from './introduction.json' with { type: 'json' };
import limits from './limits.json' with { type: 'json' };
import listUsers from './list-users.json' with { type: 'json' };
import listUsersResponse from './list-users-response.json' with { type: 'json' };
import { nearestIds } from './nearest-ids.ts';
import partySignatures from './party-signatures.json' with { type: 'json' };
import type { Need, Operation, Requirement } from './requirement.ts';
import signingPublicKey from './signing-public-key.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };
import user from './user.json' with { type: 'json' };
import versioning from './versioning.json' with { type: 'json' };
import whatTheServiceDoes from './what-the-service-does.json' with { type: 'json' };

interface SectionFile {
  readonly section: string;
  readonly requirements: readonly Omit<Requirement, 'section'>[];
}

/** In the order of interface.md, so that lists and reports read like it. */
const sections = [
  introduction,
  whatTheServiceDoes,
  generateTopologyRequest,
  signingPublicKey,
  generateTopologyResponse,
  executeSubmissionRequest,
  partySignatures,
  deduplicationPeriod,
  executeSubmissionResponse,
  user,
  listUsersResponse,
  states,
  endpoints,
  generateTopology,
  executeSubmission,
  listUsers,
  authentication,
  events,
  errors,
  limits,
  versioning,
] as readonly SectionFile[];

/** Every requirement of interface.md, the excluded ones too, in the order of the document. */
export const requirements: readonly Requirement[] = sections.flatMap(({ section, requirements: clauses }) =>
  clauses.map((clause) => ({ ...clause, section })),
);

const byId: ReadonlyMap<string, Requirement> = new Map(requirements.map((clause) => [clause.id, clause]));

/**
 * The requirement with this id.
 * @throws Error naming the nearest ids when there is none.
 */
export function requirement(id: string): Requirement {
  const found = byId.get(id);
  if (found === undefined) {
    const near = nearestIds(id, [...byId.keys()]).join(', ');
    throw new Error(
      `There is no requirement ${id} in requirements/; use one that is there, such as ${near}.`,
    );
  }
  return found;
}

/** What must be configured before this requirement can count as exercised on this operation. */
export function needsOf({ needs }: Requirement, operation: Operation): readonly Need[] {
  if (needs === undefined) return [];
  return isList(needs) ? needs : (needs[operation] ?? []);
}

function isList(needs: NonNullable<Requirement['needs']>): needs is readonly Need[] {
  return Array.isArray(needs);
}
