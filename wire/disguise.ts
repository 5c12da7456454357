import { bytesFrom } from '../generators/seeding.ts';
import type { ClientStyle } from './client-style.ts';
import { type Client, clients } from './clients.ts';
import type { OperationRequest } from './operation-request.ts';

/** That no request is sent as the suite itself. What is drawn follows from the run and the id of the exchange. */
export interface Disguise {
  /** Seed and nonce. */
  readonly run: string;
}

const small = clients.filter(({ isLarge }) => isLarge !== true);

/** The client whose requests look like those that the suite sends over lines: in order, case and all. */
const overLines = clientNamed('node-fetch');

/** What is written byte by byte has the first headers of this one. */
const asWritten = clientNamed('curl');

/**
 * The request in the style of an ordinary client. One that has none gets one; one that would be sent by the shared HTTP
 * client, whose order and case of headers is its own, is written exactly as its client writes it, on a connection that
 * this client keeps. A request that has all that stays as it is.
 * @param id the id of its exchange
 */
export function disguised(request: OperationRequest, id: string, { run }: Disguise): OperationRequest {
  const { connection = 'kept', written, style } = request;
  const key = style?.key ?? id;
  if (written !== undefined) return { ...request, style: { client: asWritten, key, run } };
  if (typeof connection === 'object') return { ...request, style: { client: overLines, key, run } };
  if (style?.exact !== undefined) return request;
  const worn: ClientStyle = style ?? { client: drawnClient(id, run), key, run };
  const isKept = connection === 'kept' && worn.client.connection !== 'close';
  return {
    ...request,
    style: { ...worn, exact: { framing: 'length', ...(isKept ? { isKept: true as const } : {}) } },
  };
}

/** One of the clients with headers of usual size, drawn from the parts. */
export function drawnClient(...parts: readonly string[]): Client {
  const [byte = 0] = bytesFrom(['disguise', ...parts], 1);
  return small[byte % small.length] ?? overLines;
}

function clientNamed(id: string): Client {
  const client = clients.find((each) => each.id === id);
  if (client === undefined) throw new Error(`There is no client ${id}.`);
  return client;
}
