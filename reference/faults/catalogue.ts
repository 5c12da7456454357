import { submissionFields, topologyFields } from './acceptance/fields.ts';
import { malformedJson } from './acceptance/json.ts';
import { undecodableKeys, wrongKeys } from './acceptance/keys.ts';
import { foldedNames } from './acceptance/names.ts';
import { convertedSubmissionValues, submissionValues } from './acceptance/submission-values.ts';
import { convertedTopologyValues, topologyBodies, topologyValues } from './acceptance/topology-values.ts';
import { declared, showingOnly } from './circumstances/declared.ts';
import { clientFaults } from './clients/client-faults.ts';
import { admittedKindFaults } from './credentials/admitted-kinds.ts';
import { admittedTokenFaults } from './credentials/admitted-tokens.ts';
import { connectionFaults } from './credentials/connections.ts';
import { expiryFaults } from './credentials/expiry.ts';
import { forgedTokenFaults } from './credentials/forged-tokens.ts';
import { lenientTokenFaults } from './credentials/lenient-tokens.ts';
import { refusedSchemeFaults } from './credentials/refused-schemes.ts';
import { spellingFaults } from './credentials/spellings.ts';
import { acceptingStatusFaults } from './failure-form/accepting-status.ts';
import { errorBodyFaults } from './failure-form/error-bodies.ts';
import { errorFieldFaults } from './failure-form/error-fields.ts';
import { meaningFaults } from './failure-form/meanings.ts';
import { queryMeaningFaults } from './failure-form/query-meanings.ts';
import { textFailureFaults } from './failure-form/text-400.ts';
import { topologyMeaningFaults } from './failure-form/topology-meanings.ts';
import type { Fault } from './fault.ts';
import { concurrentFaults } from './hard/concurrent.ts';
import { lateFaults } from './hard/late.ts';
import { onlyThenFaults } from './hard/only-then.ts';
import { relatedTopologyFaults } from './hard/related-topology.ts';
import { shippedClientFaults } from './hard/shipped-clients.ts';
import { shippedConnectionFaults } from './hard/shipped-connections.ts';
import { shippedPageFaults } from './hard/shipped-pages.ts';
import { shippedTokenFaults } from './hard/shipped-tokens.ts';
import { shippedValueFaults } from './hard/shipped-values.ts';
import { someHintFaults } from './hard/some-hints.ts';
import { someKeyFaults } from './hard/some-keys.ts';
import { someSubmissionFaults } from './hard/some-submissions.ts';
import { someTopologyFaults } from './hard/some-topology.ts';
import { someUserFaults } from './hard/some-users.ts';
import { sometimesFaults } from './hard/sometimes.ts';
import { wholeRunFaults } from './hard/whole-run.ts';
import { fingerprintFaults } from './meaning/fingerprint.ts';
import { partyIdFaults } from './meaning/party-id.ts';
import { transactionFaults } from './meaning/transactions.ts';
import { keptSizeFaults } from './pages/kept-sizes.ts';
import { knownUserFaults } from './pages/known-users.ts';
import { longChainFaults } from './pages/long-chains.ts';
import { pageContentFaults } from './pages/page-content.ts';
import { pageSizeFaults } from './pages/page-size.ts';
import { pageTokenFaults } from './pages/page-tokens.ts';
import { sharedCursorFaults } from './pages/shared-cursor.ts';
import { tokenCircumstanceFaults } from './pages/token-circumstances.ts';
import { tokenEncodingFaults } from './pages/token-encoding.ts';
import { unsteadyFaults } from './pages/unsteady.ts';
import { refusedExecuteFaults } from './refusal/execute-submission.ts';
import { refusedGenerateFaults } from './refusal/generate-topology.ts';
import { refusedListFaults } from './refusal/list-users.ts';
import { ordinarySizeFaults } from './refusal/ordinary-size.ts';
import { executeSubmissionResponseFaults } from './response/execute-submission-body.ts';
import { topologyBodyFaults } from './response/generate-topology-body.ts';
import { topologyEntryFaults } from './response/generate-topology-entries.ts';
import { topologyFieldFaults } from './response/generate-topology-fields.ts';
import { listUsersResponseFaults } from './response/list-users-body.ts';
import { userFieldFaults } from './response/user-fields.ts';
import { connectionStateFaults } from './state/connections.ts';
import { listingStateFaults } from './state/listings.ts';
import { sharedHeaderFaults } from './state/shared-headers.ts';
import { sizeStateFaults } from './state/sizes.ts';
import { submissionStateFaults } from './state/submissions.ts';
import { topologyStateFaults } from './state/topology.ts';
import { spoiledFailureFaults } from './transport/spoiled-failures.ts';
import { spoiledOperationFaults } from './transport/spoiled-operations.ts';
import { spoiledOptionFaults } from './transport/spoiled-options.ts';
import { stoppingOperationFaults } from './transport/stopping-operations.ts';

/** Faults that occur in every response they concern, by what is wrong. */
const plainFaults: readonly Fault[] = [
  // Invalid requests that are accepted.
  ...topologyFields,
  ...topologyValues,
  ...wrongKeys,
  ...topologyBodies,
  ...undecodableKeys,
  ...submissionFields,
  ...submissionValues,
  ...malformedJson,
  ...convertedTopologyValues,
  ...convertedSubmissionValues,
  ...foldedNames,
  // Successes that differ from the documented form.
  ...topologyFieldFaults,
  ...topologyEntryFaults,
  ...topologyBodyFaults,
  ...executeSubmissionResponseFaults,
  ...listUsersResponseFaults,
  ...userFieldFaults,
  // Failures that differ from the documented form.
  ...textFailureFaults,
  ...errorFieldFaults,
  ...errorBodyFaults,
  ...acceptingStatusFaults,
  // Credentials.
  ...showingOnly('scheme', admittedKindFaults),
  ...admittedTokenFaults,
  ...refusedSchemeFaults,
  ...lenientTokenFaults,
  ...forgedTokenFaults,
  ...expiryFaults,
  ...connectionFaults,
  // The meaning of responses.
  ...partyIdFaults,
  ...fingerprintFaults,
  ...transactionFaults,
  // Pages.
  ...pageSizeFaults,
  ...pageContentFaults,
  ...pageTokenFaults,
  ...sharedCursorFaults,
  ...unsteadyFaults,
  ...tokenCircumstanceFaults,
  ...tokenEncodingFaults,
  ...keptSizeFaults,
  ...longChainFaults,
  ...knownUserFaults,
  // Valid requests that are rejected.
  ...refusedGenerateFaults,
  ...refusedExecuteFaults,
  ...refusedListFaults,
  ...showingOnly('value', ordinarySizeFaults),
  // Responses that cannot be read.
  ...spoiledOperationFaults,
  ...spoiledOptionFaults,
  ...stoppingOperationFaults,
  ...spoiledFailureFaults,
  // Responses that are wrong for some inputs.
  ...someTopologyFaults,
  ...someSubmissionFaults,
  ...someUserFaults,
  ...relatedTopologyFaults,
  ...showingOnly('key-type', someKeyFaults),
  ...showingOnly('value', someHintFaults),
  ...wholeRunFaults,
];

/** Every fault that the suite must condemn. */
export const faults: readonly Fault[] = declared([
  ...plainFaults,
  ...sometimesFaults(plainFaults),
  ...lateFaults(plainFaults),
  ...onlyThenFaults(plainFaults),
  ...concurrentFaults,
  ...showingOnly('client', clientFaults),
  ...showingOnly('value', meaningFaults),
  ...showingOnly('value', topologyMeaningFaults),
  ...showingOnly('value', queryMeaningFaults),
  ...showingOnly('scheme', spellingFaults),
  // What was sent before, on whichever connection.
  ...showingOnly('state', submissionStateFaults),
  ...showingOnly('state', topologyStateFaults),
  ...showingOnly('state', listingStateFaults),
  ...showingOnly('connection', connectionStateFaults),
  ...showingOnly('client', sharedHeaderFaults),
  ...showingOnly('value', sizeStateFaults),
  // What teams ship: each shows in some circumstances alone.
  ...shippedClientFaults,
  ...shippedConnectionFaults,
  ...shippedTokenFaults,
  ...shippedValueFaults,
  ...shippedPageFaults,
]);
