import type { CaseRecord, Facts, Place, Role, Wrong } from '../journal/record.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { Bounds } from '../wire/bounds.ts';
import type { Scheme } from '../wire/credential.ts';
import type { Exchange, HeaderPair } from '../wire/exchange.ts';
import { askedDelay, isSlow, retryDelay } from '../wire/retry.ts';
import type { Connection, OperationRequest, Wire } from '../wire/wire.ts';
import { type Health, OperationGivenUp } from './health.ts';

/** What goes into a case before its exchanges. */
export interface CaseDraft {
  readonly name: string;
  /** What ends the id of the case; its number among the cases of the check unless given. */
  readonly number?: string;
  /** The requirement whose kind of request this is, where a check speaks of every answer of some kind. */
  readonly as?: string;
  readonly wrong?: Wrong;
  readonly credential?: string;
  readonly facts?: Facts;
}

/** What a case builder needs of its run. */
export interface CaseParts {
  readonly id: string;
  readonly requirement: string;
  readonly operation: Operation;
  readonly judge: number;
  readonly wire: Wire;
  readonly bounds: Bounds;
  /** Under the scheme that the target is known to take unless one is named. */
  readonly validCredential: (scheme?: Scheme) => Promise<HeaderPair[]>;
  readonly isTokenStale: () => boolean;
  readonly plain: () => OperationRequest;
  readonly health: Health;
  /** False where trouble is not looked into by good requests before and after one more try (ruling 26). */
  readonly witnesses?: false;
}

/** A request, or how to make it for each time it goes out: a submission takes another submissionId for each retry. */
export type Sendable = OperationRequest | ((time: number) => OperationRequest);

/** Collects the exchanges of one case. */
export interface CaseBuilder {
  readonly id: string;
  /**
   * Sends with the valid credential, under a scheme where one is named, unless headers are given; repeats what ruling 26
   * wants repeated, and returns what it settled on.
   */
  send(role: Role, request: Sendable, credential?: readonly HeaderPair[] | Scheme): Promise<Exchange>;
  /** Takes an exchange of another case in, such as a twin that several cases share. */
  include(role: Role, exchange: Exchange): void;
  fact(name: string, value: Facts[string]): void;
  /** Sends the last probe again, so many times side by side. */
  repeatProbe(times: number): Promise<void>;
  /** Resolves when no request of the case is under way: one that was given up leaves others behind. */
  idle(): Promise<void>;
  record(): CaseRecord;
}

/** So many requests of one case are looked into that took all the time or bytes that an answer may. */
const slowLookedInto = 3;

/** A 429 that names no delay holds everybody up for so long at most; its own request waits longer. */
const unaskedPauseMs = 250;

/** So often a request that stays troubled between good ones is tried once more, before it counts as its own trouble. */
const looksAtMost = 4;

/** So often a target that turns everybody away with 429 is waited for, beyond the attempts of the request. */
const waitsAtMost = 6;

export function buildCase(parts: CaseParts, draft: CaseDraft): CaseBuilder {
  const places: Place[] = [];
  const facts: Record<string, Facts[string]> = { ...draft.facts };
  let ordinals = 0;
  let times = 0;
  let slow = 0;
  let lastProbe: (() => Promise<unknown>) | undefined;

  const attempts = async (
    role: Role,
    request: Sendable,
    credential: readonly HeaderPair[] | Scheme | undefined,
    bounds: Bounds,
    first: Connection = 'kept',
  ): Promise<Exchange> => {
    ordinals += 1;
    const ordinal = ordinals;
    let connection = first;
    let renewed = false;
    for (let attempt = 1; ; attempt += 1) {
      const id = `${parts.id}#${ordinal}${attempt === 1 ? '' : `.${attempt}`}`;
      const headers = typeof credential === 'object' ? credential : await parts.validCredential(credential);
      times += 1;
      const made = typeof request === 'function' ? request(times) : request;
      const exchange = await parts.wire.send(id, parts.operation, made, headers, connection);
      parts.health.took(parts.operation, exchange);
      places.push({ role: attempt === 1 ? role : 'retry', ordinal, attempt, exchange });
      const status = exchange.answer?.status;
      if (
        typeof credential !== 'object' &&
        !renewed &&
        (status === 401 || status === 403) &&
        parts.isTokenStale()
      ) {
        renewed = true;
        continue;
      }
      const delay = retryDelay(exchange, attempt, bounds);
      if (delay === undefined || parts.health.givenUp(parts.operation) !== undefined) return exchange;
      const asked = askedDelay(exchange);
      if (asked !== undefined || (status === 429 && !parts.health.isOfInputs(parts.operation)))
        parts.wire.pause(asked === undefined ? Math.min(delay, unaskedPauseMs) : delay, (asked ?? 0) > 0);
      await new Promise((resolve) => setTimeout(resolve, delay));
      if (exchange.failure === undefined) continue;
      connection = 'fresh';
      parts.health.waited(parts.operation, delay);
    }
  };
  const isTroubled = (exchange: Exchange): boolean =>
    exchange.failure !== undefined || [429, 502, 503, 504].includes(exchange.answer?.status ?? 0);

  const underWay = new Set<Promise<Exchange>>();
  const send: CaseBuilder['send'] = (role, request, credential) => {
    const sending = sendAndLookInto(role, request, credential);
    underWay.add(sending);
    const done = (): boolean => underWay.delete(sending);
    sending.then(done, done);
    return sending;
  };
  const sendAndLookInto: CaseBuilder['send'] = async (role, request, credential) => {
    const { operation, health } = parts;
    const reason = health.givenUp(operation);
    if (reason !== undefined) throw new OperationGivenUp(operation, reason);
    if (role === 'probe') lastProbe = () => attempts('repeat', request, credential, parts.bounds);
    // Where single inputs are in trouble, waiting for each of many does not help.
    const patience = health.isOfInputs(operation) ? { ...parts.bounds, retries: 1 } : parts.bounds;
    const exchange = await attempts(role, request, credential, patience);
    if (!isTroubled(exchange)) {
      health.answered(operation);
      return exchange;
    }
    if (parts.witnesses === false || health.givenUp(operation) !== undefined) return exchange;
    // Each takes as long as four answers may; a few of a case, such as a chain of pages, say enough.
    if (isSlow(exchange) && slow >= slowLookedInto) return exchange;
    if (isSlow(exchange)) slow += 1;
    const once = { ...parts.bounds, retries: 1 };
    for (let wait = 1; ; wait += 1) {
      const { settled, met } = await lookInto(exchange, request, credential, once);
      health.lookedInto(operation, met === 'this input');
      // What everybody is turned away with is waited for, within bounds (ruling 26).
      const isBusy = met !== 'this input' && exchange.answer?.status === 429;
      if (met !== 'nothing' || settled !== undefined) health.answered(operation);
      const waits = isBusy && wait <= waitsAtMost && health.isWaitedFor(operation);
      if (met === 'nothing' && settled === undefined && !waits) health.gaveNothing(operation);
      if (settled !== undefined) return settled;
      if (!waits || health.givenUp(operation) !== undefined) return exchange;
      parts.wire.pause(parts.bounds.retryAfterMs);
      await new Promise((resolve) => setTimeout(resolve, parts.bounds.retryAfterMs));
    }
  };
  /** Is it this input, or the operation? A good request before and after one more try tells (ruling 26). */
  const lookInto = async (
    exchange: Exchange,
    request: Sendable,
    credential: readonly HeaderPair[] | Scheme | undefined,
    once: Bounds,
  ): Promise<{ readonly settled?: Exchange; readonly met: 'something' | 'nothing' | 'this input' }> => {
    const good = (): Promise<Exchange> => attempts('twin', parts.plain(), undefined, once, 'fresh');
    let before = await good();
    for (let round = 1; ; round += 1) {
      const again = await attempts('repeat', request, credential, once, 'fresh');
      const after = await good();
      const met = isTroubled(before) && isTroubled(after) ? 'nothing' : 'something';
      if (!isTroubled(again)) return { settled: again, met };
      if (isTroubled(before) || isTroubled(after)) return { met };
      // A target that turns away what is too much for it may by chance do so to this one only: it takes several times.
      if (isSlow(exchange) || round >= looksAtMost) return { met: 'this input' };
      before = after;
    }
  };
  return {
    id: parts.id,
    send,
    include(role, exchange) {
      ordinals += 1;
      places.push({ role, ordinal: ordinals, attempt: 1, exchange });
    },
    async repeatProbe(times) {
      const again = lastProbe;
      if (again !== undefined && parts.health.givenUp(parts.operation) === undefined)
        await Promise.all(Array.from({ length: times }, () => again()));
    },
    fact(name, value) {
      facts[name] = value;
    },
    async idle() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    record: () => ({
      id: parts.id,
      requirement: draft.as ?? parts.requirement,
      operation: parts.operation,
      judge: parts.judge,
      name: draft.name,
      wrong: draft.wrong ?? 'valid',
      credential: draft.credential ?? 'valid',
      facts,
      places,
    }),
  };
}
