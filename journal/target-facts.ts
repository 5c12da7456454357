import type { Operation } from '../requirements/requirement.ts';
import type { ApiKeyForm } from '../wire/credential.ts';
import type { Reason, ReasonKind } from './reason.ts';
import type { StoredExchange } from './stored-exchange.ts';

/** How an operation responded to a plain request with the configured credential before the run. */
export interface OperationState {
  readonly state: 'answers' | 'silent' | 'busy' | 'slow' | 'endless' | 'refused' | 'refuses-token';
  readonly detail: string;
  /** The requests that got no response, if it is silent; absent in journals of earlier versions. */
  readonly exchanges?: readonly string[];
  /** What responded, if it may not have been the operation: status, media type, and the software that named itself. */
  readonly seen?: string;
}

const reasonKinds = {
  silent: 'preflight-silent',
  busy: 'preflight-busy',
  slow: 'answer-too-slow',
  endless: 'answer-too-long',
  refused: 'connection-refused',
  'refuses-token': 'token-rejected',
} as const satisfies Readonly<Record<Exclude<OperationState['state'], 'answers'>, ReasonKind>>;

/** Why an operation that did not respond before the run is undecided; undefined if it did. */
export function preflightReason({ state, detail }: OperationState): Reason | undefined {
  return state === 'answers' ? undefined : { kind: reasonKinds[state], text: detail };
}

/** With fewer users than this there are no pages to follow (ruling 37). */
export const usersForPages = 3;

/** Whether a target takes more participants in a request is observed, like that of a hundred (ruling 35). */
export const fewUids = 20;

/** The configuration and what the preflight learned: everything that checks know about a target except secrets. */
export interface TargetFacts {
  readonly kind: 'reference' | 'target';
  readonly baseUrl: string;
  readonly synchronizer: string | null;
  readonly synchronizerAlias: string | null;
  /** Other participants that requests name: the first of those that are configured. */
  readonly participantUids: readonly string[];
  readonly userId: string | null;
  /** Ids of users that exist: the configured ones, and those that a provisioner created. */
  readonly knownUsers: readonly string[];
  readonly pageSizeParameter: string;
  readonly pageTokenParameter: string;
  /** Whether requesting one element changed the first page; null if there are too few users to tell. */
  readonly pageSizeWorks: boolean | null;
  readonly apiKeyForm: ApiKeyForm | null;
  readonly bearerWorks: boolean;
  readonly operations: Readonly<Record<Operation, OperationState>>;
  /** The number of users in the complete first listing; null if that failed. */
  readonly users: number | null;
  readonly executeBodies: number;
  /** Whether there is a token that was valid and has expired: one made with the key, or one that the key has signed. */
  readonly canExpire: boolean;
  /** Present if nothing shows that the configured expired token was ever valid: its rejection proves nothing (ruling 42). */
  readonly expiredUnshown?: true;
  /**
   * How far the target's clock is ahead of that of this machine, in seconds (ruling 41); null if it sends no `Date`. Absent in
   * journals of earlier versions, which took the clocks for equal.
   */
  readonly clockAhead?: number | null;
  /** The software that names itself in the headers of its responses, such as `Express`; absent if none does. */
  readonly software?: readonly string[];
  /** Present if the target rejects every token that the key signs while it accepts the configured one. */
  readonly mintedRefused?: true;
  /** How many tokens TARGET_TOKENS_FILE has, if it is set: in a disguised run, clients send others than the first. */
  readonly tokens?: number;
  /** Present if the token is renewed, and lives so short that the run can use one again after its end. */
  readonly endsSoon?: true;
  /** The first success with a synchronizer: responses at the end of a run must agree with it. */
  readonly firstTopology: StoredExchange | null;
}
