import { operationStems } from '../../../schemas/openapi.ts';
import type { Call, Claims } from '../../call.ts';
import type { Change, Fault } from '../fault.ts';
import { breaking, faultOf } from '../fault-row.ts';

/** What a server remembers of a connection: the last claims that it accepted, and whether it rejected the last token. */
interface Memory {
  claims?: Claims;
  wasRejected?: boolean;
}

/** A server that treats a token by what came before on its connection; undefined means as usual. */
function remember(decide: (memory: Memory, claims: Claims | undefined, call: Call) => { readonly claims: Claims | undefined } | undefined): Change {
  return (behaviour, { fire }) => {
    const connections = new WeakMap<object, Memory>();
    return {
      ...behaviour,
      readCredential: (call) => behaviour.readCredential(call) ?? '',
      verifyCredential: async (token, call) => {
        const memory = connections.get(call.connection) ?? {};
        connections.set(call.connection, memory);
        const claims = await behaviour.verifyCredential(token, call);
        const decided = decide({ ...memory }, claims, call);
        if (claims !== undefined) memory.claims = claims;
        memory.wasRejected = claims === undefined;
        if (decided === undefined) return claims;
        fire();
        return decided.claims;
      },
    };
  };
}

/** A server that remembers its decisions on a connection by the token in lower case. */
const byLowerCase: Change = (behaviour, { fire }) => {
  const connections = new WeakMap<object, Map<string, Claims | undefined>>();
  return {
    ...behaviour,
    verifyCredential: async (token, call) => {
      const decided = connections.get(call.connection) ?? new Map<string, Claims | undefined>();
      connections.set(call.connection, decided);
      const key = token.toLowerCase();
      const claims = await behaviour.verifyCredential(token, call);
      if (!decided.has(key)) decided.set(key, claims);
      const remembered = decided.get(key);
      if ((remembered === undefined) !== (claims === undefined)) fire();
      return remembered;
    },
  };
};

/** Credentials that count because of what was sent before on the same connection (ruling 33). */
const rows = [
  ...breaking(['AUTH-STAYS-WRONG'], {
    'connection-is-authenticated-once': [
      'Behind a valid token, every credential on the same connection is accepted.',
      remember(({ claims: before }, claims) => (claims === undefined && before !== undefined ? { claims: before } : undefined)),
    ],
    'no-credential-wanted-behind-valid-one': [
      'Behind a valid token, a request on the same connection needs no credential.',
      remember(({ claims: before }, claims, { headers }) => {
        const isBare = headers.authorization === undefined && headers['sec-websocket-protocol'] === undefined;
        return isBare && claims === undefined && before !== undefined ? { claims: before } : undefined;
      }),
    ],
  }),
  ...breaking(['AUTH-STAYS-VALID', 'GT-SUCCESS', 'EX-SUCCESS', 'LU-SUCCESS', 'AUTH-BEARER', 'AUTH-APIKEY'], {
    'valid-rejected-behind-wrong-one': [
      'A valid token behind a wrong one on the same connection is rejected.',
      remember(({ wasRejected }, claims) => (claims !== undefined && wasRejected === true ? { claims: undefined } : undefined)),
    ],
  }),
];

const cacheRows = breaking(['AUTH-STAYS-WRONG', 'AUTH-STAYS-VALID'], {
  'header-cache-ignores-letter-case': ['What was decided on a token counts on the same connection for the same token in other letter case.', byLowerCase],
});

export const connectionFaults: readonly Fault[] = [...rows, ...cacheRows].map((row) => faultOf(operationStems, row));
