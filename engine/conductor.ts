import type { AlteredCredential } from '../generators/credentials.ts';
import type { Leniency } from '../generators/leniencies/leniency.ts';
import type { LenientCredential } from '../generators/leniencies/lenient-credentials.ts';
import { seedOf } from '../generators/seeding.ts';
import type { Reason } from '../journal/reason.ts';
import type { TargetFacts } from '../journal/target-facts.ts';
import type { Operation, Requirement } from '../requirements/requirement.ts';
import type { ExecuteBodies } from '../settings/execute-bodies.ts';
import type { Effort } from '../settings/settings.ts';
import type { Line } from '../wire/connections.ts';
import type { Header, Scheme, TokenRole } from '../wire/credential.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { TokenSource } from '../wire/token.ts';
import type { CaseDraft, OpenCase } from './case-builder.ts';
import type { RequestRole } from './case-parts.ts';
import type { Sendable } from './sent-request.ts';
import type { Steps } from './steps.ts';

/** Which credentials there are besides the valid token; requests name them, and get their texts as they are sent. */
export interface Credentials {
  /** Whether the token is a JWT: others cannot be altered. */
  readonly isJwt: boolean;
  /** Whether tokens can be signed with the target's key. */
  readonly canSign: boolean;
  /** Which expired tokens there are: one that was configured, or one of any age. */
  readonly expires: TokenSource['expires'];
  /** An expired token to send beside others; undefined if there is none, or it is not known that it was valid before. */
  readonly expired: TokenRole | undefined;
  /** What can be altered in the valid token (ruling 19). */
  altered(): readonly Altered[];
  /** What these leniencies make of the valid token; those to be signed only if the key is configured. */
  lenient(leniencies: readonly Leniency[]): readonly Lenient[];
}

/** One change of a token: a kind that requirements claim, and which one of it. */
export type Altered = Pick<AlteredCredential, 'kind' | 'detail'>;

/** A credential of the catalogue, without its text. */
export interface Lenient extends Omit<LenientCredential, 'text'> {
  /** Whether it stands for itself in Sec-WebSocket-Protocol, whose value is a list of protocols (RFC 9110 section 5.6.1). */
  readonly isOneProtocol: boolean;
  /** Whether its text begins with the word Bearer. */
  readonly isBearer: boolean;
}

/** A case as a check sees it. */
export interface CaseBuilder extends Pick<OpenCase, 'include' | 'record'> {
  /**
   * Sends with the valid credential unless headers are given, repeats as required by ruling 26, and returns the final
   * exchange.
   */
  send(purpose: RequestRole, request: Sendable, credential?: readonly Header[] | Scheme): Steps<Exchange>;
}

/** What the conductor of a check works with. */
export interface Conductor {
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
  /** Conducts one case; its exchanges are judged when `send` has ended. Cases are numbered in call order. */
  inCase(draft: CaseDraft, send: (builder: CaseBuilder) => Steps<unknown>): Steps;
  /** The result of steps that are taken once for the check, by a name that nothing else in the check has. */
  once<T>(name: string, steps: () => Steps<T>): Steps<T>;
  /** How many passes over `cases` cases are needed to judge about 44 responses at standard effort; one at quick. */
  rounds(cases: number): number;
  /** Reports that the check cannot be exercised, for a reason found only while conducting. */
  notExercised(reason: Reason): void;
}

/** Responses to judge per MUST, to detect a fault in one of ten with 99 % probability (0.9^44 < 0.01). */
export const answersWanted = 44;

export function roundsFor(effort: Effort, cases: number): number {
  if (effort === 'quick' || cases === 0) return 1;
  return Math.max(1, Math.ceil(answersWanted / cases));
}

/** The seed of a case; independent of selection, order, workers and shards. */
export function caseSeed(seed: string, requirement: string, operation: Operation, index: number): number {
  return seedOf(seed, requirement, operation, index);
}
