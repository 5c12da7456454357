import type { Dispatcher } from 'undici';
import type { Operation } from '../requirements/requirement.ts';
import { operations } from '../schemas/openapi.ts';
import type { Bounds } from './bounds.ts';
import type { Connect } from './dispatcher.ts';
import { type Dress, dressed } from './dress.ts';
import type { Exchange, HeaderPair } from './exchange.ts';
import type { Limiter } from './limiter.ts';
import type { OpenSocket } from './open-socket.ts';
import type { Redactor } from './redact.ts';
import { sendOnce } from './send.ts';
import { sendAsClient, sendWritten, type Written } from './send-written.ts';

/** One request of an operation, before credential and gateway headers. */
export interface OperationRequest {
  readonly body?: Buffer;
  /** Without the question mark; already percent-encoded. */
  readonly query?: string;
  /** `null` omits Content-Type; the default is `application/json` if there is a body. */
  readonly contentType?: string | null;
  readonly headers?: readonly HeaderPair[];
  /** A method other than that of the operation; only for observations. */
  readonly method?: string;
  readonly path?: string;
  /** Default: `kept`. */
  readonly connection?: Connection;
  /** Sent on a connection of its own, with headers and a version that the HTTP client refuses. */
  readonly written?: Written;
  /** The client as which it is sent; that of the suite itself by default. */
  readonly dress?: Dress;
}

/** The path of a request that is not for one of the document's operations. */
export interface OtherEndpoint {
  readonly method: string;
  readonly path: string;
}

/** A connection for requests that follow each other on it; not shared with others. */
export interface Line {
  readonly dispatcher: Dispatcher;
  close(): Promise<void>;
}

/**
 * The other side may close an idle connection at any time, even during a request (RFC 9112 §9.3.1): a missing response
 * counts only on a new connection.
 */
export type Connection = 'kept' | 'fresh' | Line;

/** Sends once, within the limits of the run, and returns what may be stored and shown. */
export interface Wire {
  send(
    id: string,
    operation: Operation | OtherEndpoint,
    request: OperationRequest,
    credential: readonly HeaderPair[],
  ): Promise<Exchange>;
  /** Opens a connection of its own, which must be closed. */
  openLine(): Line;
  /** Stops sending for this long, and reduces concurrency after that: a target asked for it. */
  pause(ms: number, wasTold?: boolean): void;
  close(): Promise<void>;
}

export interface WireParts {
  readonly baseUrl: string;
  readonly connect: Connect;
  readonly openSocket: OpenSocket;
  readonly bounds: Bounds;
  readonly limiter: Limiter;
  readonly redactor: Redactor;
  readonly gateway: readonly HeaderPair[];
  readonly userAgent: string;
}

/** The headers of a request as its client sends them, and those of the gateway. */
function headersOf(
  { gateway, userAgent }: WireParts,
  { dress }: OperationRequest,
  own: readonly HeaderPair[],
): readonly HeaderPair[] {
  if (dress === undefined) return [['User-Agent', userAgent], ...gateway, ...own];
  return dressed([...gateway, ...own], dress);
}

export function createWire(parts: WireParts): Wire {
  const base = new URL(parts.baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const kept = parts.connect();
  let pausedUntil = 0;
  return {
    async send(id, operation, request, credential) {
      const { method, path } = typeof operation === 'string' ? operations[operation] : operation;
      const query = request.query === undefined || request.query === '' ? '' : `?${request.query}`;
      const type =
        request.contentType === undefined && method === 'POST' ? 'application/json' : request.contentType;
      const spec = {
        method: request.method ?? method,
        target: `${prefix}${request.path ?? path}${query}`,
        headers: headersOf(parts, request, [
          ...credential,
          ...(type === undefined || type === null ? [] : [['Content-Type', type] as const]),
          ...(request.headers ?? []),
        ]),
        ...(request.body === undefined ? {} : { body: request.body }),
      };
      const outcome = await parts.limiter.run(async () => {
        while (pausedUntil > performance.now()) {
          await new Promise((resolve) => setTimeout(resolve, pausedUntil - performance.now()));
        }
        if (request.written !== undefined)
          return sendWritten(
            parts.openSocket,
            { ...spec, ...request.written, host: base.host },
            parts.bounds,
          );
        const { connection = 'kept', dress } = request;
        if (dress?.exact !== undefined && typeof connection !== 'object')
          return sendAsClient(
            parts.openSocket,
            { ...spec, ...dress.exact, host: base.host, client: dress.client },
            parts.bounds,
          );
        if (typeof connection === 'object') return sendOnce(connection.dispatcher, base, spec, parts.bounds);
        if (connection === 'kept') return sendOnce(kept, base, spec, parts.bounds);
        const fresh = parts.connect();
        try {
          return await sendOnce(fresh, base, spec, parts.bounds);
        } finally {
          await fresh.destroy();
        }
      });
      return { id, ...parts.redactor.outcome(outcome) };
    },
    openLine() {
      const dispatcher = parts.connect(1);
      return { dispatcher, close: () => dispatcher.destroy() };
    },
    pause(ms, wasTold) {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms);
      parts.limiter.narrow(wasTold);
    },
    close: () => kept.destroy(),
  };
}
