import { contentCodings, errorContents, failureStatuses, jsonNotations, mediaTypes, successForms } from './answers.ts';
import { clocks, credentialForms, tokenReadings } from './credentials.ts';
import { forClients, transports } from './http.ts';
import { keyEncodings } from './key-encodings.ts';
import { pages, pageTokens } from './listings.ts';
import { mixturesOf } from './mixtures.ts';
import { oddRequests, protocols } from './odd-requests.ts';
import { refusedRequests } from './refused-requests.ts';
import { jsonReadings, meanings, takenRequests } from './requests.ts';
import { submittedAgain } from './submissions.ts';
import { keyForms, partyNames, topologyEntries } from './topology.ts';
import { states, transientFailures } from './transient.ts';
import { userForms } from './users.ts';
import type { Variant } from './variant.ts';

const single: readonly Variant[] = [
  // The form of answers.
  ...successForms,
  ...jsonNotations,
  ...mediaTypes,
  // The meaning of generate-topology.
  ...partyNames,
  ...topologyEntries,
  ...keyForms,
  // Failures.
  ...errorContents,
  ...failureStatuses,
  // Which requests are accepted.
  ...takenRequests,
  ...meanings,
  ...jsonReadings,
  ...refusedRequests,
  ...keyEncodings,
  ...submittedAgain,
  ...clocks,
  ...credentialForms,
  ...tokenReadings,
  // Listing users.
  ...pages,
  ...pageTokens,
  ...userForms,
  // HTTP.
  ...transports,
  ...contentCodings,
  ...forClients,
  ...transientFailures,
  ...oddRequests,
  ...protocols,
  // What was sent before, on whichever connection.
  ...states,
];

/** Every variant that no check may condemn. */
export const variants: readonly Variant[] = [...single, ...mixturesOf(single)];
