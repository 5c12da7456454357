import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import type { Connect } from './dispatcher.ts';
import type { Outcome } from './send.ts';

/** One connection, which is opened again when it has ended. */
export interface Connected {
  readonly dispatcher: Dispatcher;
  /** The open sockets: one or none. */
  readonly sockets: ReadonlySet<Socket>;
}

/** A connection for requests that follow each other on it; not shared with others. */
export interface Line {
  close(): Promise<void>;
}

/**
 * The other side may close an idle connection at any time, even during a request (RFC 9112 §9.3.1): a missing response
 * counts only on a new connection.
 */
export type Connection = 'kept' | 'fresh' | Line;

/** The connections of a process. Each request has one for itself. */
export interface Connections {
  /** Sends on a connection of this sort. */
  use(connection: Connection, send: (connected: Connected) => Promise<Outcome>): Promise<Outcome>;
  /** Sends on a socket that `send` opens and closes itself. */
  useOwn(send: () => Promise<Outcome>): Promise<Outcome>;
  openLine(): Line;
  close(): Promise<void>;
}

interface Slot extends Line {
  readonly dispatcher: Dispatcher;
  /** Open sockets: one, or none. */
  readonly sockets: Set<Socket>;
  readonly isKept: boolean;
  isBusy: boolean;
  /** Responses since the connection was opened. */
  answered: number;
  ending: Promise<unknown> | undefined;
}

interface Limits {
  /** How many connections may be open at once; unlimited until the target has turned one away. */
  readonly room: () => number;
  /** A new connection got no response while so many others had some. */
  readonly turnedAway: (others: number) => void;
}

/** How long a connection that a check holds may be idle, in milliseconds, where the target does not say. */
const lineIdleMs = 120_000;

/** How long to wait for the other side to end a connection, in milliseconds. */
const goodbyeMs = 250;

export function createConnections(connect: Connect, { room, turnedAway }: Limits): Connections {
  const slots = new Set<Slot>();
  const open = (isKept: boolean): Slot => {
    const sockets = new Set<Socket>();
    const announced = (socket: Socket): void => {
      sockets.add(socket);
      slot.answered = 0;
      socket.once('close', () => sockets.delete(socket));
    };
    const dispatcher = isKept ? connect(announced) : connect(announced, lineIdleMs);
    const close = async (): Promise<void> => {
      slots.delete(slot);
      if (room() !== Number.POSITIVE_INFINITY) await end(slot);
      await dispatcher.destroy();
    };
    const slot: Slot = { dispatcher, sockets, isKept, isBusy: false, answered: 0, ending: undefined, close };
    slots.add(slot);
    return slot;
  };
  const opened = (): Slot[] => [...slots].filter(({ isBusy, sockets }) => isBusy || sockets.size > 0);
  const makeRoom = async (): Promise<void> => {
    while (opened().length >= room()) {
      const idle = opened().filter(({ isBusy, ending }) => !isBusy && ending === undefined);
      // A check that sends on a line of its own loses least where that is the last to go.
      const leaves = idle.find(({ isKept }) => isKept) ?? idle[0];
      if (leaves === undefined) return;
      await end(leaves);
    }
  };
  const others = (slot: Slot | undefined): number =>
    [...slots].filter((each) => each !== slot && each.answered > 0 && each.sockets.size > 0).length;
  const note = (slot: Slot | undefined, isNew: boolean, { answer, failure }: Outcome): void => {
    if (answer !== undefined && slot !== undefined) slot.answered += 1;
    if (!isNew || answer !== undefined || !saysNothing(failure?.kind)) return;
    const count = others(slot);
    if (count > 0) turnedAway(count);
  };
  const sendOn = async (slot: Slot, send: (connected: Connected) => Promise<Outcome>): Promise<Outcome> => {
    slot.isBusy = true;
    try {
      await slot.ending;
      const isNew = slot.sockets.size === 0;
      if (isNew) await makeRoom();
      const outcome = await send({ dispatcher: slot.dispatcher, sockets: slot.sockets });
      note(slot, isNew, outcome);
      return outcome;
    } finally {
      slot.isBusy = false;
      // The one that was idle for longest comes first, so that requests of each kind reach every replica behind a balancer.
      if (slots.delete(slot)) slots.add(slot);
    }
  };
  const kept = (): Slot => {
    const idle = [...slots].filter(({ isKept, isBusy, ending }) => isKept && !isBusy && ending === undefined);
    return idle.find(({ sockets }) => sockets.size > 0) ?? idle[0] ?? open(true);
  };
  return {
    async use(connection, send) {
      if (connection === 'kept') return sendOn(kept(), send);
      if (typeof connection === 'object') return sendOn(connection as Slot, send);
      const slot = open(false);
      try {
        return await sendOn(slot, send);
      } finally {
        await slot.close();
      }
    },
    async useOwn(send) {
      await makeRoom();
      return send();
    },
    openLine: () => open(false),
    async close() {
      await Promise.all([...slots].map(({ dispatcher }) => dispatcher.destroy()));
    },
  };
}

/** Ends an idle connection, and waits until the other side has noticed: it may count its connections. */
async function end(slot: Slot): Promise<void> {
  const closed = [...slot.sockets].map(
    (socket) =>
      new Promise<void>((resolve) => {
        const late = setTimeout(() => socket.destroy(), goodbyeMs);
        socket.once('close', () => {
          clearTimeout(late);
          resolve();
        });
        socket.end();
      }),
  );
  slot.ending = Promise.all(closed);
  await slot.ending;
  slot.ending = undefined;
}

function saysNothing(kind: string | undefined): boolean {
  return kind === 'refused' || kind === 'closed' || kind === 'timeout';
}
