import { operationStems } from '../../../schemas/openapi.ts';
import type { Call } from '../../call.ts';
import type { Change, Fault } from '../fault.ts';
import { faultOf, faultsOf } from '../fault-row.ts';
import { seenByValid } from '../valid-requests.ts';
import { schemeOf } from './presented.ts';

const schemes = {
  bearer: { where: 'as bearer', requirement: 'AUTH-BEARER' },
  'api-key': { where: 'in Sec-WebSocket-Protocol', requirement: 'AUTH-APIKEY' },
} as const;

/** A server that rejects valid credentials of some requests. */
function refuse(concerns: (call: Call) => boolean): Change {
  return (behaviour, context) => ({
    ...behaviour,
    verifyCredential: async (token, call) => {
      const claims = await behaviour.verifyCredential(token, call);
      if (claims === undefined || !concerns(call)) return claims;
      context.fire();
      return undefined;
    },
  });
}

function apiKeyForm({ headers }: Call): 'bare' | 'marked' | undefined {
  const protocols = headers.authorization === undefined ? headers['sec-websocket-protocol'] : undefined;
  if (protocols === undefined) return undefined;
  return protocols.includes('jwt.token.') ? 'marked' : 'bare';
}

/** Valid credentials that are rejected under one scheme (rulings 20 and 21). */
export const refusedSchemeFaults: readonly Fault[] = [
  ...operationStems.flatMap((operation) =>
    faultsOf(
      operation,
      Object.entries(schemes).map(([scheme, { where, requirement }]) => ({
        id: `refuses-valid-${scheme}`,
        title: `A valid token ${where} is rejected by ${operation}.`,
        requirements: scheme === 'bearer' ? seenByValid(operation, [requirement]) : [requirement],
        apply: refuse((call) => call.operation === operation && schemeOf(call) === scheme),
      })),
    ),
  ),
  ...Object.entries(schemes).map(([scheme, { where, requirement }]) =>
    faultOf(operationStems, {
      id: `${scheme}-refused-everywhere`,
      title: `A valid token ${where} is rejected by every operation.`,
      requirements: [requirement],
      apply: refuse((call) => schemeOf(call) === scheme),
    }),
  ),
  faultOf(operationStems, {
    id: 'api-key-form-differs-by-operation',
    title: 'In Sec-WebSocket-Protocol, list-users accepts only the bare token, the others only the marked one.',
    requirements: ['AUTH-APIKEY'],
    apply: refuse((call) => {
      const form = apiKeyForm(call);
      return form !== undefined && (form === 'bare') !== (call.operation === 'list-users');
    }),
  }),
];
