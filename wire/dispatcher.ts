import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import type { Bounds } from './bounds.ts';
import type { OpenSocket } from './open-socket.ts';

/**
 * Opens one connection at a time, when there is a request for it. `idleMs` is how long an idle connection is kept where the
 * target does not say.
 */
export type Connect = (onSocket: (socket: Socket) => void, idleMs?: number) => Dispatcher;

/** How the HTTP client keeps connections that this opens. */
export function connectorOf(open: OpenSocket, bounds: Bounds): Connect {
  const limits = {
    pipelining: 1,
    // Our own timer limits the whole response; these only catch what it cannot see.
    headersTimeout: bounds.patientMs * 2,
    bodyTimeout: bounds.patientMs * 2,
    maxHeaderSize: bounds.headerBytes,
    connections: 1,
  };
  return (onSocket, idleMs) =>
    new Agent({
      ...limits,
      connect: (_options, callback) => {
        open().then(
          (socket) => {
            onSocket(socket);
            callback(null, socket);
          },
          (error: Error) => callback(error, null),
        );
      },
      ...(idleMs === undefined ? {} : { keepAliveTimeout: idleMs }),
    });
}
