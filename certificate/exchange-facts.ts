import type { RunHeader } from '../journal/journal-line.ts';
import type { StoredExchange } from '../journal/stored-exchange.ts';
import { caseIdOf } from '../reports/replay/evidence.ts';
import type { Report } from '../reports/report/report.ts';
import { isAfterItsEnd } from '../specs/shared/used-token.ts';
import { boundsFor } from '../wire/bounds.ts';
import { tolerance } from './validity.ts';

type Sent = Pick<StoredExchange, 'id' | 'at' | 'ms'>;

/** What the exchanges of a run say together: to whom, when and as whom they were sent. */
export interface ExchangeFacts {
  /** The first exchange with each value of its Host headers; by these values as JSON. */
  readonly sentTo: ReadonlyMap<string, { readonly exchange: string; readonly hosts: readonly string[] }>;
  /** The exchange that was sent first; of those that do not say when, the first one. */
  readonly earliest: Sent | undefined;
  readonly latest: Sent | undefined;
  /** The whole answer that took longest. */
  readonly slowest: Sent | undefined;
  /** What is wrong with the first credential that is not what its mark says. */
  readonly credentialProblem: string | undefined;
}

/** Collects the facts, one exchange after the other. */
export function createExchangeFacts(): { add(line: StoredExchange): void; value(): ExchangeFacts } {
  const sentTo = new Map<string, { exchange: string; hosts: string[] }>();
  const problemOf = createCredentialCheck();
  let facts: Omit<ExchangeFacts, 'sentTo'> = {
    earliest: undefined,
    latest: undefined,
    slowest: undefined,
    credentialProblem: undefined,
  };
  return {
    add(line) {
      const { id, at, ms, request, failure } = line;
      const hosts = valuesOf(request, /^host$/i);
      const key = JSON.stringify(hosts);
      if (!sentTo.has(key)) sentTo.set(key, { exchange: id, hosts });
      const sent = { id, at, ms };
      const { earliest, latest, slowest } = facts;
      facts = {
        earliest: earliest === undefined || (at ?? -Infinity) < (earliest.at ?? -Infinity) ? sent : earliest,
        latest: latest === undefined || (at ?? 0) > (latest.at ?? 0) ? sent : latest,
        slowest: failure === undefined && ms > (slowest?.ms ?? -1) ? sent : slowest,
        credentialProblem: facts.credentialProblem ?? problemOf(line),
      };
    },
    value: () => ({ ...facts, sentTo }),
  };
}

function valuesOf({ headers }: StoredExchange['request'], name: RegExp): string[] {
  return headers.filter(([each]) => name.test(each)).map(([, value]) => value);
}

/** A mark as it is in a credential that was sent: of a whole secret, a part of one, or an encoded one. */
const mark = /\[redacted:(?:(?:part|base64|hex)-of-)?([a-z-]+):\d+:([0-9a-f]+)\]/g;

/** Checks that each credential has one role, and that its end fits it: an expired one had ended, and a used one much earlier. */
function createCredentialCheck(): (line: StoredExchange) => string | undefined {
  const roles = new Map<string, string>();
  return ({ id, at = Number.POSITIVE_INFINITY, tokenEnds, request }) => {
    const isOver = tokenEnds === undefined || tokenEnds < at;
    if (isAfterItsEnd(caseIdOf(id)) && !isOver)
      return `The exchange ${id} was sent with a token that had not expired.`;
    for (const value of valuesOf(request, /^(?:authorization|sec-websocket-protocol)$/i))
      for (const [, role = '', digest = ''] of value.matchAll(mark)) {
        const known = roles.get(digest) ?? role;
        roles.set(digest, known);
        if (known !== role)
          return `The exchange ${id} has a credential marked as ${role} whose digest is that of two: elsewhere it is marked as ${known}.`;
        if (role === 'expired-token' && !isOver)
          return `The exchange ${id} was sent with an expired token that had not expired.`;
      }
    return undefined;
  };
}

/** An answer may be late by as much as a busy machine is; in milliseconds. */
const lateMs = 30_000;

/** Says if exchanges were sent at another time than the run, or waited for longer than it waits. */
export function sentDuringProblem(
  { earliest, latest, slowest }: ExchangeFacts,
  { run: { startedAt, finishedAt } }: Report,
  timeoutMs: number,
): string | undefined {
  if (earliest === undefined || latest === undefined) return undefined;
  if (earliest.at === undefined) return `The exchange ${earliest.id} does not say when it was sent.`;
  const isEarly = earliest.at < Date.parse(startedAt) - tolerance;
  const isLate = (latest.at ?? 0) > Date.parse(finishedAt ?? startedAt) + tolerance;
  if (isEarly || isLate)
    return `The exchange ${(isEarly ? earliest : latest).id} was not sent while the run lasted, from ${startedAt} to ${finishedAt}.`;
  const most = boundsFor(timeoutMs).patientMs + lateMs;
  if (slowest !== undefined && slowest.ms > most)
    return `The answer of ${slowest.id} took longer than a run with a timeout of ${timeoutMs} ms waits.`;
  return undefined;
}

/** The settings that the record has, under the names that they are set by. */
export function recordedSettings(
  { run: { seed, nonce, cases, userAgent } }: RunHeader,
  baseUrl: string,
  limits: { readonly timeoutMs: number; readonly bodyMebibytes: number } | undefined,
): Record<string, string> {
  const all = {
    TARGET_BASE_URL: baseUrl,
    TARGET_TIMEOUT_MS: limits?.timeoutMs,
    TARGET_BODY_LIMIT_MIB: limits?.bodyMebibytes,
    CONFORMANCE_SEED: seed,
    CONFORMANCE_NONCE: nonce,
    CONFORMANCE_CASES: cases,
    CONFORMANCE_USER_AGENT: userAgent,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
