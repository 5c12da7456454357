import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReferenceServer } from '../../reference/start.ts';

export interface Beside {
  readonly baseUrl: string;
  /** What clients sent, oldest first: `GET /v2/users`. */
  readonly seen: readonly string[];
  readonly close: () => Promise<void>;
}

/**
 * A proxy before a reference server that answers what clients request besides the three operations: version, user,
 * synchronizers, party lookup, and execute-and-wait, whose body goes to execute unchanged. Everything else is forwarded
 * byte for byte.
 */
export async function restOfALedger(reference: ReferenceServer): Promise<Beside> {
  const { TARGET_SYNCHRONIZER: synchronizerId, TARGET_USER_ID: id } = reference.environment;
  const seen: string[] = [];
  const own: Readonly<Record<string, unknown>> = {
    '/v2/version': { version: '3.5.1' },
    '/v2/authenticated-user': { user: { id } },
    '/v2/state/connected-synchronizers': { connectedSynchronizers: [{ synchronizerId }] },
  };
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    seen.push(`${request.method} ${path}`);
    const party = /^\/v2\/parties\/([^/]+::[^/]+)$/.exec(decodeURIComponent(path))?.[1];
    if (request.method === 'GET' && path in own) return json(response, 200, own[path]);
    if (request.method === 'GET' && party !== undefined) {
      const isThere = seen.includes('POST /v2/parties/external/allocate');
      return json(response, isThere ? 200 : 404, isThere ? { partyDetails: [{ party }] } : {});
    }
    const isWaiting = path === '/v2/interactive-submission/executeAndWait';
    const target = isWaiting ? '/v2/interactive-submission/execute' : (request.url ?? '');
    const answer = await passOn(reference, request, target);
    const text = await answer.text();
    if (isWaiting && answer.status === 200 && text === '{}')
      return json(response, 200, { updateId: 'update-1', completionOffset: 1 });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(text);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

async function passOn({ baseUrl }: ReferenceServer, request: IncomingMessage, target: string) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { authorization = '', 'content-type': type } = request.headers;
  return fetch(`${baseUrl}${target}`, {
    method: request.method ?? 'GET',
    headers: { authorization, ...(type === undefined ? {} : { 'content-type': type }) },
    ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
  });
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
