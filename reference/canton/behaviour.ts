import type { Draft } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { Call } from '../call.ts';
import { composeSuccess as asJson } from '../compose.ts';
import { conformantBehaviour } from '../conformant-behaviour.ts';
import { ofEach } from '../operation.ts';
import { ledgerEndpoints } from './auxiliary/ledger.ts';
import { partyEndpoints } from './auxiliary/parties.ts';
import { userEndpoints } from './auxiliary/users.ts';
import { readCredential, verifyCredential } from './credentials.ts';
import { decodeJson, decodeQuery } from './decode.ts';
import { composeErrorObject, composeTextFailure } from './errors.ts';
import { executeRules } from './execute-rules.ts';
import { generateRules } from './generate-rules.ts';
import { takeOff } from './in-flight.ts';
import { listUsers } from './list-users.ts';
import { listRules, tokenRules } from './user-rules.ts';

/** The known implementation, release line 3.5: it first decodes, then checks the credential, then the meaning. */
export const cantonBehaviour: Behaviour = {
  ...conformantBehaviour,
  bodyLimit: 8 * 1024 * 1024,
  ignoresContentType: true,
  order: ['decode', 'authenticate', 'semantics'],
  auxiliaryEndpoints: [...ledgerEndpoints, ...partyEndpoints, ...userEndpoints],
  readCredential,
  verifyCredential,
  decodeJson,
  decodeQuery,
  structure: ofEach(() => []),
  semantics: {
    ...conformantBehaviour.semantics,
    'generate-topology': [...tokenRules, ...generateRules],
    'execute-submission': [...tokenRules, ...executeRules],
    'list-users': [...tokenRules, ...listRules],
  },
  perform: {
    ...conformantBehaviour.perform,
    'execute-submission': ({ preparedTransaction, submissionId }, { ledger }) => {
      takeOff(ledger, preparedTransaction, submissionId);
      return {};
    },
    'list-users': (request, { ledger }) => listUsers(request, ledger),
  },
  chooseForm: ({ structural }) => (structural ? 'text' : 'error-object'),
  composeSuccess,
  composeTextFailure,
  composeErrorObject,
};

/** JSON, or nothing if the request has no body. */
function composeSuccess(result: unknown, call: Call): Draft {
  const { accept, 'accept-charset': charset = '*' } = call.headers;
  const takesUtf8 = /(^|,)\s*(utf-?8|\*)\s*(;|,|$)/i.test([charset].flat().join());
  if (takesUtf8 && (accept === undefined || takesJson(accept))) return asJson(result);
  return { status: 406, headers: {}, content: { kind: 'text', text: '' } };
}

/** JSON is excluded only by a well-formed other media range; weights are ignored. */
function takesJson(accept: string): boolean {
  const ranges = accept.split(',').map((each) => each.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  return ranges.some((range) => !range.includes('/') || /^(\*\/\*|application\/(\*|json))$/.test(range));
}
