import { Agent, type IncomingMessage, request } from 'node:http';
import { isUnclosed } from '../../generators/unclosed-text.ts';
import { operations } from '../../schemas/openapi.ts';
import type { Exchange, FailureKind, HeaderPair } from '../../wire/exchange.ts';
import type { ProbeRequest } from './probe-requests.ts';

/** How many requests are under way at once. */
const atOnce = 16;
const timeoutMs = 5_000;

/** After this many requests that were never answered, no more texts that end too early are sent. */
const hangsAtMost = 3;

/** Where requests go. */
export interface Probed {
  /** Starts the server again, after a request that it never answered; returns its new address. */
  restart(): Promise<string>;
  readonly baseUrl: string;
}

/**
 * Sends all requests to a server, some at a time, and returns the exchanges in the same order. A request that is never
 * answered may occupy a thread for good, so the server is started again; of the texts that usually cause it, some are not
 * sent and have no exchange.
 */
export async function sendAll(
  probed: Probed,
  token: string,
  requests: readonly ProbeRequest[],
): Promise<(Exchange | undefined)[]> {
  const exchanges: (Exchange | undefined)[] = [];
  let { baseUrl } = probed;
  let next = 0;
  let hangs = 0;
  while (next < requests.length) {
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
    let hasHung = false;
    const oneByOne = async (): Promise<void> => {
      while (next < requests.length && !hasHung) {
        const index = next;
        next += 1;
        const each = requests[index];
        if (each === undefined || (hangs >= hangsAtMost && endsTooEarly(each))) continue;
        const exchange = await sendOne(agent, baseUrl, token, each, String(index));
        exchanges[index] = exchange;
        if (exchange.failure?.kind !== 'timeout') continue;
        hasHung = true;
        hangs += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, oneByOne));
    agent.destroy();
    if (hasHung) baseUrl = await probed.restart();
  }
  return exchanges;
}

function endsTooEarly({ body }: ProbeRequest): boolean {
  return body !== undefined && isUnclosed(body.toString('utf8'));
}

async function sendOne(
  agent: Agent,
  baseUrl: string,
  token: string,
  { operation, body, query, credential }: ProbeRequest,
  id: string,
): Promise<Exchange> {
  const { method, path } = operations[operation];
  const target = query === undefined || query === '' ? path : `${path}?${query}`;
  const headers: HeaderPair[] = [
    ['User-Agent', 'field-probe'],
    ...(credential ?? [['Authorization', `Bearer ${token}`] as const]),
    ...(body === undefined
      ? []
      : [['Content-Type', 'application/json'] as const, ['Content-Length', String(body.length)] as const]),
  ];
  // Tokens are written as a recording would have them.
  const kept = headers.map(
    ([name, value]) => [name, credential === undefined ? value.replace(token, '<jwt>') : value] as const,
  );
  const sent = { method, target, headers: kept, body: body ?? Buffer.alloc(0) };
  const began = performance.now();
  const ended = await exchanged(agent, new URL(baseUrl), { method, target, headers, body });
  return { id, request: sent, ...ended, ms: performance.now() - began };
}

interface Outgoing {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer | undefined;
}

function exchanged(
  agent: Agent,
  { hostname, port }: URL,
  { method, target, headers, body }: Outgoing,
): Promise<Pick<Exchange, 'answer' | 'failure'>> {
  return new Promise((resolve) => {
    const failed = (kind: FailureKind, message: string): void => resolve({ failure: { kind, message } });
    try {
      const outgoing = request(
        {
          agent,
          hostname,
          port,
          method,
          path: target,
          headers: Object.fromEntries(headers),
          timeout: timeoutMs,
        },
        (incoming) => void answered(incoming).then(resolve, () => failed('cut', 'the response was cut')),
      );
      outgoing.once('timeout', () => outgoing.destroy(new Error('timeout')));
      outgoing.once('error', ({ message }) => failed(message === 'timeout' ? 'timeout' : 'closed', message));
      outgoing.end(body);
    } catch (error) {
      failed('protocol', String(error));
    }
  });
}

async function answered(incoming: IncomingMessage): Promise<Pick<Exchange, 'answer'>> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const { rawHeaders, statusCode = 0, statusMessage = '' } = incoming;
  const headers: HeaderPair[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  return { answer: { status: statusCode, reason: statusMessage, headers, body: Buffer.concat(parts) } };
}
