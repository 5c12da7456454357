import type { ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { Answer } from './answer.ts';

/** Writes a response to the socket in one piece. */
export function deliver(answer: Answer, response: ServerResponse): void {
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}

/** Resets the connection of a response. One with TLS cannot be reset; it ends as unexpectedly, without the close of TLS. */
export function resetConnection({ socket }: ServerResponse): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket?.resetAndDestroy();
}
