import type { ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { Call } from './call.ts';

/** Writes the answer of a call to the socket in one piece. */
export function plainly(response: ServerResponse, call: Call): void {
  response.writeHead(call.status, withLength(call));
  response.end(call.bytes);
}

/** The headers of an answer that is as long as its bytes. */
export function withLength({ responseHeaders, bytes }: Call): Record<string, string> {
  return { ...responseHeaders, 'Content-Length': String(bytes.length) };
}

/** Resets the connection of a response. One with TLS cannot be reset; it ends as unexpectedly, without the close of TLS. */
export function resetConnection({ socket }: ServerResponse): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket?.resetAndDestroy();
}
