import { missingTogether, submissionFields, topologyFields } from './acceptance/fields.ts';
import { malformedJson } from './acceptance/json.ts';
import { undecodableKeys, wrongKeys } from './acceptance/keys.ts';
import { foldedNames } from './acceptance/names.ts';
import { convertedSubmissionValues, submissionValues } from './acceptance/submission-values.ts';
import { convertedTopologyValues, topologyBodies, topologyValues } from './acceptance/topology-values.ts';
import { clientFaults } from './clients/clients.ts';
import { sharedHeaders } from './clients/shared-headers.ts';
import { concurrentFaults, crowdedFaults } from './concurrent.ts';
import { forgedTokens } from './credentials/forged.ts';
import { admittedKinds, refusedSchemes } from './credentials/kinds.ts';
import { admittedTokens, connectionTokens, expiredTokens, lenientTokens, spellings } from './credentials/tokens.ts';
import { derivedFaults } from './derived.ts';
import { acceptingStatuses, errorBodies, errorFields } from './failure-form/error-objects.ts';
import { queryMeanings } from './failure-form/query-meanings.ts';
import { submissionMeanings } from './failure-form/submission-meanings.ts';
import { textFailures } from './failure-form/text-400.ts';
import { topologyMeanings } from './failure-form/topology-meanings.ts';
import type { Fault } from './fault.ts';
import { alikeKeys, someKeys } from './meaning/some-keys.ts';
import { relatedTopology, relationsOfRun, someHints, someTopology } from './meaning/some-requests.ts';
import { fingerprints, partyIds, transactions } from './meaning/topology.ts';
import { knownUsers, longChains, pageContents, unsteadyPages } from './pages/page-content.ts';
import { keptSizes, pageSizes } from './pages/page-size.ts';
import { pageTokens, sharedCursors, tokenConditions, tokenEncodings } from './pages/page-tokens.ts';
import { bufferSizes, ordinarySizes } from './refusal/ordinary-size.ts';
import { refusedListings, refusedSubmissions, refusedTopology } from './refusal/refused.ts';
import { someSubmissions, someUsers } from './response/some-requests.ts';
import { submissionResponses } from './response/submission.ts';
import { topologyResponses } from './response/topology.ts';
import { pageResponses, userFields } from './response/users.ts';
import { shippedClients, shippedConnections, shippedPages, shippedTokens, shippedValues } from './shipped.ts';
import { connectionState } from './state/connections.ts';
import { listingState } from './state/listings.ts';
import { submissionState } from './state/submissions.ts';
import { topologyState } from './state/topology.ts';
import { showing } from './table.ts';
import { stoppingOperations, unreadableFailures, unreadableOptions, unreadableSuccesses } from './transport/unreadable.ts';

/** Faults by what is wrong; some of them also occur in some condition alone. */
const tables: readonly Fault[] = [
  // Invalid requests that are accepted.
  ...topologyFields,
  ...topologyValues,
  ...wrongKeys,
  ...topologyBodies,
  ...undecodableKeys,
  ...submissionFields,
  ...missingTogether,
  ...submissionValues,
  ...malformedJson,
  ...convertedTopologyValues,
  ...convertedSubmissionValues,
  ...foldedNames,
  // Successes that differ from the documented form.
  ...topologyResponses,
  ...submissionResponses,
  ...pageResponses,
  ...userFields,
  // Failures that differ from the documented form.
  ...textFailures,
  ...errorFields,
  ...errorBodies,
  ...acceptingStatuses,
  // Credentials.
  ...showing('scheme', admittedKinds),
  ...admittedTokens,
  ...refusedSchemes,
  ...lenientTokens,
  ...forgedTokens,
  ...expiredTokens,
  ...connectionTokens,
  // The meaning of responses.
  ...partyIds,
  ...fingerprints,
  ...transactions,
  // Pages.
  ...pageSizes,
  ...pageContents,
  ...pageTokens,
  ...sharedCursors,
  ...unsteadyPages,
  ...tokenConditions,
  ...tokenEncodings,
  ...keptSizes,
  ...longChains,
  ...knownUsers,
  // Valid requests that are rejected.
  ...refusedTopology,
  ...refusedSubmissions,
  ...refusedListings,
  ...ordinarySizes,
  // Responses that cannot be read.
  ...unreadableSuccesses,
  ...unreadableOptions,
  ...stoppingOperations,
  ...unreadableFailures,
  // Responses that are wrong for some inputs.
  ...someTopology,
  ...someSubmissions,
  ...someUsers,
  ...relatedTopology,
  ...someKeys,
  ...someHints,
  ...relationsOfRun,
];

/** Every fault that the suite must condemn. */
export const faults: readonly Fault[] = [
  ...tables,
  ...derivedFaults(tables),
  ...concurrentFaults,
  ...clientFaults,
  ...submissionMeanings,
  ...topologyMeanings,
  ...queryMeanings,
  ...spellings,
  // What was sent before, on whichever connection.
  ...submissionState,
  ...topologyState,
  ...listingState,
  ...connectionState,
  ...sharedHeaders,
  ...bufferSizes,
  // What teams ship: each shows in some conditions alone.
  ...shippedClients,
  ...shippedConnections,
  ...shippedTokens,
  ...shippedValues,
  ...shippedPages,
  ...crowdedFaults,
  ...alikeKeys,
];
