import type { Draft } from '../answer.ts';
import type { Call } from '../call.ts';
import { composeSuccess as asJson } from '../compose.ts';
import {
  answering,
  conformantStages,
  decoding,
  performing,
  reading,
  ruling,
  verifying,
} from '../conformant-stages.ts';
import type { Operation } from '../operation.ts';
import { referenceOperations } from '../operations/operations.ts';
import type { Stage, Stages } from '../rows/stages.ts';
import type { Rule } from '../rules/rule.ts';
import type { HttpSettings } from '../server.ts';
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

const rules: Readonly<Partial<Record<Operation, readonly Rule[]>>> = {
  'generate-topology': [...tokenRules, ...generateRules],
  'execute-submission': [...tokenRules, ...executeRules],
  'list-users': [...tokenRules, ...listRules],
};

const performs: typeof referenceOperations = {
  ...referenceOperations,
  'execute-submission': {
    ...referenceOperations['execute-submission'],
    perform: ({ preparedTransaction, submissionId }, { ledger }) => {
      takeOff(ledger, preparedTransaction, submissionId);
      return {};
    },
  },
  'list-users': {
    ...referenceOperations['list-users'],
    perform: (request, { ledger }) => listUsers(request, ledger),
  },
};

/** What the known implementation, release line 3.5, does at each stage. */
export const cantonStages: Stages = {
  ...conformantStages,
  token: reading(readCredential),
  claims: verifying(verifyCredential),
  decode: decoding({ json: decodeJson, query: decodeQuery }),
  rules: () => undefined,
  meaning: ruling((operation) => rules[operation] ?? referenceOperations[operation].semantics),
  perform: performing((operation) => performs[operation].perform),
  answer: answering({
    success: composeSuccess,
    text: composeTextFailure,
    errorObject: composeErrorObject,
    isText: ({ structural = false }) => structural,
  }),
};

/** It first decodes, then checks the credential, then the meaning. */
export const cantonOrder: readonly Stage[] = [
  ...(['arrive', 'decode', 'token', 'claims'] as const),
  ...(['meaning', 'perform', 'answer', 'encode', 'send'] as const),
];

export const cantonHttp: HttpSettings = {
  bodyLimit: 8 * 1024 * 1024,
  ignoresContentType: true,
  auxiliaryEndpoints: [...ledgerEndpoints, ...partyEndpoints, ...userEndpoints],
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
