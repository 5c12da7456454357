import type { IncomingHttpHeaders } from 'node:http';

/** A request to a route of your own. */
export interface OwnRequest {
  readonly method: string;
  /** Without prefix and query. */
  readonly path: string;
  /** What the segments of the path matched that begin with a colon, by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The response: a Buffer is sent as is, a string as text/plain, anything else as JSON. */
export interface OwnResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An operation of your own on the reference server (docs/adding-an-operation.md). */
export interface OwnRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Such as `/v2/version`; a segment such as `:id` matches any. */
  readonly path: string;
  /** Whether no credential is needed. Without this, a request without a valid token gets 401, as on the other operations. */
  readonly anonymous?: boolean;
  answer(request: OwnRequest): OwnResponse | Promise<OwnResponse>;
}
