import { operationStems } from '../../../schemas/openapi.ts';
import type { Call } from '../../call.ts';
import type { Operation } from '../../operation.ts';
import { changeStage } from '../change-stage.ts';
import { admit } from '../credentials/admit.ts';
import { schemeOf } from '../credentials/presented.ts';
import type { Change, Fault } from '../fault.ts';
import { breaking, faultOf, faultsOf } from '../fault-row.ts';
import { limitTo } from '../limit-to.ts';
import { isSuccess } from '../transport/spoil-delivery.ts';

/** A user has one session: with a token that is new, those before it end. */
const oneSession: Change = (behaviour, { fire }) => {
  const known = new Set<string>();
  let latest = '';
  return {
    ...behaviour,
    verifyCredential: async (token, call) => {
      const claims = await behaviour.verifyCredential(token, call);
      if (claims === undefined || token === latest) return claims;
      if (!known.has(token)) {
        known.add(token);
        latest = token;
        return claims;
      }
      fire();
      return undefined;
    },
  };
};

/** A pattern for tokens in the header that has letters, digits, underscores and full stops. */
const tokenOfWords: Change = (behaviour, { fire }) => ({
  ...behaviour,
  verifyCredential: async (token, call) => {
    const claims = await behaviour.verifyCredential(token, call);
    if (claims === undefined || schemeOf(call) !== 'api-key' || !token.includes('-')) return claims;
    fire();
    return undefined;
  },
});

/** Any credential where a condition holds. */
function anybody(operation: Operation, isMeant: (call: Call) => boolean): Change {
  return limitTo(
    admit((_kind, call) => call.operation === operation),
    () => isMeant,
  );
}

/** How long a listing is kept by the cache in front, in milliseconds. */
const keptMs = 1_000;

/** A cache in front of the service returns what it has, whoever requests it. */
const cacheInFront: Change = (behaviour, { ledger, fire }) => {
  const kept = new Map<string, number>();
  const filled = changeStage('encode', (encode) => async (draft, call) => {
    const answer = await encode(draft, call);
    const now = performance.now();
    if (call.operation === 'list-users' && isSuccess(answer) && now - (kept.get(call.target) ?? Number.NEGATIVE_INFINITY) > keptMs) kept.set(call.target, now);
    return answer;
  })(behaviour, { ledger, fire, random: () => 0 });
  return {
    ...filled,
    readCredential: (call) => behaviour.readCredential(call) ?? (call.operation === 'list-users' ? '' : undefined),
    verifyCredential: async (token, call) => {
      const claims = await behaviour.verifyCredential(token, call);
      const since = call.operation === 'list-users' ? kept.get(call.target) : undefined;
      if (claims !== undefined || since === undefined || performance.now() - since > keptMs) return claims;
      fire();
      return { sub: ledger.userId };
    },
  };
};

const wrong = [
  'AUTH-REQUIRED',
  'AUTH-EMPTY',
  'AUTH-NOT-JWT',
  'AUTH-SIGNATURE-ALTERED',
  'AUTH-SIGNATURE-MISSING',
  'AUTH-ALG-NONE',
  'AUTH-OTHER-SECRET',
  'AUTH-PAYLOAD-CHANGED',
  'AUTH-EXPIRED',
  'AUTH-STAYS-WRONG',
  'AUTH-TOKEN-EXACT',
];

/** Valid tokens beside other valid ones, and wrong ones in other circumstances than usual. */
export const shippedTokenFaults: readonly Fault[] = [
  ...breaking(['AUTH-STAYS-VALID', 'AUTH-BEARER', 'AUTH-APIKEY', 'GT-SUCCESS', 'EX-SUCCESS', 'LU-SUCCESS'], {
    'newer-token-ends-the-older-one': ['A valid token is rejected once a newer one of the same user was accepted.', oneSession],
  }).map((row) => faultOf(operationStems, row)),
  ...breaking(['AUTH-APIKEY'], {
    'api-key-with-hyphen-is-rejected': ['A valid token that has a hyphen is rejected in Sec-WebSocket-Protocol.', tokenOfWords],
  }).map((row) => faultOf(operationStems, row)),
  ...faultsOf(
    'generate-topology',
    breaking(wrong, {
      'admits-anybody-behind-the-name-of-the-protocol': [
        'A wrong token in Sec-WebSocket-Protocol is accepted where daml.ws.auth comes before it.',
        anybody('generate-topology', ({ headers }) => /^daml\.ws\.auth *,/.test(headers['sec-websocket-protocol'] ?? '')),
      ],
    }),
  ),
  ...faultsOf(
    'execute-submission',
    breaking(wrong, {
      'admits-anybody-with-a-chunked-body': [
        'A wrong credential is accepted with a chunked body.',
        anybody('execute-submission', ({ headers }) => headers['transfer-encoding'] !== undefined),
      ],
    }),
  ),
  ...faultsOf(
    'list-users',
    breaking(wrong, {
      'listing-from-a-cache-needs-no-token': ['A listing of the last second is returned from a cache, whatever the credential.', cacheInFront],
    }),
  ),
];
