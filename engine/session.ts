import type { Journal } from '../journal/journal.ts';
import type { Judgement } from '../journal/judgement.ts';
import type { CaseRecord } from '../journal/record.ts';
import type { TargetFacts } from '../journal/target-facts.ts';
import type { Profile } from '../profiles/profile.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { ExecuteBodies } from '../settings/execute-bodies.ts';
import type { Settings } from '../settings/settings.ts';
import type { Line } from '../wire/connections.ts';
import type { TokenSource } from '../wire/token.ts';
import type { TextOf } from '../wire/token-texts.ts';
import type { Wire } from '../wire/wire.ts';
import type { Clock, ReadMoment } from './clock.ts';
import type { Credentials } from './credentials.ts';
import type { Health } from './health.ts';

/**
 * Cases of a disguised run that come before its checks or after them, in front of their numbers: those sent at the pace of
 * ordinary clients, and those sent as the suite itself, to compare.
 */
export const caseSeries = { paced: 'paced-', undisguised: 'undisguised-' } as const;

export type CaseSeries = keyof typeof caseSeries;

/** Whether a case, by its id, belongs to a series. */
export function isOfSeries(series: CaseSeries, caseId: string): boolean {
  return caseId.includes(`/${caseSeries[series]}`);
}

/** What the cases of a token that is used before its end and after it are called. */
export const ofUsedToken = 'used-before-its-end';

/** Whether a case, by its id, belongs to the use of a token before and after it expires; it belongs to no check's own cases. */
export function isOfUsedToken(caseId: string): boolean {
  return caseId.includes(`/${ofUsedToken}-`);
}

/** Everything that the checks of one process share. */
export interface Session {
  readonly settings: Pick<Settings, 'seed' | 'nonce' | 'effort' | 'disguise' | 'spread'>;
  /** In front of the numbers of its cases, if they are not those of the checks themselves. */
  readonly series?: CaseSeries;
  readonly timeoutMs: number;
  readonly facts: TargetFacts;
  readonly profile: Profile;
  readonly wire: Wire;
  readonly tokens: TokenSource;
  readonly credentials: Credentials;
  /** The text of a token, when a request with it is about to be sent. */
  readonly tokenText: TextOf;
  readonly bodies: ExecuteBodies;
  /** Connections of each operation that one check leaves idle for another one. */
  readonly idleLines: Map<Operation, readonly Line[]>;
  readonly health: Health;
  /** Whether a request that may hang was never answered, while valid ones were. */
  readonly hang: { wasSeen: boolean };
  readonly clock: Clock;
  readonly moment: ReadMoment;
  readonly journal: Journal;
}

/** A case and its judgement. */
export interface JudgedCase {
  readonly record: CaseRecord;
  readonly judgement: Judgement;
}
