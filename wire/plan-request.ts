import { drawnWord } from '../generators/party-names.ts';
import { bytesFrom } from '../generators/seeding.ts';
import type { Operation } from '../requirements/requirement.ts';
import { operations } from '../schemas/openapi.ts';
import {
  type Planned,
  planAsClient,
  planAsSuite,
  planUnusual,
  type RequestSpec,
  type Unusual,
} from './as-sent.ts';
import { type ClientStyle, type Destination, nameWriterOf, withClientHeaders } from './client-style.ts';
import { type Client, clients } from './clients.ts';
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

/** What all requests of a run have in common. */
export interface Sender {
  readonly base: URL;
  readonly gateway: readonly HeaderPair[];
  readonly userAgent: string;
  /** Sent with every request, whatever its client. */
  readonly fixedUserAgent?: string;
  /**
   * Seed and nonce, present if no request is sent as the suite itself: what is drawn follows from the run and the id of the
   * exchange.
   */
  readonly disguise?: string;
}

/** Those that send the headers of any request: a page in a browser cannot send an API key. */
const small = clients.filter(({ isLarge, isBrowser }) => isLarge !== true && isBrowser !== true);

/** The client whose requests look like those that the suite sends over lines: in order, case and all. */
const overLines = clientNamed('node-fetch');

/** What is written byte by byte has the first headers of this one. */
const asWritten = clientNamed('curl');

/**
 * The request in the style in which it is sent, which is that of an ordinary client in a disguised run. One that has no style
 * gets one; one that would be sent by the shared HTTP client, whose order and case of headers is its own, is written exactly as
 * its client writes it, on a connection that this client keeps. A request that has all that stays as it is.
 * @param id the id of its exchange
 */
export function inItsStyle(
  { disguise: run }: Pick<Sender, 'disguise'>,
  id: string,
  request: OperationRequest,
): OperationRequest {
  if (run === undefined) return request;
  const { connection = 'kept', written, style } = request;
  const key = style?.key ?? id;
  if (written !== undefined) return { ...request, style: { client: asWritten, key, run } };
  if (typeof connection === 'object') return { ...request, style: { client: overLines, key, run } };
  if (style?.exact !== undefined) return request;
  // What has no style in the scenarios of ordinary clients is what the first of them does.
  const isFirst = /^preflight@|\/paced-/.test(id);
  const [byte = 0] = bytesFrom(['usual', id, run], 1);
  const other = () => (byte % usualOneIn === 0 ? usualClient(run) : drawnClient(id, run));
  const worn: ClientStyle = style ?? { client: isFirst ? firstClient(run) : other(), key, run };
  const { isBrief, connection: ends } = worn.client;
  const isKept = connection === 'kept' && ends !== 'close' && isBrief !== true;
  return {
    ...request,
    style: { ...worn, exact: { framing: 'length', keptFor: isKept ? worn.client.id : undefined } },
  };
}

/** One of the clients with headers of usual size, drawn from the parts. */
export function drawnClient(...parts: readonly string[]): Client {
  const [byte = 0] = bytesFrom(['disguise', ...parts], 1);
  return small[byte % small.length] ?? overLines;
}

/** One in so many requests is that of the usual client of a disguised run: of the users of a target, some are many. */
export const usualOneIn = 3;

/** The client that sends more requests of a run than any other, so that some connections live long. */
export function usualClient(run: string): Client {
  const [byte = 0] = bytesFrom(['usual client', run], 1);
  return libraries[byte % libraries.length] ?? overLines;
}

/** Libraries that applications are built on. */
const libraries = ['axios', 'node-fetch', 'go', 'python-requests', 'python-httpx', 'java'].map(clientNamed);

/** What applications call themselves, behind a name of their own. */
const purposes = 'api app backend client connector gateway ledger service sync worker'.split(' ');

/**
 * The client that a run begins with, alone: an application of some user, which names itself as no list says, and sends what its library
 * does besides.
 */
export function firstClient(run: string): Client {
  const [library = 0, purpose = 0, ...release] = bytesFrom(['application', run], 5);
  // One without Accept would be told from what its User-Agent leads to expect.
  const accepting = libraries.filter(({ headers }) => headers.some(([header]) => /^accept$/i.test(header)));
  const base = accepting[library % accepting.length] ?? overLines;
  const name = `${drawnWord('application', run)}-${purposes[purpose % purposes.length]}`;
  const version = release.map((byte) => byte % 12).join('.');
  const named = ([header, value]: HeaderPair): HeaderPair =>
    header.toLowerCase() === 'user-agent' ? [header, `${name}/${version}`] : [header, value];
  return { ...base, id: 'application', headers: base.headers.map(named) };
}

function clientNamed(id: string): Client {
  const client = clients.find((each) => each.id === id);
  if (client === undefined) throw new Error(`There is no client ${id}.`);
  return client;
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
    headers: headersOf(sender, { ...request, method: request.method ?? method }, [
      ...credential,
      ...(type === undefined || type === null ? [] : [['Content-Type', type] as const]),
      ...(request.headers ?? []),
    ]),
    body: request.body,
    isChunked: request.isChunked,
  };
  const { connection, style, written } = request;
  if (written !== undefined) return planUnusual(base.host, spec, written);
  return style?.exact === undefined || typeof connection === 'object'
    ? planAsSuite(base.host, spec)
    : planAsClient(base.host, spec, style.client, style.exact);
}

/** The headers of a request as its client sends them, and those of the gateway. */
function headersOf(
  { base, gateway, userAgent, fixedUserAgent }: Sender,
  { style, method }: OperationRequest & Pick<Destination, 'method'>,
  own: readonly HeaderPair[],
): readonly HeaderPair[] {
  if (style === undefined) return [['User-Agent', fixedUserAgent ?? userAgent], ...gateway, ...own];
  const headers = withClientHeaders([...gateway, ...own], style, { base, method });
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
