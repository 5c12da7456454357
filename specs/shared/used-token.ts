import type { JudgedCheck, Run } from '../../engine/check.ts';
import { createRun } from '../../engine/create-run.ts';
import { liveCases } from '../../engine/live-cases.ts';
import { namedChecks } from '../../engine/named-checks.ts';
import { plainRequest } from '../../engine/plain-request.ts';
import { type Driven, drive } from '../../engine/play.ts';
import { isOfUsedToken, ofUsedToken, type Session } from '../../engine/session.ts';
import { judgeAnswers } from '../../judges/answers/judge-answers.ts';
import { definitionOf } from '../../operations/operations.ts';
import { requirementForKind } from '../../requirements/requirement-for.ts';
import { presentText, type Scheme } from '../../wire/credential.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { headersUnder } from './wrong-credentials.ts';

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
  readonly check: JudgedCheck;
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
export const expiryChecks: readonly JudgedCheck[] = namedChecks
  .filter(({ requirement }) => requirement === requirementForKind('expired'))
  .map((named) => ({ ...named, version: 1, judge: judgeAnswers }));

/** Whether a case of a used token comes after the end of the token. */
export function isAfterItsEnd(caseId: string): boolean {
  return isOfUsedToken(caseId) && caseId.endsWith('-2');
}

/**
 * Uses a new token on the operations of these checks, under each scheme that the target accepts: a target may remember it as
 * accepted. Without a key, it is that of the run, if it ends soon. Undefined if there is neither.
 */
export async function useToken(
  session: UsingSession,
  checks: readonly JudgedCheck[],
  runOf: RunOf,
): Promise<UsedToken | undefined> {
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
      uses.push({ check, scheme, exchange: await use(session, { check, scheme }, { token, runOf }) });
  const unknownMs = clockAhead === null ? skewMs : 0;
  return { token, refusedFrom: ends + leewayMs + unknownMs, uses };
}

/** Uses the token again, more than five minutes after it has expired: it must be rejected on every operation. */
export async function useTokenAgain(
  session: UsingSession,
  { token, uses }: UsedToken,
  runOf: RunOf,
): Promise<void> {
  session.tokens.keepSecret(token);
  for (const each of uses) await use(session, each, { token, runOf }, each.exchange);
}

/** What using a token needs of a session. */
type UsingSession = Driven & Pick<Session, 'facts' | 'tokens'>;

/** The run of a check whose operation the token is used on. */
type RunOf = (check: JudgedCheck) => Run;

/** Sends the requests, and judges them. */
export function liveRuns(session: Session): RunOf {
  return (check) => createRun(liveCases(session, check), check);
}

/**
 * One request with the token. Execute gets a body that the suite makes up, since a configured one may be usable only once.
 * @param control the answer of the same request while the token was valid; it is then expired
 */
async function use(
  session: UsingSession,
  { check, scheme }: Pick<Use, 'check' | 'scheme'>,
  { token, runOf }: { readonly token: string; readonly runOf: RunOf },
  control?: Exchange,
): Promise<Exchange | undefined> {
  const { operation } = check;
  const run = runOf(check);
  const isAgain = control !== undefined;
  const { synchronizer } = session.facts;
  const isLast = definitionOf(operation).validControl === 'last';
  const made = isLast || synchronizer === null ? { facts: { body: 'placeholder' } } : {};
  const asValid = { as: scheme === 'bearer' ? 'AUTH-BEARER' : 'AUTH-APIKEY' };
  const open = { as: 'HTTP-OPEN-INVALID', wrong: { pointer: '', keyword: 'open' } };
  const early = isLast ? open : asValid;
  const request = plainRequest(operation, { synchronizer, identity: run.identity(ofUsedToken, scheme) });
  const steps = run.send({
    kind: 'token',
    detail: isAgain ? 'after-its-end' : 'before-its-end',
    context: [scheme, ofUsedToken],
    ...made,
    ...(isAgain ? { credential: 'expired' } : early),
    number: `${ofUsedToken}-${scheme}-${isAgain ? 2 : 1}`,
    control,
    request: { ...request, credential: headersUnder(session, scheme, token) },
  });
  return drive(session, steps);
}
