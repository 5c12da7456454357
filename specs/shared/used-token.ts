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

/** A token that was used while it was valid, and the answers that it got. */
export interface UsedToken {
  readonly token: string;
  /** Whether it was made for this, and so how long it lives is known. */
  readonly isMinted: boolean;
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

/**
 * How long the target rests before each further round of requests, in seconds: while the token is valid, and for as long as its
 * acceptance is open (ruling 32). A target may forget a token that nobody uses.
 */
const restSeconds = [5, 30, 30, 30, 60, 60, 60, 60, 60] as const;

/** The rounds behind which it is enough that the target rested, without a token to use. */
const roundsOfRest = 2;

/** A round of requests behind a rest. */
interface Round {
  readonly number: number;
  readonly seconds: number;
  readonly hasEnded: boolean;
}

/** The rounds between the first use and the last: all with a token that was made for this, and otherwise those of rest. */
export function roundsOf(used: UsedToken | undefined): readonly Round[] {
  return used?.isMinted === true ? everyRound : everyRound.slice(0, roundsOfRest);
}

/** Two minutes, as ruling 19 has it: a token that lives shorter could have expired by the target's clock. */
const lifetimeSeconds = 120;

export const everyRound = restSeconds.map((seconds, at): Round => {
  const passed = restSeconds.slice(0, at + 1).reduce((sum, each) => sum + each, 0);
  return { number: at + 1, seconds, hasEnded: passed >= lifetimeSeconds };
});

/** Five minutes of leeway (ruling 32), and a little more for rounding. */
const leewayMs = 310_000;

/** How much a clock that is not known may differ (ruling 41). */
const skewMs = 300_000;

/** The checks of expired tokens, one for each operation. */
export const expiryChecks: readonly JudgedCheck[] = namedChecks
  .filter(({ requirement }) => requirement === requirementForKind('expired'))
  .map((named) => ({ ...named, version: 1, judge: judgeAnswers }));

/** The round of a case of a used token; undefined for the first use and the last. */
export function roundNumberOf(caseId: string): number | undefined {
  const [, number] = /-(\d+)-\d+s$/.exec(caseId) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** Whether such a case comes after the end of the token. */
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
  const minted = await session.tokens.fresh(lifetimeSeconds);
  const token = minted ?? (endsSoon === true ? await session.tokens.current() : undefined);
  const ends = token === undefined ? undefined : session.tokens.endOf(presentText('bearer', token));
  if (token === undefined || ends === undefined) return undefined;
  const uses: Use[] = [];
  for (const each of everyWay(session, checks))
    uses.push({ ...each, exchange: await use(session, each, { token, runOf }) });
  const unknownMs = session.facts.clockAhead === null ? skewMs : 0;
  return { token, isMinted: minted !== undefined, refusedFrom: ends + leewayMs + unknownMs, uses };
}

function everyWay({ facts }: UsingSession, checks: readonly JudgedCheck[]): Omit<Use, 'exchange'>[] {
  const schemes: Scheme[] = [
    ...(facts.bearerWorks ? (['bearer'] as const) : []),
    ...(facts.apiKeyForm === null ? [] : (['api-key'] as const)),
  ];
  return checks.flatMap((check) => schemes.map((scheme) => ({ check, scheme })));
}

/**
 * The requests of a round, which are the first behind a rest of the target (ruling 39), each operation before the others in turn. With the
 * token, as long as it is valid or its acceptance is open; without one, with the credential of the run.
 */
export async function useBetween(
  session: UsingSession,
  round: Round,
  {
    checks,
    used,
    runOf,
  }: { readonly checks: readonly JudgedCheck[]; readonly used: UsedToken | undefined; readonly runOf: RunOf },
): Promise<void> {
  const token = used?.isMinted === true ? used.token : undefined;
  if (token !== undefined) session.tokens.keepSecret(token);
  const turn = round.number % Math.max(1, checks.length);
  const inTurn = [...checks.slice(turn), ...checks.slice(0, turn)];
  for (const each of everyWay(session, inTurn)) await use(session, each, { token, runOf, round });
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
  {
    token,
    runOf,
    round,
  }: { readonly token: string | undefined; readonly runOf: RunOf; readonly round?: Round },
  control?: Exchange,
): Promise<Exchange | undefined> {
  const { operation } = check;
  const run = runOf(check);
  const { synchronizer } = session.facts;
  const isLast = definitionOf(operation).validControl === 'last';
  const made = isLast || synchronizer === null ? { facts: { body: 'placeholder' } } : {};
  const asValid = { as: scheme === 'bearer' ? 'AUTH-BEARER' : 'AUTH-APIKEY' };
  const undecided = { as: 'HTTP-OPEN-INVALID', wrong: { pointer: '', keyword: 'open' } };
  const hasEnded = control === undefined ? round?.hasEnded : true;
  const part = round === undefined ? '' : `${round.number}-`;
  const moment = round === undefined ? (hasEnded ? 2 : 1) : `${round.seconds}s`;
  const request = plainRequest(operation, {
    synchronizer,
    identity: run.identity(ofUsedToken, scheme, ...(round === undefined ? [] : [part])),
  });
  const each = {
    kind: token === undefined ? 'after-a-rest' : 'token',
    ...(token === undefined ? {} : { detail: hasEnded ? 'after-its-end' : 'before-its-end' }),
    context: [scheme, ofUsedToken, ...(round === undefined ? [] : [`after-a-rest-of-${round.seconds}-s`])],
    ...made,
    ...credentialOf(),
    number: `${ofUsedToken}-${scheme}-${part}${moment}`,
    control,
  };
  const credential = token === undefined ? scheme : headersUnder(session, scheme, token);
  // A body that is made up may be rejected, but in the form of a failure.
  const role = round !== undefined && isLast && hasEnded !== true ? 'control' : 'probe';
  const steps = run.open(each, (open) => open.send(role, { ...request, credential }));
  return drive(session, steps);

  function credentialOf() {
    if (control !== undefined) return { credential: 'expired' };
    if (hasEnded) return { as: requirementForKind('expired-recently'), credential: 'expired-recently' };
    return isLast ? undecided : asValid;
  }
}
