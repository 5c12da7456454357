import { clientVariants } from './clients.ts';
import { clockVariants } from './clocks.ts';
import { contentCodingVariants } from './content-codings.ts';
import { credentialVariants } from './credentials.ts';
import { errorContentVariants } from './error-content.ts';
import { failureStatusVariants } from './failure-statuses.ts';
import { jsonTextVariants } from './json-text.ts';
import { keyFormVariants } from './key-forms.ts';
import { mediaTypeVariants } from './media-types.ts';
import { oddHttpVariants } from './odd-http.ts';
import { pageTokenVariants } from './pages/page-tokens.ts';
import { pageVariants } from './pages/pages.ts';
import { userVariants } from './pages/users.ts';
import { partyNameVariants } from './party-names.ts';
import { protocolVariants } from './protocols.ts';
import { jsonReadingVariants } from './requests/json-readings.ts';
import { keyEncodingVariants } from './requests/key-encodings.ts';
import { meaningVariants } from './requests/meanings.ts';
import { ordinarySizeVariants } from './requests/ordinary-size.ts';
import { refusedRequestVariants } from './requests/refused-requests.ts';
import { submittedAgainVariants } from './requests/submitted-again.ts';
import { takenRequestVariants } from './requests/taken-requests.ts';
import { mixturesOf } from './several-differences.ts';
import { stateVariants } from './state.ts';
import { successFormVariants } from './success-form.ts';
import { tokenReadingVariants } from './token-readings.ts';
import { topologyEntryVariants } from './topology-entries.ts';
import { transientFailureVariants } from './transient-failures.ts';
import { transportVariants } from './transport.ts';
import type { Variant } from './variant.ts';

const single: readonly Variant[] = [
  // The form of responses.
  ...successFormVariants,
  ...jsonTextVariants,
  ...mediaTypeVariants,
  // The meaning of generate-topology.
  ...partyNameVariants,
  ...topologyEntryVariants,
  ...keyFormVariants,
  // Failures.
  ...errorContentVariants,
  ...failureStatusVariants,
  // Which requests are accepted.
  ...takenRequestVariants,
  ...meaningVariants,
  ...jsonReadingVariants,
  ...refusedRequestVariants,
  ...keyEncodingVariants,
  ...ordinarySizeVariants,
  ...submittedAgainVariants,
  ...clockVariants,
  ...credentialVariants,
  ...tokenReadingVariants,
  // Listing users.
  ...pageVariants,
  ...pageTokenVariants,
  ...userVariants,
  // HTTP.
  ...transportVariants,
  ...contentCodingVariants,
  ...clientVariants,
  ...transientFailureVariants,
  ...oddHttpVariants,
  ...protocolVariants,
  // What was sent before, on whichever connection.
  ...stateVariants,
];

/** Every variant that no check may condemn. */
export const variants: readonly Variant[] = [...single, ...mixturesOf(single)];
