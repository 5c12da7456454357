import type { Socket } from 'node:net';
import type { OpenSocket } from './open-socket.ts';

/** The connections that clients keep open. Each client has its own, as real clients have. */
export interface ClientSockets {
  /** An idle connection of the client, or a new one. */
  take(client: string): Promise<Socket>;
  /** Keeps a connection for the next request of its client, unless it has ended. */
  release(client: string, socket: Socket): void;
  close(): void;
}

/** How long a client keeps an idle connection, in milliseconds; servers usually end them after five seconds. */
const idleMs = 4_000;

/** What ends an idle connection. */
const endings = ['end', 'error', 'close'] as const;

/**
 * @param mayKeep whether an idle connection may stay open: not if the target accepts only few at once
 */
export function createClientSockets(open: OpenSocket, mayKeep: () => boolean): ClientSockets {
  /** Idle connections by client, with what stops watching them. */
  const idle = new Map<string, Map<Socket, () => void>>();
  const watch = (client: string, socket: Socket): (() => void) => {
    const end = (): void => {
      idle.get(client)?.get(socket)?.();
      socket.destroy();
    };
    for (const event of endings) socket.on(event, end);
    const timer = setTimeout(end, idleMs);
    timer.unref();
    return () => {
      idle.get(client)?.delete(socket);
      clearTimeout(timer);
      for (const event of endings) socket.off(event, end);
    };
  };
  return {
    async take(client) {
      // The last one that was used is the least likely to be ended by the other side.
      const [kept, forget] = [...(idle.get(client) ?? [])].at(-1) ?? [];
      if (kept === undefined || forget === undefined) return open();
      forget();
      return kept;
    },
    release(client, socket) {
      if (!mayKeep() || socket.destroyed || !socket.writable || !socket.readable) {
        socket.destroy();
        return;
      }
      const sockets = idle.get(client) ?? new Map<Socket, () => void>();
      idle.set(client, sockets.set(socket, watch(client, socket)));
    },
    close() {
      for (const sockets of idle.values()) {
        for (const [socket, forget] of [...sockets]) {
          forget();
          socket.destroy();
        }
      }
    },
  };
}
