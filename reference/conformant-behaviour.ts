import { encode } from './answer.ts';
import type { Behaviour, Perform } from './behaviour.ts';
import type { Call } from './call.ts';
import { composeErrorObject, composeSuccess, composeTextFailure } from './compose.ts';
import { readCredential } from './credentials/read-credential.ts';
import { verifyCredential } from './credentials/verify-credential.ts';
import { decodeJson, decodeQuery } from './decode.ts';
import { deliver } from './deliver.ts';
import { ofEach } from './operation.ts';
import { referenceOperations } from './operations/operations.ts';
import type { Refusal } from './refusal.ts';

/** The behaviour required by interface.md, as read by rulings.md. */
export const conformantBehaviour: Behaviour = {
  order: ['authenticate', 'decode', 'structure', 'semantics'],
  readCredential,
  verifyCredential,
  decodeJson,
  decodeQuery,
  structure: ofEach((operation) => referenceOperations[operation].structure),
  semantics: ofEach((operation) => referenceOperations[operation].semantics),
  perform: ofEach((operation) => referenceOperations[operation].perform) as Perform,
  chooseForm,
  composeSuccess,
  composeTextFailure,
  composeErrorObject,
  encode,
  deliver,
};

/** The operation decides the form of a rejected invalid value; a request for no operation gets an error object. */
function chooseForm({ structural }: Refusal, { operation }: Call): 'text' | 'error-object' {
  return operation !== undefined && structural
    ? referenceOperations[operation].structuralFailure
    : 'error-object';
}
