import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Operation } from '../../requirements/requirement.ts';

const stems: Readonly<Record<string, Operation>> = {
  '/v2/parties/external/generate-topology': 'generate-topology',
  '/v2/interactive-submission/execute': 'execute-submission',
  '/v2/users': 'list-users',
};

/** One request as a placeholder target sees it. */
export interface Asked {
  readonly operation: Operation;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
}

/** A status with a JSON body, or undefined where nothing is answered and the connection is dropped. */
export type Reply =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | undefined;

/** A placeholder HTTP target that ends with the test. */
export async function answeringServer(reply: (asked: Asked) => Reply): Promise<string> {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://127.0.0.1');
      const operation = stems[url.pathname];
      if (operation === undefined) throw new Error(`No operation has the path ${url.pathname}.`);
      const said = reply({ operation, query: url.searchParams, headers: request.headers });
      if (said === undefined) {
        request.socket.destroy();
        return;
      }
      response.writeHead(said.status, { 'Content-Type': 'application/json', ...said.headers });
      response.end(JSON.stringify(said.body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}
