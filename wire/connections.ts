import { ownConnections, type Planned } from './as-sent.ts';
import { type Channel, channelOn, idleMs } from './channel.ts';
import type { OpenSocket } from './open-socket.ts';
import type { Outcome } from './send.ts';

/** A connection for requests that follow each other on it; not shared with others. */
export interface Line {
  /** The ids of the last exchanges on it, and when the last response had ended, in milliseconds; whoever sends keeps it. */
  history?: { readonly exchanges: readonly string[]; readonly since: number };
  close(): Promise<void>;
}

/**
 * The other side may close an idle connection at any time, even during a request (RFC 9112 §9.3.1): a missing response
 * counts only on a new connection.
 */
export type Connection = 'kept' | 'fresh' | Line;

/** Sends on the connection that it opens, at most once; `keptMs` is how long it may be idle behind the response. */
type Send = (open: () => Promise<Channel>, keptMs: number) => Promise<Outcome>;

/** The connections of a process. Each request has one for itself. */
export interface Connections {
  /** Sends on a connection of this sort, or on a fresh one where the request shares none with others. */
  use(connection: Connection, request: Pick<Planned, 'keptFor'>, send: Send): Promise<Outcome>;
  openLine(): Line;
  close(): void;
}

/** A connection, which is opened again when it has ended. */
interface Slot extends Line {
  /** Whose requests it is kept for: of the suite, or of a client, which shares it with no other. */
  readonly keptFor: string | undefined;
  channel: Channel | undefined;
  isBusy: boolean;
  /** Responses since the connection was opened. */
  answered: number;
  ending: Promise<void> | undefined;
  /** Requests on a line follow each other, in whichever way they are sent. */
  last: Promise<unknown>;
}

/** How long a connection that a check holds may be idle, in milliseconds, where the target does not say. */
const lineIdleMs = 120_000;

/** How long to wait for the other side to end a connection, in milliseconds. */
const goodbyeMs = 250;

/**
 * @param limits `room`: how many connections may be open at once, unlimited until the target has turned one away ·
 * `turnedAway`: a new connection got no response while so many others had some
 */
export function createConnections(
  openSocket: OpenSocket,
  limits: { readonly room: () => number; readonly turnedAway: (others: number) => void },
): Connections {
  const { room, turnedAway } = limits;
  const slots = new Set<Slot>();
  const add = (keptFor?: string): Slot => {
    const close = async (): Promise<void> => {
      slots.delete(slot);
      if (room() !== Number.POSITIVE_INFINITY) await end(slot);
      slot.channel?.socket.destroy();
    };
    const idle = { channel: undefined, isBusy: false, answered: 0, ending: undefined };
    const slot: Slot = { keptFor, ...idle, last: Promise.resolve(), close };
    slots.add(slot);
    return slot;
  };
  const opened = (): Slot[] => [...slots].filter(({ isBusy, channel }) => isBusy || channel !== undefined);
  const makeRoom = async (): Promise<void> => {
    while (opened().length >= room()) {
      const idle = opened().filter(({ isBusy, ending }) => !isBusy && ending === undefined);
      // A check that sends on a line of its own loses least where that is the last to go.
      const leaves = idle.find(({ keptFor }) => keptFor !== undefined) ?? idle[0];
      if (leaves === undefined) return;
      await end(leaves);
    }
  };
  const sendOn = async (slot: Slot, isUsual: boolean, send: Send): Promise<Outcome> => {
    let isOver = false;
    slot.isBusy = true;
    try {
      await slot.ending;
      await recheck(slot);
      const isNew = slot.channel === undefined;
      if (isNew) await makeRoom();
      const open = () => channelOf(slot, openSocket, () => isOver || !slots.has(slot));
      const outcome = await send(open, slot.keptFor === undefined ? lineIdleMs : idleMs);
      if (outcome.answer !== undefined) slot.answered += 1;
      else if (isNew && isUsual && saysNothing(outcome.failure?.kind)) {
        const others = [...slots].filter((each) => each !== slot && each.channel && each.answered > 0).length;
        if (others > 0) turnedAway(others);
      }
      return outcome;
    } finally {
      isOver = true;
      slot.isBusy = false;
      // The one that was idle for longest comes first, so that requests of each kind reach every replica behind a balancer.
      if (slots.delete(slot)) slots.add(slot);
    }
  };
  return {
    async use(connection, { keptFor }, send) {
      // As the suite sends most requests: then a missing response may say that there are too many connections.
      const isUsual = keptFor === ownConnections;
      if (keptFor === undefined || connection === 'fresh') {
        const slot = add();
        return sendOn(slot, isUsual, send).finally(slot.close);
      }
      if (connection === 'kept') return sendOn(keptIn(slots, keptFor) ?? add(keptFor), isUsual, send);
      const line = connection as Slot;
      const sending = line.last.then(() => sendOn(line, isUsual, send));
      line.last = sending.catch(() => undefined);
      return sending;
    },
    openLine: () => add(),
    close() {
      for (const { channel } of slots) channel?.socket.destroy();
      slots.clear();
    },
  };
}

/**
 * An idle connection of an owner. A fault may show only late in the life of a connection, so a client goes on where it has sent most,
 * and the suite itself does so every other time.
 */
function keptIn(slots: ReadonlySet<Slot>, owner: string): Slot | undefined {
  const idle = [...slots].filter(
    ({ keptFor, isBusy, ending }) => keptFor === owner && !isBusy && ending === undefined,
  );
  const open = idle.filter(({ channel }) => channel !== undefined);
  const isByAge = owner !== ownConnections || (open[0]?.answered ?? 0) % 2 === 0;
  if (isByAge) open.sort((one, other) => other.answered - one.answered);
  return open[0] ?? idle[0];
}

/** The open connection, or a new one. A request may be given up while it opens, and all connections closed. */
async function channelOf(slot: Slot, openSocket: OpenSocket, isGone: () => boolean): Promise<Channel> {
  if (slot.channel !== undefined) return slot.channel;
  const channel = channelOn(await openSocket(), () => {
    if (slot.channel === channel) slot.channel = undefined;
  });
  slot.answered = 0;
  if (isGone()) channel.socket.destroy();
  else slot.channel = channel;
  return channel;
}

/** Forgets a connection that has been idle for too long, or that the other side has ended: the event may not have been read yet. */
async function recheck(slot: Slot): Promise<void> {
  if (slot.channel === undefined) return;
  if (slot.channel.keptUntil < performance.now()) slot.channel.socket.destroy();
  else await new Promise(setImmediate);
  if (slot.channel?.socket.destroyed) slot.channel = undefined;
}

/** Ends an idle connection, and waits until the other side has noticed: it may count its connections. */
async function end(slot: Slot): Promise<void> {
  const socket = slot.channel?.socket;
  if (socket === undefined) return;
  slot.ending = new Promise((resolve) => {
    const late = setTimeout(() => socket.destroy(), goodbyeMs);
    socket.once('close', () => {
      clearTimeout(late);
      resolve();
    });
    socket.end();
  });
  await slot.ending;
  slot.ending = undefined;
}

function saysNothing(kind: string | undefined): boolean {
  return kind === 'refused' || kind === 'closed' || kind === 'timeout';
}
