import type { Unusual } from './as-sent.ts';
import type { ClientStyle } from './client-style.ts';
import type { Connection } from './connections.ts';
import type { HeaderPair } from './exchange.ts';

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
  /** Waits several times the timeout. A response that comes late counts as slow, not as an answer. */
  readonly isPatient?: boolean;
  /** Sent on a connection of its own, with whichever headers and version. */
  readonly written?: Unusual;
  /** The body is sent in chunks, whatever the style says. */
  readonly isChunked?: true;
  /** The client as which it is sent; that of the suite itself by default. */
  readonly style?: ClientStyle;
  /** Sent before all that wait for their turn: others depend on its answer. */
  readonly isUrgent?: boolean;
  /** Called when its turn comes; if it throws, the request is not sent. */
  readonly beforeSending?: () => void;
}

/** The path of a request that is not for one of the document's operations. */
export interface OtherEndpoint {
  readonly method: string;
  readonly path: string;
}
