import { seedOf } from '../generators/seeding.ts';
import type { Reason } from '../journal/reason.ts';
import type { TargetFacts } from '../journal/target-facts.ts';
import type { Operation, Requirement } from '../requirements/requirement.ts';
import type { ExecuteBodies } from '../settings/execute-bodies.ts';
import type { Effort } from '../settings/settings.ts';
import type { Scheme } from '../wire/credential.ts';
import type { HeaderPair } from '../wire/exchange.ts';
import type { CaseBuilder, CaseDraft } from './case-builder.ts';

/** Credentials as a conductor sees them: headers to send, never shown or stored before redaction. */
export interface Credentials {
  /** The accepted token under a scheme; under the API-key scheme in the form that the target takes. */
  valid(scheme: Scheme): Promise<HeaderPair[]>;
  token(): Promise<string>;
  /** Undefined where neither a key nor an expired token is configured. */
  expired(secondsAgo?: number): Promise<string | undefined>;
  /** Makes a made token a secret before it is sent. */
  keepSecret(token: string, kind: string): void;
}

/** What a check's conductor works with. */
export interface Conductor {
  readonly requirement: Requirement;
  readonly operation: Operation;
  readonly facts: TargetFacts;
  readonly effort: Effort;
  readonly seed: string;
  readonly nonce: string;
  readonly credentials: Credentials;
  readonly bodies: ExecuteBodies;
  /** Draws of case `index` of this check: from seed, requirement, operation and index alone (design: seed and nonce). */
  seedAt(index: number): number;
  /** An identity that is fresh in this run and follows from its nonce. */
  identity(...parts: (string | number)[]): string;
  /** Conducts one case: its exchanges are recorded and judged when `send` has ended. Cases are numbered in the order of these calls. */
  inCase(draft: CaseDraft, send: (builder: CaseBuilder) => Promise<unknown>): Promise<void>;
  /** How often to go through `cases` cases so that about 44 answers are judged at standard effort, once at quick. */
  rounds(cases: number): number;
  /** The check cannot be exercised here, for a reason that only conducting could show. */
  notExercised(reason: Reason): void;
}

/** Answers each MUST should judge so that a fault in one of ten of them is seen with 99 % (0.9^44 < 0.01). */
export const answersWanted = 44;

export function roundsFor(effort: Effort, cases: number): number {
  if (effort === 'quick' || cases === 0) return 1;
  return Math.max(1, Math.ceil(answersWanted / cases));
}

/** The seed of a case, by design.md's rule: selection, order, workers and shards change nothing. */
export function caseSeed(seed: string, requirement: string, operation: Operation, index: number): number {
  return seedOf(seed, requirement, operation, index);
}
