import type { Operation } from '../requirements/requirement.ts';
import { operations } from '../schemas/openapi.ts';
import { type Planned, planAsClient, planAsSuite, planUnusual, type RequestSpec } from './as-sent.ts';
import { nameWriterOf, withClientHeaders } from './client-style.ts';
import type { Client } from './clients.ts';
import { type Disguise, disguised } from './disguise.ts';
import type { HeaderPair } from './exchange.ts';
import type { OperationRequest, OtherEndpoint } from './operation-request.ts';

/** What all requests of a run have in common. */
export interface Sender {
  readonly base: URL;
  readonly gateway: readonly HeaderPair[];
  readonly userAgent: string;
  /** Sent with every request, whatever its client. */
  readonly fixedUserAgent?: string;
  /** Present if no request is sent as the suite itself. */
  readonly disguise?: Disguise;
}

/** The request in the style in which it is sent, from the id of its exchange. */
export function inItsStyle({ disguise }: Sender, id: string, request: OperationRequest): OperationRequest {
  return disguise === undefined ? request : disguised(request, id, disguise);
}

/** Adds to a request what the run, the credential and the client put around it. */
export function planRequest(
  sender: Sender,
  operation: Operation | OtherEndpoint,
  request: OperationRequest,
  credential: readonly HeaderPair[],
): Planned {
  const { method, path } = typeof operation === 'string' ? operations[operation] : operation;
  const { base } = sender;
  const query = request.query === undefined || request.query === '' ? '' : `?${request.query}`;
  const type =
    request.contentType === undefined && method === 'POST' ? 'application/json' : request.contentType;
  const spec: RequestSpec = {
    method: request.method ?? method,
    target: `${base.pathname.replace(/(?<!\/)\/+$/, '')}${request.path ?? path}${query}`,
    headers: headersOf(sender, request, [
      ...credential,
      ...(type === undefined || type === null ? [] : [['Content-Type', type] as const]),
      ...(request.headers ?? []),
    ]),
    body: request.body,
    ...(request.isChunked === true ? { isChunked: true as const } : {}),
  };
  const { connection, style, written } = request;
  if (written !== undefined) return planUnusual(base.host, spec, written);
  return style?.exact === undefined || typeof connection === 'object'
    ? planAsSuite(base.host, spec)
    : planAsClient(base.host, spec, style.client, style.exact);
}

/** The headers of a request as its client sends them, and those of the gateway. */
function headersOf(
  { gateway, userAgent, fixedUserAgent }: Sender,
  { style }: OperationRequest,
  own: readonly HeaderPair[],
): readonly HeaderPair[] {
  if (style === undefined) return [['User-Agent', fixedUserAgent ?? userAgent], ...gateway, ...own];
  const headers = withClientHeaders([...gateway, ...own], style);
  return fixedUserAgent === undefined ? headers : withUserAgent(headers, fixedUserAgent, style.client);
}

/** The headers with this User-Agent in place of that of the client; in front of them if the client sends none. */
function withUserAgent(
  headers: readonly HeaderPair[],
  userAgent: string,
  client: Client,
): readonly HeaderPair[] {
  const isUserAgent = ([name]: HeaderPair): boolean => name.toLowerCase() === 'user-agent';
  if (!headers.some(isUserAgent)) return [[nameWriterOf(client)('User-Agent'), userAgent], ...headers];
  return headers.map((pair): HeaderPair => (isUserAgent(pair) ? [pair[0], userAgent] : pair));
}
