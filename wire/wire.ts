import type { Operation } from '../requirements/requirement.ts';
import type { Bounds } from './bounds.ts';
import { atOnce } from './collected.ts';
import { createConnections, type Line } from './connections.ts';
import type { Exchange, HeaderPair } from './exchange.ts';
import type { Limiter } from './limiter.ts';
import type { OpenSocket } from './open-socket.ts';
import {
  inItsStyle,
  type OperationRequest,
  type OtherEndpoint,
  planRequest,
  type Sender,
} from './plan-request.ts';
import type { Redactor } from './redact.ts';
import { isTurnedAway } from './retry.ts';
import { sendOnce } from './send.ts';

/** Sends once, within the limits of the run, and returns what may be stored and shown. */
export interface Wire {
  /** @param credential its headers, or how to get them when the request is about to be sent: a token ends while others wait */
  send(
    id: string,
    operation: Operation | OtherEndpoint,
    request: OperationRequest,
    credential: readonly HeaderPair[] | (() => Promise<readonly HeaderPair[]>),
  ): Promise<Exchange>;
  /** The request in the style in which it will be sent, by the id of its exchange. */
  inItsStyle(id: string, request: OperationRequest): OperationRequest;
  /** How many connections the target takes at once, as far as it turned some away; undefined otherwise. */
  capacity(): number | undefined;
  /** Opens a connection of its own, which must be closed. */
  openLine(): Line;
  /** What made it send more slowly than its limiter allowed at first. */
  slowed(): Slowed;
  /** Stops sending for this long, and reduces concurrency after that: a target asked for it. */
  pause(ms: number, wasTold?: boolean): void;
  /**
   * Stops sending for this long. Where the target takes no connections, one request then shows whether it does again, and the next
   * one only so much later: what counts attempts would never forget them otherwise.
   */
  rest(ms: number, isAway?: boolean): void;
  close(): Promise<void>;
}

/** What made a run slower. */
export interface Slowed {
  readonly sent: number;
  /** Requests that a busy target rejected: 429, 502, 503 or 504, or a connection that it refused. */
  readonly turnedAway: number;
  /** Requests on connections that the target closed, after they had been used, without an answer. */
  readonly closed: number;
  /** How many requests may be under way at once, and to how few of them it went down. */
  readonly atOnce: number;
  readonly fewest: number;
}

export interface WireParts extends Omit<Sender, 'base'> {
  readonly baseUrl: string;
  readonly openSocket: OpenSocket;
  readonly bounds: Bounds;
  readonly limiter: Limiter;
  readonly redactor: Redactor;
  /** Whether the target takes no more connections than the limiter allows tasks. */
  readonly isCrowded?: boolean;
  /** When the token in these headers expires, in milliseconds since 1970 by the clock of this machine. */
  readonly tokenEnds?: (headers: readonly HeaderPair[]) => number | undefined;
}

export function createWire(parts: WireParts): Wire {
  const { gateway, userAgent, fixedUserAgent, disguise, limiter, openSocket, bounds } = parts;
  const sender = { base: new URL(parts.baseUrl), gateway, userAgent, fixedUserAgent, disguise };
  let isCrowded = parts.isCrowded === true;
  const connections = createConnections(openSocket, {
    room: () => (isCrowded ? limiter.width() : Number.POSITIVE_INFINITY),
    turnedAway(others) {
      isCrowded = true;
      limiter.fitInto(others);
    },
  });
  const pauses = createPauses();
  const slowed = { sent: 0, turnedAway: 0, closed: 0, atOnce: limiter.width(), fewest: limiter.width() };
  return {
    async send(id, operation, plain, credential) {
      const request = inItsStyle(sender, id, plain);
      let sent: Pick<Exchange, 'at' | 'tokenEnds'> = {};
      const outcome = await limiter.run(async () => {
        request.beforeSending?.();
        await pauses.over();
        const headers = typeof credential === 'function' ? await credential() : credential;
        const ends = parts.tokenEnds?.(headers);
        sent = { at: Date.now(), tokenEnds: ends };
        const planned = planRequest(sender, operation, request, headers);
        const { connection = 'kept', isPatient = false } = request;
        const received = await connections.use(connection, planned, (open, keptMs) =>
          sendOnce(open, planned, { ...bounds, isPatient, keptMs }),
        );
        slowed.sent += 1;
        if (received.failure?.kind === 'closed') slowed.closed += connection === 'kept' ? 1 : 0;
        else if (isTurnedAway(received)) slowed.turnedAway += 1;
        if (!isTurnedAway(received)) {
          limiter.accepted();
          pauses.answered();
        }
        const most = atOnce(received);
        if (most < limiter.width()) limiter.fitInto(most);
        slowed.fewest = Math.min(slowed.fewest, limiter.width());
        return received;
      }, request.isUrgent);
      return { id, ...sent, ...parts.redactor.outcome(outcome) };
    },
    inItsStyle: (id, request) => inItsStyle(sender, id, request),
    capacity: () => (isCrowded ? limiter.width() : undefined),
    openLine: () => connections.openLine(),
    slowed: () => slowed,
    pause(ms, wasTold) {
      pauses.add(ms);
      limiter.narrow(wasTold);
    },
    rest: pauses.add,
    async close() {
      connections.close();
    },
  };
}

/** Times in which nothing is sent; in milliseconds. */
function createPauses() {
  let until = 0;
  /** How far apart requests start until the target accepts one again. */
  let awayMs = 0;
  return {
    async over(): Promise<void> {
      while (until > performance.now())
        await new Promise((resolve) => setTimeout(resolve, until - performance.now()));
      if (awayMs > 0) until = performance.now() + awayMs;
    },
    answered(): void {
      awayMs = 0;
    },
    add(ms: number, isAway = false): void {
      if (isAway) awayMs = Math.max(awayMs, ms);
      until = Math.max(until, performance.now() + ms);
    },
  };
}
