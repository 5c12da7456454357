import { apiKey, bearer, isByApiKey, when } from '../../rows/conditions.ts';
import { admit, type CredentialKind, turnAway } from '../../rows/credentials.ts';
import { given } from '../../rows/engine.ts';
import type { Fault } from '../fault.ts';
import { valid, wrongCredentials } from '../requirements.ts';
import { EX, everywhere, faults, GT, LU } from '../table.ts';

const operations = [GT, EX, LU] as const;

/** The kinds of ruling 19 in its order, and what they are called. */
const kinds: readonly (readonly [kind: CredentialKind, name: string])[] = [
  ['missing', 'No credential'],
  ['empty', 'An empty credential'],
  ['not-a-jwt', 'A string that is no JWT'],
  ['alg-none', 'A JWT with alg none'],
  ['signature-missing', 'A JWT without its signature'],
  ['signature-altered', 'A JWT with an altered signature'],
  ['payload-changed', 'A JWT with a changed payload under an accepted signature'],
  ['other-secret', 'A JWT signed with another secret'],
  ['expired', 'An expired JWT'],
];

/** Each kind on each operation under each scheme. */
export const admittedKinds: readonly Fault[] = kinds.flatMap(([kind, name], index) => {
  const id = `admits-${kind === 'missing' ? 'no-credential' : kind}`;
  return operations.flatMap((operation) =>
    faults(operation, wrongCredentials[index] ?? '', {
      [`${id}-bearer`]: [`${name} as bearer is admitted by @.`, given(bearer, admit(kind))],
      [`${id}-api-key`]: [`${name} in Sec-WebSocket-Protocol is admitted by @.`, given(apiKey, admit(kind))],
    }),
  );
});

/** Valid credentials that are rejected under one scheme (rulings 20 and 21). */
export const refusedSchemes: readonly Fault[] = [
  ...operations.flatMap((operation) =>
    faults(operation, 'AUTH-APIKEY', {
      'refuses-valid-bearer': ['A valid token as bearer is rejected by @.', turnAway(), { under: bearer, breaks: valid(operation, 'AUTH-BEARER') }],
      'refuses-valid-api-key': ['A valid token in Sec-WebSocket-Protocol is rejected by @.', turnAway(), apiKey],
    }),
  ),
  ...faults(everywhere, ['AUTH-BEARER', 'AUTH-APIKEY'], {
    'payload-read-as-base64': [
      'A valid token whose payload has a hyphen or an underscore is rejected, because it is read as plain base64.',
      turnAway((_, call) => /[-_]/.test(call.token?.split('.')[1] ?? '')),
    ],
    'payload-wants-two-paddings': [
      'A valid token whose payload ends in a single byte is rejected.',
      turnAway((_, call) => (call.token?.split('.')[1] ?? '').length % 4 === 2),
    ],
    'claim-is-a-list': ['A valid token with a claim that is a list is rejected.', turnAway((claims) => Object.values(claims).some(Array.isArray))],
  }),
  ...faults(everywhere, 'AUTH-APIKEY', {
    'long-token-refused': ['A token above a kilobyte is rejected.', turnAway((_, { token = '' }) => token.length > 1_024), { breaks: 'AUTH-BEARER' }],
    'bearer-refused-everywhere': ['A valid token as bearer is rejected by every operation.', turnAway(), { under: bearer, breaks: 'AUTH-BEARER' }],
    'api-key-refused-everywhere': ['A valid token in Sec-WebSocket-Protocol is rejected by every operation.', turnAway(), apiKey],
    'api-key-form-differs-by-operation': [
      'In Sec-WebSocket-Protocol, list-users accepts only the bare token, the others only the marked one.',
      turnAway((_, call) => !call.headers['sec-websocket-protocol']?.includes('jwt.token.') !== (call.operation === LU)),
      when(isByApiKey),
    ],
  }),
];
