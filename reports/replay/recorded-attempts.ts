import type { RequestRole } from '../../engine/check.ts';
import { exchangesBefore, sentOn } from '../../engine/line-history.ts';
import { againAfter, type CaseOrigin, clientOf, type PlannedRequest } from '../../engine/sent-request.ts';
import { isOfUsedToken } from '../../engine/session.ts';
import { type AttemptLine, type CaseLine, isPlainest } from '../../journal/case-line.ts';
import type { Exchanges } from '../../journal/exchanges.ts';
import { groupBy } from '../../journal/group-by.ts';
import { isStoredAs } from '../../json/is-stored-as.ts';
import { answersElsewhere } from '../../judges/answers/answers-as-itself.ts';
import { isAfterItsEnd, roundNumberOf } from '../../specs/shared/used-token.ts';
import type { Bounds } from '../../wire/bounds.ts';
import { headerPairs, type TokenRole } from '../../wire/credential.ts';
import type { Exchange, HeaderPair } from '../../wire/exchange.ts';
import { inItsStyle, type OperationRequest } from '../../wire/plan-request.ts';
import { isUnanswered } from '../../wire/retry.ts';
import { endIn } from '../../wire/token-end.ts';
import type { TextOf } from '../../wire/token-texts.ts';
import {
  generatedRequest,
  isSameRequest,
  lateMs,
  type Recording,
  requestDifference,
  unrecorded,
} from './recorded-wire.ts';

/** A case that is generated again, and what it is generated from. */
export interface RecordedCase extends Recording, CaseOrigin {
  readonly exchanges: Pick<Exchanges, 'get'>;
  readonly tokenText: TextOf;
  /** The role that each token has, by its digest; undefined if tokens of one second may be equal. */
  readonly owners: Map<string, string> | undefined;
  readonly bounds: Bounds;
  /** Whether valid requests of an operation got such an answer too, so that it says nothing (ruling 46). */
  readonly isShutOut: (operation: string, form: string) => boolean;
}

/** The attempts of one request. */
export type Group = readonly [AttemptLine, ...AttemptLine[]];

/** A request that a case sends, and what it may be in the record: a submission has another submissionId for each attempt. */
export interface Generated {
  readonly planned: PlannedRequest;
  readonly all: readonly OperationRequest[];
}

/** Each exchange of a case is compared, followed and counted: read from the journal once. */
export function readOnce(exchanges: Pick<Exchanges, 'get'>): Pick<Exchanges, 'get'> {
  const read = new Map<string, Exchange | undefined>();
  return {
    get(id) {
      if (!read.has(id)) read.set(id, exchanges.get(id));
      return read.get(id);
    },
  };
}

export function groupsOf(own: readonly AttemptLine[]): Map<number, Group> {
  return new Map([...groupBy(own, ({ ordinal }) => ordinal)].sort(([a], [b]) => a - b));
}

/** An exchange of the run; one without an answer if it is not there, which is a difference of its own. */
export function exchangeOf({ exchanges }: RecordedCase, id: string): Exchange {
  const exchange = exchanges.get(id);
  return exchange ?? unrecorded(id, { method: '', target: '', headers: [], body: Buffer.alloc(0) });
}

export function isSentAs({ role, page }: AttemptLine, as: RequestRole): boolean {
  return typeof as === 'string' ? role === as : role === 'page' && isStoredAs(as, page);
}

/** What a request may be, in its style; a function makes one for each time. */
export function allOf({ request, style }: PlannedRequest, times: number): OperationRequest[] {
  const made =
    typeof request === 'function' ? Array.from({ length: times }, (_, time) => request(time + 1)) : [request];
  return made.map((each) => (style === undefined ? each : { ...each, style }));
}

/** Whether the attempts of a request are recorded, and each but the last one had to be followed by another (ruling 26). */
export async function isAllSent(of: RecordedCase, group: Group, generated: Generated): Promise<boolean> {
  const cameBack: Exchange[] = [];
  for (const [place, { exchange: id }] of group.entries()) {
    if (place > 0 && againAfter(generated.planned, cameBack) === undefined) return false;
    const all = generated.all.map((request) => sentBehind(cameBack.at(-1), request));
    if (!(await isSent(of, id, { ...generated, all }))) return false;
    cameBack.push(exchangeOf(of, id));
  }
  return true;
}

/** A request as it is sent again: a failure ends its connection. */
export function sentBehind(before: Exchange | undefined, request: OperationRequest): OperationRequest {
  const isLost = before?.failure !== undefined && typeof request.connection === 'object';
  return isLost ? { ...request, connection: 'fresh' } : request;
}

/**
 * Whether the attempts of a request came behind the exchanges that were sent on their connection before; what lent it to the check may
 * have sent others on it.
 */
export function areBehind({ exchanges }: RecordedCase, group: Group, { planned }: Generated): boolean {
  const { request } = planned;
  let line = typeof request === 'object' ? request.connection : undefined;
  return group.every(({ exchange: id, behind }) => {
    const expected = exchangesBefore(line);
    sentOn(line, id, 0);
    const isOnLine = typeof line === 'object';
    if (exchanges.get(id)?.failure !== undefined) line = undefined;
    if (!isOnLine || behind === undefined) return isStoredAs(expected, behind);
    const others = behind.slice(0, behind.length - (expected?.length ?? 0));
    return (
      isStoredAs([...others, ...(expected ?? [])], behind) &&
      others.every((other) => exchanges.get(other) !== undefined)
    );
  });
}

/** Remembers a repetition on the connection of what it repeats, if it was sent there: the next request comes behind it. */
export function stayOnLine(group: Group, sent: ReadonlyMap<number, Generated>): void {
  const request = sent.get(group[0].repeats ?? 0)?.planned.request;
  const line = typeof request === 'object' ? request.connection : undefined;
  for (const { exchange, behind } of group) if (behind !== undefined) sentOn(line, exchange, 0);
}

async function isSent(of: RecordedCase, id: string, { planned, all }: Generated): Promise<boolean> {
  const recorded = of.exchanges.get(id);
  if (recorded === undefined) return false;
  for (const request of all) {
    const { generated, parts, headers } = await sending(of, id, planned, request);
    if (!isSameRequest(generated, recorded.request, of.short)) continue;
    const [role] = parts
      .flat()
      .filter((part): part is TokenRole => typeof part === 'object' && 'token' in part);
    if (headers.length === 0 && recorded.tokenEnds !== undefined) continue;
    if (role?.token === 'altered' && role.of === undefined && !isMadeAs(of, recorded, headers, role))
      continue;
    if (role?.token === 'expired' && !isExpiredFor(of, recorded, role)) continue;
    const isFirstUse = isOfUsedToken(of.id) && roundNumberOf(of.id) === undefined && !isAfterItsEnd(of.id);
    if (isFirstUse && (recorded.tokenEnds ?? 0) < (recorded.at ?? 0) - lateMs) continue;
    if (typeof planned.credential === 'object' || role === undefined) return true;
    if (isOwnToken(of, recorded, role, endIn(headers) !== undefined)) return true;
  }
  return false;
}

/** Whether a credential has one role where there are several, by the digest of the first mark of this kind in its request. */
function isOwnedBy(
  { owners }: RecordedCase,
  { headers }: Exchange['request'],
  kind: string,
  own: string,
): boolean {
  const mark = new RegExp(`\\[redacted:${kind}:\\d+:([0-9a-f]+)\\]`);
  const [digest = own] = headers.flatMap(([, value]) => mark.exec(value)?.[1] ?? []);
  const owner = owners?.get(digest) ?? own;
  owners?.set(digest, owner);
  return owner === own;
}

/**
 * Whether a credential that must be rejected is another one for each change, ends if it was made to, and had not ended when it was sent: its
 * end would be a reason of its own.
 */
function isMadeAs(
  of: RecordedCase,
  { at = 0, tokenEnds, request }: Exchange,
  headers: readonly HeaderPair[],
  role: TokenRole & { readonly token: 'altered' },
): boolean {
  const isEnding = endIn(headers) !== undefined;
  if (isEnding !== (tokenEnds !== undefined) || (tokenEnds ?? at) < at - lateMs) return false;
  return isOwnedBy(of, request, role.kind, JSON.stringify(role));
}

/** Whether an expired token that was made had ended as long before as it is to have; the longest time goes back to 1970. */
function isExpiredFor(
  { journal }: RecordedCase,
  { at = 0, tokenEnds }: Exchange,
  { secondsAgo }: TokenRole & { readonly token: 'expired' },
): boolean {
  if (secondsAgo === undefined || tokenEnds === undefined) return secondsAgo === undefined;
  const endAt = (sent: number): number => Math.max(0, sent - 1_000 * secondsAgo);
  const unknownMs = Number.isFinite(secondsAgo) ? lateMs : 100_000_000;
  const least = endAt(Date.parse(journal.header.startedAt)) - unknownMs;
  return tokenEnds >= least && tokenEnds <= endAt(at) + unknownMs;
}

/**
 * Whether a valid token is that of one client under one scheme, where there are several, ends if those of the run do, has not ended, and
 * lives as long as it was made for.
 */
function isOwnToken(
  of: RecordedCase,
  { at = 0, tokenEnds, request }: Exchange,
  role: TokenRole,
  hasEnd: boolean,
): boolean {
  const isOwn = isOwnedBy(of, request, 'token', JSON.stringify(role));
  const longest = role.token === 'fresh' ? role.lifetimeSeconds * 1_000 : Number.POSITIVE_INFINITY;
  if (tokenEnds === undefined) return isOwn && !hasEnd;
  return isOwn && tokenEnds >= at - lateMs && tokenEnds <= at + longest + lateMs;
}

/** A request as it is sent as an exchange, and what its credential is made from. */
async function sending(
  of: RecordedCase,
  id: string,
  { credential }: PlannedRequest,
  request: OperationRequest,
) {
  const { operation, tokenText, validCredential } = of;
  const client = clientOf(inItsStyle(of.sender, id, request));
  const parts = typeof credential === 'object' ? credential : validCredential(credential, client);
  const headers = await headerPairs(parts, tokenText);
  return { generated: generatedRequest(of, id, operation, { request, headers }), parts, headers };
}

export async function reportDifference(of: RecordedCase, id: string, sent: Generated): Promise<void> {
  const { generated } = await sending(of, id, sent.planned, sent.all[0] ?? {});
  of.differences.push(requestDifference(id, generated, of.exchanges.get(id)?.request));
}

/** What the check got: the last attempt, or where that counts for nothing, what came back when it was repeated. */
export function answerOf(of: RecordedCase, group: Group, { attempts }: CaseLine): Exchange {
  const last = exchangeOf(of, group.at(-1)?.exchange ?? '');
  const repeats = attempts.filter((each) => each.role === 'repeat' && each.repeats === group[0].ordinal);
  if (isUnanswered(last)) {
    // Behind each repetition that confirms a failure comes a valid request; others only tell how often the target fails.
    const confirming = repeats.filter((each) =>
      attempts.slice(attempts.indexOf(each)).some(({ role }) => role === 'control'),
    );
    const all = confirming.map(({ exchange }) => exchangeOf(of, exchange));
    return all.find((each) => !isUnanswered(each)) ?? last;
  }
  const [again] = repeats.map(({ exchange }) => exchangeOf(of, exchange));
  const isRefused = [401, 403].includes(last.answer?.status ?? 0);
  return again !== undefined && !isUnanswered(again) && isRefused ? again : last;
}

/** Whether a request may be followed by others that no step sends: it got no answer, or one that everything may get (ruling 46). */
function isLookedInto(of: RecordedCase, group: Group, { credential: kind }: CaseLine): boolean {
  const last = exchangeOf(of, group.at(-1)?.exchange ?? '');
  const { status = 0 } = last.answer ?? {};
  const isRefused = [401, 403].includes(status) && (kind === 'valid' || group[0].role !== 'probe');
  return isUnanswered(last) || isRefused || (last.answer !== undefined && answersElsewhere(last.answer));
}

/** Whether a request that no step of the check sends follows from the others: it repeats one, or is a valid one to compare with. */
export async function follows(
  of: RecordedCase,
  group: Group,
  sent: ReadonlyMap<number, Generated>,
  line: CaseLine,
): Promise<boolean> {
  const { bounds, journal } = of;
  const [first] = group;
  const all = groupsOf(line.attempts);
  const isAfter = (each: Group | undefined): boolean => each !== undefined && isLookedInto(of, each, line);
  const repeated = sent.get(first.repeats ?? 0);
  // What shows something is sent again several times.
  const hasFindings = (journal.judgements.get(line.id)?.findings.length ?? 0) > 0;
  if (isPlainest(first)) {
    if (repeated === undefined || !hasFindings) return false;
    const planned = { ...repeated.planned, style: undefined };
    return isAllSent(of, group, { planned, all: allOf(planned, line.attempts.length) });
  }
  if (first.role === 'repeat') {
    const isDue = isAfter(all.get(first.repeats ?? 0)) || hasFindings;
    if (repeated === undefined || !isDue) return false;
    // It goes over a fresh connection, on which its client writes the head as it does.
    const fresh = repeated.all.map((each) => ({ ...each, connection: 'fresh' as const }));
    return isAllSent(of, group, { ...repeated, all: [...fresh, ...repeated.all] });
  }
  if (first.role !== 'control' || ![...all.values()].some(isAfter)) return false;
  for (const credential of [undefined, of.newCredential]) {
    const request = { ...of.plain(), connection: 'fresh' as const };
    const planned = { purpose: 'control', request, credential, bounds } as const;
    if (await isAllSent(of, group, { planned, all: [request] })) return true;
  }
  return false;
}
