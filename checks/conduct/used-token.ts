import { definitionOf } from '../../operations/operations.ts';
import { claimantOfKind } from '../../requirements/claims.ts';
import type { CaseKind } from '../../session/case-text.ts';
import type { Check } from '../../session/check.ts';
import { createConductor } from '../../session/create-conductor.ts';
import { plainRequest } from '../../session/plain-request.ts';
import type { Session } from '../../session/session.ts';
import { present, presentText, type Scheme } from '../../wire/credential.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { allChecks } from '../checks.ts';

/** The time, and how to let it pass; tests have their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** A token that was used while it was valid, and the answers that it got. */
export interface UsedToken {
  readonly token: string;
  /** When it must be rejected, whatever the leeway, in milliseconds since 1970 (ruling 32). */
  readonly refusedFrom: number;
  readonly uses: readonly Use[];
}

/** One request with the token, which is sent again after the end of the token. */
interface Use {
  readonly check: Check;
  readonly scheme: Scheme;
  readonly exchange: Exchange | undefined;
}

/** Two minutes, as ruling 19 has it: a token that lives shorter could have expired by the target's clock. */
const lifetimeSeconds = 120;

/** Five minutes of leeway (ruling 32), and a little more for rounding. */
const leewayMs = 310_000;

/** How much a clock that is not known may differ (ruling 41). */
const skewMs = 300_000;

/** The checks of expired tokens, one for each operation. */
export const expiryChecks: readonly Check[] = allChecks.filter(
  ({ requirement }) => requirement === claimantOfKind('expired'),
);

const context = 'used-before-its-end';

/** Whether a case, by its id, belongs to the use of a token before and after it expires; it belongs to no check's own cases. */
export function isOfUsedToken(caseId: string): boolean {
  return caseId.includes(`/${context}-`);
}

/** Whether such a case comes after the end of the token. */
export function isAfterItsEnd(caseId: string): boolean {
  return isOfUsedToken(caseId) && caseId.endsWith('-2');
}

/**
 * Uses a new token on the operations of these checks, under each scheme that the target accepts: a target may remember it as
 * accepted. Without a key, it is that of the run, if it ends soon. Undefined if there is neither.
 */
export async function useToken(session: Session, checks: readonly Check[]): Promise<UsedToken | undefined> {
  const { endsSoon } = session.facts;
  const token =
    (await session.tokens.fresh(lifetimeSeconds)) ??
    (endsSoon === true ? await session.tokens.current() : undefined);
  const ends = token === undefined ? undefined : session.tokens.endOf(presentText('bearer', token));
  if (token === undefined || ends === undefined) return undefined;
  const { apiKeyForm, bearerWorks, clockAhead } = session.facts;
  const schemes: Scheme[] = [
    ...(bearerWorks ? (['bearer'] as const) : []),
    ...(apiKeyForm === null ? [] : (['api-key'] as const)),
  ];
  const uses: Use[] = [];
  for (const check of checks)
    for (const scheme of schemes)
      uses.push({ check, scheme, exchange: await use(session, { check, scheme }, token) });
  const unknownMs = clockAhead === null ? skewMs : 0;
  return { token, refusedFrom: ends + leewayMs + unknownMs, uses };
}

/** Uses the token again, more than five minutes after it has expired: it must be rejected on every operation. */
export async function useTokenAgain(session: Session, { token, uses }: UsedToken): Promise<void> {
  session.tokens.keepSecret(token);
  for (const each of uses) await use(session, each, token, each.exchange);
}

/**
 * One request with the token. Execute gets a body that the suite makes up, since a configured one may be usable only once.
 * @param control the answer of the same request while the token was valid; it is then expired
 */
async function use(
  session: Session,
  { check, scheme }: Pick<Use, 'check' | 'scheme'>,
  token: string,
  control?: Exchange,
): Promise<Exchange | undefined> {
  const { operation } = check;
  const nothing = (): void => undefined;
  const conductor = createConductor(session, check, {
    onCase: nothing,
    notExercised: nothing,
    giveUp: nothing,
  });
  const isAgain = control !== undefined;
  const { synchronizer } = session.facts;
  const isMadeUp = definitionOf(operation).validControl === 'last' || synchronizer === null;
  const kind: CaseKind = {
    kind: 'token',
    detail: isAgain ? 'after-its-end' : 'before-its-end',
    context: [scheme, context],
  };
  const made = isMadeUp ? { facts: { body: 'placeholder' } } : {};
  const asValid = { as: scheme === 'bearer' ? 'AUTH-BEARER' : 'AUTH-APIKEY' };
  const open = { as: 'HTTP-OPEN-INVALID', wrong: { pointer: '', keyword: 'open' } };
  const early = definitionOf(operation).validControl === 'last' ? open : asValid;
  const headers = present(scheme, token, session.facts.apiKeyForm ?? 'jwt.token.');
  let sent: Exchange | undefined;
  await conductor.inCase(
    {
      ...kind,
      ...made,
      ...(isAgain ? { credential: 'expired' } : early),
      number: `${context}-${scheme}-${isAgain ? 2 : 1}`,
    },
    async (builder) => {
      if (control !== undefined) builder.include('control', control);
      const request = plainRequest(operation, synchronizer, conductor.identity(context, scheme));
      sent = await builder.send('probe', request, headers);
    },
  );
  return sent;
}
