import type { CaseRecord, ChainPage, Facts, Role } from '../journal/record.ts';
import type { BodyFault } from '../requirements/claims.ts';
import type { Bounds } from '../wire/bounds.ts';
import type { Scheme } from '../wire/credential.ts';
import type { Exchange, HeaderPair } from '../wire/exchange.ts';
import { isSlow } from '../wire/retry.ts';
import type { OperationRequest, Wire } from '../wire/wire.ts';
import { type CaseKind, caseText, kindText } from './case-text.ts';
import { confirmFailure, isUnanswered } from './confirm-failure.ts';
import { type Health, OperationGivenUp } from './health.ts';
import { type CaseLog, type PlannedRequest, type Sendable, sendWithRetries } from './sent-request.ts';

/** What an exchange is sent for; a page says which one it is. */
export type RequestRole = Exclude<Role, 'page'> | ChainPage;

/** What goes into a case before its exchanges. */
export interface CaseDraft extends CaseKind {
  /** What ends the id of the case; its number among the cases of the check unless given. */
  readonly number?: string;
  /** The requirement whose kind of request this is, where a check speaks of every answer of some kind. */
  readonly as?: string;
  /** The place of what is wrong, and its keyword; nothing is unless given. */
  readonly wrong?: Required<BodyFault>;
  readonly credential?: string;
  readonly facts?: Facts;
}

/** What a case builder needs of its run. */
export interface CaseParts extends Pick<CaseRecord, 'id' | 'requirement' | 'operation' | 'judge'> {
  readonly wire: Wire;
  readonly bounds: Bounds;
  /** Under the scheme that the target is known to take unless one is named. */
  readonly validCredential: (scheme?: Scheme) => Promise<HeaderPair[]>;
  readonly isTokenStale: () => boolean;
  readonly plain: () => OperationRequest;
  readonly health: Health;
  /** False where a failure is not confirmed by good requests before and after a further attempt (ruling 26). */
  readonly confirms?: false;
}

/** Collects the exchanges of one case. */
export interface CaseBuilder {
  readonly id: string;
  /**
   * Sends with the valid credential, under a scheme where one is named, unless headers are given; repeats what ruling 26
   * wants repeated, and returns what it settled on.
   */
  send(
    purpose: RequestRole,
    request: Sendable,
    credential?: readonly HeaderPair[] | Scheme,
  ): Promise<Exchange>;
  /** Takes an exchange of another case in, such as a control that several cases share. */
  include(role: Exclude<Role, 'page'>, exchange: Exchange): void;
  fact(name: string, value: Facts[string]): void;
  /** Sends the last probe again, so many times side by side. */
  repeatProbe(times: number): Promise<void>;
  /** Resolves when no request of the case is under way: one that was given up leaves others behind. */
  idle(): Promise<void>;
  record(): CaseRecord;
}

/** Of a case, so many failures that took all the time or bytes an answer may take are confirmed. */
const slowAtMost = 3;

/** Begins a case; nothing is sent yet. */
export function buildCase(parts: CaseParts, draft: CaseDraft): CaseBuilder {
  const log: CaseLog = { attempts: [], requests: 0, sent: 0 };
  const facts: Record<string, Facts[string]> = { ...draft.facts };
  const send = createSender(parts, log);
  const underWay = new Set<Promise<Exchange>>();
  let lastProbe: PlannedRequest | undefined;
  return {
    id: parts.id,
    send(purpose, request, credential) {
      const planned = { purpose, request, credential, bounds: parts.bounds };
      if (purpose === 'probe') lastProbe = planned;
      const sending = send(planned);
      underWay.add(sending);
      const done = (): boolean => underWay.delete(sending);
      sending.then(done, done);
      return sending;
    },
    include(role, exchange) {
      log.requests += 1;
      log.attempts.push({ role, ordinal: log.requests, attempt: 1, exchange });
    },
    async repeatProbe(times) {
      if (lastProbe === undefined || parts.health.givenUp(parts.operation) !== undefined) return;
      const repeated: PlannedRequest = { ...lastProbe, purpose: 'repeat' };
      await Promise.all(Array.from({ length: times }, () => sendWithRetries(parts, log, repeated)));
    },
    fact(name, value) {
      facts[name] = value;
    },
    async idle() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    record: () => recordOf(parts, draft, facts, log),
  };
}

/** Sends one request of a case; where it gets no answer, good requests beside it show whose failure that is. */
function createSender(parts: CaseParts, log: CaseLog): (planned: PlannedRequest) => Promise<Exchange> {
  const { operation, health } = parts;
  let slow = 0;
  return async (planned) => {
    const reason = health.givenUp(operation);
    if (reason !== undefined) throw new OperationGivenUp(reason);
    // Where single inputs get no answer, waiting for each of many does not help.
    const bounds = health.isOfInputs(operation) ? { ...parts.bounds, retries: 1 } : parts.bounds;
    const exchange = await sendWithRetries(parts, log, { ...planned, bounds });
    if (!isUnanswered(exchange)) {
      health.answered(operation);
      return exchange;
    }
    if (parts.confirms === false || health.givenUp(operation) !== undefined) return exchange;
    // Each takes as long as four answers may; a few of a case, such as a chain of pages, say enough.
    if (isSlow(exchange) && slow >= slowAtMost) return exchange;
    if (isSlow(exchange)) slow += 1;
    return confirmFailure(parts, log, planned, exchange);
  };
}

function recordOf(parts: CaseParts, draft: CaseDraft, facts: Facts, { attempts }: CaseLog): CaseRecord {
  const { kind, detail, context, wrong } = draft;
  return {
    id: parts.id,
    requirement: draft.as ?? parts.requirement,
    operation: parts.operation,
    judge: parts.judge,
    kind,
    ...(detail === undefined ? {} : { detail }),
    ...(context === undefined ? {} : { context }),
    name: caseText(draft, wrong?.pointer),
    wrong: wrong === undefined ? 'valid' : { kind, ...wrong, name: kindText(draft, wrong.pointer) },
    credential: draft.credential ?? 'valid',
    facts,
    attempts,
  };
}
