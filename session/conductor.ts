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
import type { TokenRole } from '../wire/credential.ts';
import type { TokenSource } from '../wire/token.ts';
import type { CaseBuilder, CaseDraft } from './case-builder.ts';
import type { Clock } from './clock.ts';

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
  /** A token can stand in a list of protocols only if it has no other characters than names have (RFC 9110 §5.6.2). */
  readonly isProtocolName: boolean;
  /** Whether its text begins with the word Bearer. */
  readonly isBearer: boolean;
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
  readonly clock: Clock;
  /** The random seed of case `index`, derived from seed, requirement, operation and index alone. */
  seedAt(index: number): number;
  /** An identity that is unique to this run, derived from its nonce. */
  identity(...parts: (string | number)[]): string;
  /** Conducts one case; its exchanges are judged when `send` has ended. Cases are numbered in call order. */
  inCase(draft: CaseDraft, send: (builder: CaseBuilder) => Promise<unknown>): Promise<void>;
  /** Lends a connection of its own, for requests that must follow each other on one. */
  onLine(use: (line: Line) => Promise<void>): Promise<void>;
  /** The same for as long as it takes; it must be closed. */
  openLine(): Line;
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
