import { isDeepStrictEqual } from 'node:util';
import { caseIdOf } from '../engine/check.ts';
import type { RunHeader } from '../journal/journal-line.ts';
import { restored, type StoredExchange } from '../journal/stored-exchange.ts';
import type { Report } from '../reports/report/report.ts';
import { spreadMs } from '../settings/settings.ts';
import { isAfterItsEnd } from '../specs/shared/used-token.ts';
import { createAnswerReader } from '../wire/answer-reader.ts';
import { boundsFor } from '../wire/bounds.ts';
import { observedMs } from '../wire/send.ts';
import { tolerance } from './validity.ts';

/** What the exchanges of a run say together: to whom, when and as whom they were sent. */
export interface ExchangeFacts {
  /** The first exchange with each value of its Host headers; by these values as JSON. */
  readonly sentTo: ReadonlyMap<string, { readonly exchange: string; readonly hosts: readonly string[] }>;
  /** The exchange that was sent first; of those that do not say when, the first one. */
  readonly earliest: Pick<StoredExchange, 'id' | 'at' | 'ms'> | undefined;
  readonly latest: ExchangeFacts['earliest'];
  /** The whole answer that took longest. */
  readonly slowest: ExchangeFacts['earliest'];
  /** Of those that took too long, the one that took least. */
  readonly soonest: ExchangeFacts['earliest'];
  /** When each request was sent, in any order; without those that do not say so. */
  readonly times: readonly number[];
  /** The whole answers with a content coding, or with decoded content. */
  readonly coded: readonly string[];
  /** What is wrong with the first answer that no connection gives. */
  readonly answerProblem: string | undefined;
  /** What is wrong with the first credential that is not what its mark says. */
  readonly credentialProblem: string | undefined;
}

/** Collects the facts, one exchange after the other. */
export function createExchangeFacts(): { add(line: StoredExchange): void; value(): ExchangeFacts } {
  const sentTo = new Map<string, { exchange: string; hosts: string[] }>();
  const problemOf = createCredentialCheck();
  const coded: string[] = [];
  const times: number[] = [];
  let facts: Omit<ExchangeFacts, 'sentTo' | 'coded' | 'times'> = {
    earliest: undefined,
    latest: undefined,
    slowest: undefined,
    soonest: undefined,
    answerProblem: undefined,
    credentialProblem: undefined,
  };
  return {
    add(line) {
      const { id, at, ms, request, response, failure } = line;
      const hosts = valuesOf(request, /^host$/i);
      const key = JSON.stringify(hosts);
      if (!sentTo.has(key)) sentTo.set(key, { exchange: id, hosts });
      const isCoded =
        response?.decoded !== undefined ||
        response?.decodedBase64 !== undefined ||
        (response !== undefined && valuesOf(response, /^content-encoding$/i).length > 0);
      if (isCoded && failure === undefined) coded.push(id);
      const sent = { id, at, ms };
      if (at !== undefined) times.push(at);
      const { earliest, latest, slowest, soonest } = facts;
      const isOverdue = failure?.kind === 'timeout' || failure?.kind === 'slow';
      facts = {
        earliest: earliest === undefined || (at ?? -Infinity) < (earliest.at ?? -Infinity) ? sent : earliest,
        latest: latest === undefined || (at ?? 0) > (latest.at ?? 0) ? sent : latest,
        slowest: failure === undefined && ms > (slowest?.ms ?? -1) ? sent : slowest,
        soonest: isOverdue && ms < (soonest?.ms ?? Infinity) ? sent : soonest,
        answerProblem: facts.answerProblem ?? answerProblemOf(line),
        credentialProblem: facts.credentialProblem ?? problemOf(line),
      };
    },
    value: () => ({ ...facts, sentTo, coded, times }),
  };
}

/** What an encoded body is replaced by if its content has a secret, and how long it was. */
export const concealed = /^\[redacted:encoded-body:(\d+)\]$/;

/** Whether there is something in place of a secret, which was shorter or longer. */
function hasMark(body: Buffer): boolean {
  return /\[redacted:[a-z0-9-]+:\d+:[0-9a-f]+\]/.test(body.toString('latin1'));
}

/** Marks may be longer than what they stand for, so a head may be longer than one that is read. */
const longestHead = 256 * 1024;

/** Says if there is an answer where none can be, or none where one must be, or one that is not read as it is recorded. */
function answerProblemOf({ id, request, response, failure }: StoredExchange): string | undefined {
  const notRead = `The answer of ${id} is not one that the suite reads from a connection.`;
  if (response === undefined) return failure === undefined ? notRead : undefined;
  if (failure !== undefined) return ['refused', 'closed'].includes(failure.kind) ? notRead : undefined;
  const announced = announcedBy(request.method === 'HEAD', response);
  const body = restored(response.body, response.bodyBase64);
  const length = Number(concealed.exec(response.body ?? '')?.[1] ?? body.length);
  if (announced === 'anything' || announced === length) return undefined;
  if (announced === undefined || announced === 0) return notRead;
  return hasMark(body)
    ? undefined
    : `The answer of ${id} has a body that is not as long as its Content-Length says.`;
}

/** How long the body is that a head announces, as the suite reads it; undefined if it does not read such a head. */
function announcedBy(
  isHead: boolean,
  { status, reason, headers }: NonNullable<StoredExchange['response']>,
): number | 'anything' | undefined {
  const fields = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  let isSame = false;
  const reader = createAnswerReader(isHead, longestHead, {
    head(head) {
      isSame = isDeepStrictEqual(head, { status, reason, headers });
    },
    body: () => undefined,
  });
  try {
    reader.read(Buffer.from(`HTTP/1.1 ${status} ${reason}\r\n${fields.join('')}\r\n`, 'latin1'));
  } catch {
    return undefined;
  }
  return isSame ? reader.announced() : undefined;
}

function valuesOf({ headers }: Pick<StoredExchange['request'], 'headers'>, name: RegExp): string[] {
  return headers.filter(([each]) => name.test(each)).map(([, value]) => value);
}

/** A mark as it is in a credential that was sent: of a whole secret, a part of one, or an encoded one. */
const mark = /\[redacted:(?:(?:part|base64|hex)-of-)?([a-z-]+):\d+:([0-9a-f]+)\]/g;

/** A whole credential can be a part of another one, and is marked as what a process sent first; of none that could grant access. */
const partOfWrong = /^(?!(?:expired-)?token-)(.+)-(?:payload|signature)$/;

/** A token that is sent by itself. */
const whole =
  /^(?:bearer |jwt\.token\.)?\[redacted:(expired-)?token:(\d+):([0-9a-f]+)\](?:,daml\.ws\.auth)?$/i;

/** What is sent before the clock of the target is known, by which ends are counted, or without it, and tokens of any age. */
const ofAnyEnd = /^(?:preflight|final-liveness|AUTH-OPEN-LEEWAY)@/;

/** How long before a token must have ended that is to be rejected, whatever the leeway (ruling 32); in milliseconds. */
const leewayMs = 300_000;

/**
 * Checks that each credential has one role, one length and one end, and that they fit: an expired one had ended, and a used one, long
 * before.
 */
function createCredentialCheck(): (line: StoredExchange) => string | undefined {
  const roles = new Map<string, string>();
  const tokens = new Map<string, { readonly length: string | undefined; readonly end: number }>();
  return ({ id, at = Number.POSITIVE_INFINITY, tokenEnds, request }) => {
    const isOver = tokenEnds === undefined || tokenEnds < at;
    const isRecent = tokenEnds !== undefined && at - tokenEnds < leewayMs;
    const values = valuesOf(request, /^(?:authorization|sec-websocket-protocol)$/i);
    const isOne = values.length === 1 && !ofAnyEnd.test(id);
    const [, expired, length, token] = isOne ? (whole.exec(values[0] ?? '') ?? []) : [];
    if (isRecent && (isAfterItsEnd(caseIdOf(id)) || expired !== undefined))
      return `The exchange ${id} was sent with a token that had not expired five minutes before.`;
    for (const value of values)
      for (const [, marked = '', digest = ''] of value.matchAll(mark)) {
        const role = marked.replace(partOfWrong, '$1');
        const known = roles.get(digest) ?? role;
        roles.set(digest, known);
        if (known !== role)
          return `The exchange ${id} has a credential marked as ${role} whose digest is that of two: elsewhere it is marked as ${known}.`;
        if (role === 'expired-token' && !isOver)
          return `The exchange ${id} was sent with an expired token that had not expired.`;
      }
    if (token !== undefined) {
      const own = { length, end: tokenEnds ?? Number.MAX_VALUE };
      const known = tokens.get(token) ?? own;
      tokens.set(token, known);
      // A run that is resumed may find that the clock of the target is further ahead.
      if (known.length !== length || Math.abs(known.end - own.end) > leewayMs)
        return `The exchange ${id} has a credential of another length or end than the same one has elsewhere.`;
    }
    return undefined;
  };
}

/** An answer may be late by as much as a busy machine is, or a clock; in milliseconds. */
const lateMs = 30_000;

/** The last requests of a run that is spread over a time come behind this part of it. */
const leastSpread = 0.9;

/** In so many tenths of the time over which a run was spread there are requests, at least. */
const leastTenths = 7;

/** Says if requests do not come over the whole time that they were to be spread over. */
function spreadProblem(spread: string, times: readonly number[], lasted: number): string | undefined {
  const whole = spreadMs(spread);
  if (lasted < leastSpread * whole)
    return `The run says that its requests were spread over ${spread}, but all were sent within ${Math.round(lasted / 1_000)} seconds.`;
  const tenths = new Set(times.map((at) => Math.floor((10 * at) / whole)));
  return tenths.size < leastTenths
    ? `The run says that its requests were spread over ${spread}, but they were sent in ${tenths.size} tenths of that time.`
    : undefined;
}

/** Says if exchanges were sent at another time than the run, or waited for longer than it waits. */
export function sentDuringProblem(
  { earliest, latest, slowest, soonest, times }: ExchangeFacts,
  { run: { startedAt, finishedAt, spread } }: Report,
  timeoutMs: number,
): string | undefined {
  if (earliest === undefined || latest === undefined) return undefined;
  if (earliest.at === undefined) return `The exchange ${earliest.id} does not say when it was sent.`;
  const isEarly = earliest.at < Date.parse(startedAt) - lateMs;
  const isLate = (latest.at ?? 0) > Date.parse(finishedAt ?? startedAt) + lateMs;
  if (isEarly || isLate)
    return `The exchange ${(isEarly ? earliest : latest).id} was not sent while the run lasted, from ${startedAt} to ${finishedAt}.`;
  if (earliest.at > Date.parse(startedAt) + tolerance)
    return `The first exchange, ${earliest.id}, was sent more than an hour after the run began at ${startedAt}.`;
  if ((latest.at ?? 0) < Date.parse(finishedAt ?? startedAt) - tolerance)
    return `The last exchange, ${latest.id}, was sent more than an hour before the run ended at ${finishedAt}.`;
  if (/^preflight@|\/paced-/.test(latest.id))
    return `The last exchange, ${latest.id}, is one of those that a run begins with.`;
  const notSpread =
    spread === undefined ? undefined : spreadProblem(spread, times, (latest.at ?? 0) - earliest.at);
  if (notSpread !== undefined) return notSpread;
  const most = boundsFor(timeoutMs).patientMs + lateMs;
  if (slowest !== undefined && slowest.ms > most)
    return `The answer of ${slowest.id} took longer than a run with a timeout of ${timeoutMs} ms waits.`;
  if (soonest !== undefined && soonest.ms < 0.9 * Math.min(timeoutMs, observedMs))
    return `The exchange ${soonest.id} took too long, it says, but ended sooner than a run with a timeout of ${timeoutMs} ms gives up.`;
  return undefined;
}

/** The settings that the record has, under the names that they are set by. */
export function recordedSettings(
  { run: { seed, nonce, cases, spread, userAgent } }: RunHeader,
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
    CONFORMANCE_SPREAD: spread,
    CONFORMANCE_USER_AGENT: userAgent,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
