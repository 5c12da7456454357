import type { Call } from '../../call.ts';
import type { Operation } from '../../operation.ts';
import type { Change, Fault } from '../fault.ts';
import { quotes } from '../quotes.ts';
import { seenByValid } from '../valid-requests.ts';
import { type PresentedScheme, schemeOf } from './presented.ts';

const all: readonly Operation[] = ['generate-topology', 'execute-submission', 'list-users'];
const bearerQuote =
  '| httpAuth | HTTP bearer | Authorization header, value is the word Bearer, a space and <ACCESS_TOKEN> |';

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

function refusedScheme(operation: Operation, scheme: PresentedScheme): Fault {
  const isBearer = scheme === 'bearer';
  return {
    id: `${operation}-refuses-valid-${scheme}`,
    title: `A valid token ${isBearer ? 'as bearer' : 'in Sec-WebSocket-Protocol'} is rejected by ${operation}.`,
    operations: [operation],
    requirements: isBearer ? seenByValid(operation, ['AUTH-BEARER']) : ['AUTH-APIKEY'],
    quote: isBearer ? bearerQuote : quotes.bothSchemes,
    when: 'always',
    apply: refuse((call) => call.operation === operation && schemeOf(call) === scheme),
  };
}

function apiKeyForm({ headers }: Call): 'bare' | 'marked' | undefined {
  const protocols = headers.authorization === undefined ? headers['sec-websocket-protocol'] : undefined;
  if (protocols === undefined) return undefined;
  return protocols.includes('jwt.token.') ? 'marked' : 'bare';
}

/** Valid credentials that are rejected under one scheme (rulings 20 and 21). */
export const refusedSchemeFaults: readonly Fault[] = [
  ...all.flatMap((operation) => [refusedScheme(operation, 'bearer'), refusedScheme(operation, 'api-key')]),
  {
    id: 'bearer-refused-everywhere',
    title: 'A valid token as bearer is rejected by every operation.',
    operations: all,
    requirements: ['AUTH-BEARER'],
    quote: bearerQuote,
    when: 'always',
    apply: refuse((call) => schemeOf(call) === 'bearer'),
  },
  {
    id: 'api-key-refused-everywhere',
    title: 'A valid token in Sec-WebSocket-Protocol is rejected by every operation.',
    operations: all,
    requirements: ['AUTH-APIKEY'],
    quote: quotes.bothSchemes,
    when: 'always',
    apply: refuse((call) => schemeOf(call) === 'api-key'),
  },
  {
    id: 'api-key-form-differs-by-operation',
    title:
      'In Sec-WebSocket-Protocol, list-users accepts only the bare token, the others only the marked one.',
    operations: all,
    requirements: ['AUTH-APIKEY'],
    quote: quotes.bothSchemes,
    when: 'always',
    apply: refuse((call) => {
      const form = apiKeyForm(call);
      return form !== undefined && (form === 'bare') !== (call.operation === 'list-users');
    }),
  },
];
