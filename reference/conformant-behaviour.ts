import { encode } from './answer.ts';
import type { Behaviour } from './behaviour.ts';
import type { Call } from './call.ts';
import { composeErrorObject, composeSuccess, composeTextFailure } from './compose.ts';
import { readCredential } from './credentials/read-credential.ts';
import { verifyCredential } from './credentials/verify-credential.ts';
import { decodeJson, decodeQuery } from './decode.ts';
import { deliver } from './deliver.ts';
import { executeSubmission } from './operations/execute-submission.ts';
import { generateTopology } from './operations/generate-topology.ts';
import { listUsers } from './operations/list-users.ts';
import type { Refusal } from './refusal.ts';
import { executeSubmissionSemantics } from './rules/execute-submission.semantics.ts';
import { executeSubmissionStructure } from './rules/execute-submission.structure.ts';
import { generateTopologySemantics } from './rules/generate-topology.semantics.ts';
import { generateTopologyStructure } from './rules/generate-topology.structure.ts';
import { listUsersStructure } from './rules/list-users.structure.ts';

/** The behaviour that interface.md asks for, as rulings.md reads it. */
export const conformantBehaviour: Behaviour = {
  order: ['authenticate', 'decode', 'structure', 'semantics'],
  readCredential,
  verifyCredential,
  decodeJson,
  decodeQuery,
  structure: {
    'generate-topology': generateTopologyStructure,
    'execute-submission': executeSubmissionStructure,
    'list-users': listUsersStructure,
  },
  semantics: {
    'generate-topology': generateTopologySemantics,
    'execute-submission': executeSubmissionSemantics,
    'list-users': [],
  },
  perform: {
    'generate-topology': (request, { ledger }) => generateTopology(request, ledger),
    'execute-submission': (request, { ledger }) => executeSubmission(request, ledger),
    'list-users': (request, { ledger }) => listUsers(request, ledger),
  },
  chooseForm,
  composeSuccess,
  composeTextFailure,
  composeErrorObject,
  encode,
  deliver,
};

/** "Status 400 with a text/plain string body" belongs to invalid bodies of generate-topology and to nothing else. */
function chooseForm(refusal: Refusal, call: Call): 'text' | 'error-object' {
  return call.operation === 'generate-topology' && refusal.structural ? 'text' : 'error-object';
}
