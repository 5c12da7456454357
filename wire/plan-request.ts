import type { Operation } from '../requirements/requirement.ts';
import { operations } from '../schemas/openapi.ts';
import {
  type ClientSpec,
  type RequestSpec,
  sentAsClient,
  sentAsWritten,
  sentOverHttpClient,
  type WrittenSpec,
} from './as-sent.ts';
import { type Disguise, disguised } from './disguise.ts';
import { dressed } from './dress.ts';
import type { HeaderPair, SentRequest } from './exchange.ts';
import { withUserAgent } from './user-agent.ts';
import type { OperationRequest, OtherEndpoint } from './wire.ts';

/** What all requests of a run have in common. */
export interface Sender {
  readonly base: URL;
  readonly gateway: readonly HeaderPair[];
  readonly userAgent: string;
  /** Sent with every request, whatever its client. */
  readonly fixedUserAgent?: string | undefined;
  /** Present if no request is sent as the suite itself. */
  readonly disguise?: Disguise | undefined;
}

/** A request with everything that is sent, and how: over the HTTP client, or on a connection of its own. */
export type Planned =
  | { readonly route: 'http-client'; readonly spec: RequestSpec }
  | { readonly route: 'as-client'; readonly spec: ClientSpec }
  | { readonly route: 'as-written'; readonly spec: WrittenSpec };

/** The request in the dress in which it is sent, from the id of its exchange. */
export function inItsDress({ disguise }: Sender, id: string, request: OperationRequest): OperationRequest {
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
    ...(request.body === undefined ? {} : { body: request.body }),
    ...(request.isChunked === true ? { isChunked: true as const } : {}),
  };
  if (request.written !== undefined)
    return { route: 'as-written', spec: { ...spec, ...request.written, host: base.host } };
  const { connection, dress } = request;
  if (dress?.exact === undefined || typeof connection === 'object') return { route: 'http-client', spec };
  const { exact, client } = dress;
  const framing = spec.isChunked === true ? { framing: 'chunked' as const } : {};
  return { route: 'as-client', spec: { ...spec, ...exact, ...framing, host: base.host, client } };
}

/** The request as it is recorded: with what the HTTP client adds. */
export function plannedAsSent({ base }: Sender, planned: Planned): SentRequest {
  switch (planned.route) {
    case 'http-client':
      return sentOverHttpClient(base.host, planned.spec);
    case 'as-client':
      return sentAsClient(planned.spec);
    case 'as-written':
      return sentAsWritten(planned.spec);
  }
}

/** The headers of a request as its client sends them, and those of the gateway. */
function headersOf(
  { gateway, userAgent, fixedUserAgent }: Sender,
  { dress }: OperationRequest,
  own: readonly HeaderPair[],
): readonly HeaderPair[] {
  if (dress === undefined) return [['User-Agent', fixedUserAgent ?? userAgent], ...gateway, ...own];
  const headers = dressed([...gateway, ...own], dress);
  return fixedUserAgent === undefined ? headers : withUserAgent(headers, fixedUserAgent, dress.client);
}
