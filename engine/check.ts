import type { CaseKind } from '../journal/case-text.ts';
import type { CircumstanceKind } from '../journal/circumstances.ts';
import type { Reason } from '../journal/reason.ts';
import type { CaseRecord, ChainPage, Facts, Role } from '../journal/record.ts';
import type { TargetFacts } from '../journal/target-facts.ts';
import type { Judge } from '../judges/judge.ts';
import type { Operation, Requirement } from '../requirements/requirement.ts';
import type { BodyFault } from '../requirements/requirement-for.ts';
import type { ExecuteBodies } from '../settings/execute-bodies.ts';
import type { Effort } from '../settings/settings.ts';
import type { Line } from '../wire/connections.ts';
import type { Header, Scheme } from '../wire/credential.ts';
import type { Answer, Exchange } from '../wire/exchange.ts';
import type { OperationRequest } from '../wire/plan-request.ts';
import type { Credentials } from './credentials.ts';

// The words of the suite. A check takes steps in a run: it sends cases, each of one request or several. A case with its exchanges is
// recorded (`CaseRecord`), and the judge of the check finds what is wrong with the record.

/** What is sent, and how. */
export interface Request extends OperationRequest {
  /** The scheme of the valid credential, or headers in its place; by default the scheme that the target is known to accept. */
  readonly credential?: readonly Header[] | Scheme;
}

/** A request, or a function that makes one for each attempt: a submission needs a new submissionId for each retry. */
export type Sendable = Request | ((time: number) => Request);

/** A request as it is sent for the `time`th time. */
export function requestAt(request: Sendable, time = 1): Request {
  return typeof request === 'function' ? request(time) : request;
}

/** Why something is sent, what is wrong with it, and what is sent. */
export interface Case extends CaseKind {
  /** The last part of the id of the case; defaults to its number within the check. */
  readonly number?: string;
  /** The requirement to report on, if it is not the one of the check. */
  readonly as?: string;
  /** The location and keyword of the violation in the request; omitted for a valid request. */
  readonly wrong?: Required<BodyFault>;
  /** Which credential it has, if not the valid one: a kind that requirements claim. */
  readonly credential?: string;
  /** What judges need to know besides bytes. */
  readonly facts?: Facts;
  /** It can occupy a thread of the target forever; once such a case has, no further one is sent. */
  readonly mayHang?: true;
  /** What is sent; the plainest request by default. The steps of a case with several requests say so themselves. */
  readonly request?: Request;
  /** A valid request without whose success a rejection shows nothing (ruling 25): cases with the same one share it. Or its exchange. */
  readonly control?: Request | Exchange;
  /** The index of the configured execute body in it: once that is accepted, even wrongly, it may no longer be usable (ruling 14). */
  readonly bodyIndex?: number;
  /** What must come back; a success by default. */
  readonly expected?: 'rejection' | 'anything';
  /** Whether a success belongs to this request. If that cannot be determined, it counts as its own. */
  readonly isOwn?: (answer: Answer) => boolean;
}

/** The purpose of an exchange; for a page, which page it is. */
export type RequestRole = Exclude<Role, 'page'> | ChainPage;

/** A case in progress, as its steps see it. */
export interface OpenCase {
  /** Sends a request, repeats it as required by ruling 26, and returns the final exchange. */
  send(as: RequestRole, request: Sendable): Steps<Exchange>;
  /** Adds an exchange of another case. */
  include(role: Exclude<Role, 'page'>, exchange: Exchange): void;
  /** What was sent so far. */
  record(): CaseRecord;
}

/** The same, as whoever drives a check sees it: sends in the run, or finds what was sent in the record of one. */
export interface DrivenCase extends Pick<OpenCase, 'include' | 'record'> {
  send(as: RequestRole, request: Sendable): Promise<Exchange>;
  /** Judges the case once no request of it is in progress; whether there is one, as nothing may have been sent. */
  end(): Promise<boolean>;
}

/** What a check asks of whoever drives it; it gets the result and goes on. */
export type Step =
  | {
      readonly do: 'send';
      readonly in: DrivenCase;
      readonly as: RequestRole;
      readonly request: Sendable;
    }
  | { readonly do: 'end'; readonly case: DrivenCase }
  | { readonly do: 'side-by-side'; readonly all: readonly Steps<unknown>[] }
  | { readonly do: 'until'; readonly isSo: () => boolean }
  | { readonly do: 'pause'; readonly ms: number; readonly idle?: Line }
  | { readonly do: 'open-line' }
  | { readonly do: 'close-line'; readonly line: Line };

/**
 * What a check does, as a generator of steps. It knows no promise, no clock and no connection, so whoever has the answers of a run
 * can drive it again.
 */
// biome-ignore lint/suspicious/noExplicitAny: the result of a step depends on the step, which generators cannot express.
export type Steps<T = void> = Generator<Step, T, any>;

/** What the steps of a check work with. */
export interface Run {
  readonly requirement: Requirement;
  readonly operation: Operation;
  readonly facts: TargetFacts;
  readonly effort: Effort;
  readonly seed: string;
  readonly nonce: string;
  /** What names of requests look like: drawn from letters, chosen by people, or most of them by people. */
  readonly names: 'drawn' | 'realistic' | 'mostly-realistic';
  readonly credentials: Credentials;
  readonly bodies: ExecuteBodies;
  /** Connections of each operation that one check leaves idle for another one. */
  readonly idleLines: Map<Operation, readonly Line[]>;
  /** The random seed of case `index`, derived from seed, requirement, operation and index alone. */
  seedAt(index: number): number;
  /** An identity that is unique to this run, derived from its nonce. */
  identity(...parts: (string | number)[]): string;
  /** Sends the request of a case. Undefined if no more is sent: the operation was given up, or stays unanswered. */
  send(each: Case): Steps<Exchange | undefined>;
  /** The same of a case with other steps. Cases are numbered in call order, and judged when their steps have ended. */
  open<T>(each: Case, steps: (open: OpenCase) => Steps<T>): Steps<T | undefined>;
  /** The result of steps that are taken once for the check, by a name that nothing else in the check has. */
  once<T>(name: string, steps: () => Steps<T>): Steps<T>;
  /** How many passes over `cases` cases are needed to judge about 44 responses at standard effort; one at quick. */
  rounds(cases: number): number;
  /** Reports that the check cannot be exercised, for a reason found only on the way. */
  notExercised(reason: Reason): void;
}

/** Responses to judge per MUST, to detect a fault in one of ten with 99 % probability (0.9^44 < 0.01). */
export const answersWanted = 44;

/** One requirement on one operation: what to send, and how to judge the result. */
export interface Check {
  readonly requirement: string;
  readonly operation: Operation;
  readonly version: number;
  readonly judge: Judge;
  readonly cases: (run: Run) => Steps<unknown>;
  /** Circumstances that its cases cover by what they are, besides those that are drawn for each request. */
  readonly over?: readonly CircumstanceKind[];
  /** No client is drawn for its requests: what precedes them on their connection is their subject. */
  readonly isUndrawn?: true;
  /** Nothing else of its operation is in progress meanwhile: what came before is its subject, or it uses up what others need. */
  readonly isAlone?: true | 'unless-bodies-are-reusable';
  /** It also opens the connections that are left idle until the last check of its operation. */
  readonly opensIdle?: true;
  /** A soak partition may hold no cases; any other check without cases is not exercised. */
  readonly mayBeEmpty?: true;
}

/** A check as far as its cases are judged. */
export type JudgedCheck = Omit<Check, 'cases'>;

/** What a spec says about a check. By default, each answer is judged by itself. */
export type CheckParts = Pick<Check, 'cases'> & Partial<Omit<Check, 'requirement' | 'operation'>>;

/** The id of a check, which is also the prefix of its case ids. */
export function checkId(check: Pick<Check, 'requirement' | 'operation'>): string {
  return `${check.requirement}@${check.operation}`;
}

/** The id of the check that recorded a case. */
export function checkIdOf(caseId: string): string {
  return caseId.slice(0, caseId.lastIndexOf('/'));
}

/** The id of the case for which an exchange was sent, from the id of the exchange; empty if there is none. */
export function caseIdOf(exchange: string): string {
  return exchange.slice(0, Math.max(0, exchange.lastIndexOf('#')));
}

/** Takes all of these side by side, begun in their order; the results are in that order, too. */
export function* sideBySide<T>(all: readonly Steps<T>[]): Steps<T[]> {
  return yield { do: 'side-by-side', all };
}

/** Goes on once another of the steps taken side by side has made something so. */
export function* until(isSo: () => boolean): Steps {
  if (!isSo()) yield { do: 'until', isSo };
}

/** Waits: so many milliseconds, or until a connection has been idle for as long. */
export function* pause(ms: number, idle?: Line): Steps {
  yield { do: 'pause', ms, idle };
}

/** Opens connections of their own, for requests that must follow each other on one; they must be closed. */
export function* openLines(count: number): Steps<readonly Line[]> {
  const lines: Line[] = [];
  while (lines.length < count) lines.push(yield { do: 'open-line' });
  return lines;
}

/** Closes connections. */
export function* closeLines(lines: readonly Line[]): Steps {
  for (const line of lines) yield { do: 'close-line', line };
}

/** Lends connections for as long as they are used. */
export function* onLines<T>(count: number, use: (lines: readonly Line[]) => Steps<T>): Steps<T> {
  const lines = yield* openLines(count);
  try {
    return yield* use(lines);
  } finally {
    yield* closeLines(lines);
  }
}

/** Lends one connection. */
export function onLine<T>(use: (line: Line) => Steps<T>): Steps<T> {
  return onLines(1, ([line]) => use(line as Line));
}
