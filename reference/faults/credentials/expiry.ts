import { jwtVerify } from 'jose';
import { operationStems } from '../../../schemas/openapi.ts';
import type { Claims } from '../../call.ts';
import type { Change, Fault } from '../fault.ts';
import { breaking, faultOf } from '../fault-row.ts';

/** A time before 1970, in seconds, and more than any token is old. */
const anyTime = Number.MAX_SAFE_INTEGER;

/** A server that finds the expiry of a rejected token in another way; undefined means that it does not expire. */
function expiryAs(expiryIn: (payload: string, claims: Claims) => number | undefined): Change {
  return (behaviour, { ledger: { trust }, fire }) => ({
    ...behaviour,
    verifyCredential: async (token, call) => {
      const claims = await behaviour.verifyCredential(token, call);
      if (claims !== undefined || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return claims;
      const settings = { algorithms: [trust.algorithm], clockTolerance: anyTime };
      const verified = await jwtVerify(token, trust.verificationKey, settings).catch(() => undefined);
      if (verified === undefined) return undefined;
      const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
      const expiry = expiryIn(payload, verified.payload);
      if (expiry !== undefined && expiry <= Date.now() / 1000) return undefined;
      fire();
      return verified.payload;
    },
  });
}

function numbersOf(name: RegExp, payload: string): number[] {
  const pattern = new RegExp(`"${name.source}":(-?[0-9.eE+]+)`, name.flags);
  return [...payload.matchAll(pattern)].map(([, digits]) => Number(digits));
}

/** Expired tokens that count as valid because of what else they claim, or for too long (ruling 32). */
const rows = breaking(['AUTH-EXPIRED'], {
  'expiry-in-other-case-wins': ['A claim EXP behind exp takes its place.', expiryAs((payload) => numbersOf(/exp/gi, payload).at(-1))],
  'first-of-two-expiries-wins': ['Of two claims exp, the first one counts.', expiryAs((payload) => numbersOf(/exp/g, payload)[0])],
  'expiry-with-fraction-ignored': ['An exp with a fraction is ignored.', expiryAs((_, { exp = 0 }) => (Number.isInteger(exp) ? exp : undefined))],
  'expiry-below-zero-ignored': ['An exp below zero is ignored.', expiryAs((_, { exp = 0 }) => (exp < 0 ? undefined : exp))],
  'expiry-with-exponent-ignored': ['An exp with an exponent is ignored.', expiryAs((payload, { exp }) => (/"exp":[0-9.]+e/i.test(payload) ? undefined : exp))],
  'leeway-of-an-hour': ['A token is accepted for an hour after its expiry.', expiryAs((_, { exp = 0 }) => exp + 3_600)],
  'leeway-of-ten-minutes': ['A token is accepted for ten minutes after its expiry.', expiryAs((_, { exp = 0 }) => exp + 600)],
  'leeway-of-a-quarter': ['A token is accepted for a quarter of an hour after its expiry.', expiryAs((_, { exp = 0 }) => exp + 900)],
});

export const expiryFaults: readonly Fault[] = rows.map((row) => faultOf(operationStems, row));
