import type { Call } from '../../call.ts';
import type { Operation } from '../../operation.ts';
import type { Change, Fault } from '../fault.ts';
import { faultsOf } from '../fault-row.ts';

const authorization = ({ headers }: Call): string => headers.authorization ?? '';
const hasBoth = (call: Call): boolean => authorization(call) !== '' && call.headers['sec-websocket-protocol'] !== undefined;

/** A server that verifies no credential of some requests of an operation. */
function unverified(operation: Operation, isMeant: (call: Call) => boolean): Change {
  return (behaviour, { ledger, fire }) => ({
    ...behaviour,
    readCredential: (call) => (call.operation === operation && isMeant(call) ? 'unverified' : behaviour.readCredential(call)),
    verifyCredential: async (token, call) => {
      if (token !== 'unverified') return behaviour.verifyCredential(token, call);
      fire();
      return { sub: ledger.userId };
    },
  });
}

/** A server that rejects valid tokens that end soon. */
function refusesSoon(operation: Operation, seconds: number): Change {
  return (behaviour, { fire }) => ({
    ...behaviour,
    verifyCredential: async (token, call) => {
      const claims = await behaviour.verifyCredential(token, call);
      if (call.operation !== operation || claims?.exp === undefined) return claims;
      if (claims.exp - Date.now() / 1_000 > seconds) return claims;
      fire();
      return undefined;
    },
  });
}

type Row = readonly [id: string, title: string, operation: Operation, requirement: string, change: (operation: Operation) => Change];

const when =
  (isMeant: (call: Call) => boolean) =>
  (operation: Operation): Change =>
    unverified(operation, isMeant);

const rows: readonly Row[] = [
  [
    'admits-basic',
    'Basic with any name and password is accepted.',
    'list-users',
    'AUTH-REQUIRED',
    when((call) => /^Basic /.test(authorization(call)) && !isJwtLike(call)),
  ],
  [
    'admits-lower-case-bearer',
    'Any token behind bearer in lower case is accepted.',
    'generate-topology',
    'AUTH-SIGNATURE-ALTERED',
    when((call) => authorization(call).startsWith('bearer ey')),
  ],
  [
    'admits-capital-bearer',
    'Any token behind BEARER is accepted.',
    'execute-submission',
    'AUTH-OTHER-SECRET',
    when((call) => authorization(call).startsWith('BEARER ey')),
  ],
  [
    'admits-token-scheme',
    'Any token behind the word Token is accepted.',
    'list-users',
    'AUTH-PAYLOAD-CHANGED',
    when((call) => authorization(call).startsWith('Token ')),
  ],
  ['admits-both-headers', 'A request with both headers is not verified.', 'execute-submission', 'AUTH-SIGNATURE-ALTERED', when(hasBoth)],
  [
    'refuses-tokens-in-their-last-minute',
    'A token is rejected in the last minute before its expiry.',
    'list-users',
    'AUTH-BEARER',
    (operation) => refusesSoon(operation, 60),
  ],
  [
    'refuses-tokens-in-their-last-half-minute',
    'A token is rejected in the last 30 seconds before its expiry.',
    'generate-topology',
    'AUTH-APIKEY',
    (operation) => refusesSoon(operation, 30),
  ],
];

function isJwtLike(call: Call): boolean {
  return /^Basic ey[^.]*\./.test(authorization(call));
}

/** Servers whose decision depends on how a credential is spelled, or on the remaining life of a token. */
export const spellingFaults: readonly Fault[] = rows.flatMap(([id, title, operation, requirement, change]) =>
  faultsOf(operation, [{ id, title, requirements: [requirement], apply: change(operation) }]),
);
