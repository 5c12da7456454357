import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { createAnswerReader } from './answer-reader.ts';
import { Bounded, type Collected } from './collected.ts';

/** An open connection, on which one exchange takes place at a time. */
export interface Channel {
  readonly socket: Socket;
  /** Who is told of what happens on it. What arrives while nobody is was not asked for, and ends the connection. */
  listener:
    | {
        data(bytes: Buffer): void;
        /** The connection is gone; without an error, the other side has closed it. */
        ended(error?: Error): void;
      }
    | undefined;
  /** Until when it may wait for another request, as `performance.now()` counts; for ever if it is in use. */
  keptUntil: number;
}

/** @param closed is called once, when nothing more can be sent on it */
export function channelOn(socket: Socket, closed: () => void = () => undefined): Channel {
  const channel: Channel = { socket, listener: undefined, keptUntil: Number.POSITIVE_INFINITY };
  const end = (error?: Error): void => {
    const { listener } = channel;
    channel.listener = undefined;
    socket.destroy();
    listener?.ended(error);
  };
  socket.on('data', (bytes: Buffer) =>
    channel.listener === undefined ? end() : channel.listener.data(bytes),
  );
  socket.on('error', end);
  socket.on('end', () => end());
  socket.once('close', () => {
    end();
    closed();
  });
  return channel;
}

/** A request as bytes. */
export interface Written {
  /** What is written at a time: the first has the head, or some of it. */
  readonly writes: readonly Buffer[];
  /** How long to wait between two writes, so that each travels alone; milliseconds. */
  readonly pauseMs: number;
  /** Whether what is behind the head waits for 100 (Continue), or for an answer that makes it unnecessary. */
  readonly awaitsContinue: boolean;
  readonly isHead: boolean;
}

/** How long a client waits for 100 (Continue) before it sends its body all the same; milliseconds. */
const continueMs = 500;

/** How an exchange is watched. */
interface Watched {
  /** Tells what arrives; each part of the body after the head. */
  readonly into: Collected;
  readonly headBytes: number;
  readonly body: (bytes: Buffer) => void;
  /** An interim response has arrived. */
  readonly interim: () => void;
  /** Called once: with the error if there is no whole response. */
  readonly ended: (error?: Error) => void;
}

/** How long an idle connection is kept where the target does not say, in milliseconds. */
export const idleMs = 4_000;

/**
 * Sends a request, and reads its response. Behind a whole response, the connection waits for the next request if the target lets it.
 * @returns what gives it up, with the reason
 */
export function exchangeOn(
  channel: Channel,
  { writes, pauseMs, awaitsContinue, isHead }: Written,
  { into, headBytes, body, interim, ended }: Watched,
  keptMs = idleMs,
): (reason: Error) => void {
  let isOver = false;
  let written = 0;
  let goOn: (() => void) | undefined;
  const end = (error?: Error): void => {
    if (isOver) return;
    isOver = true;
    channel.listener = undefined;
    goOn?.();
    const kept = error === undefined && written === writes.length ? (reader.keptMs() ?? keptMs) : 0;
    if (kept === 0) channel.socket.destroy();
    // It may have been paused at the last part of a large response.
    else channel.socket.resume();
    channel.keptUntil = performance.now() + kept;
    ended(error);
  };
  const reader = createAnswerReader(isHead, headBytes, {
    head({ status, reason, headers }) {
      goOn?.();
      if (status < 200 && status !== 101) return interim();
      Object.assign(into, { status, reason, headers });
    },
    body,
  });
  channel.keptUntil = Number.POSITIVE_INFINITY;
  channel.listener = {
    data(bytes) {
      try {
        if (reader.read(bytes)) end();
      } catch (error) {
        end(error as Error);
      }
    },
    ended: (error) => end(reader.isWholeAtEnd() ? undefined : (error ?? closedByOther())),
  };
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
      if (awaitsContinue) goOn = resolve;
    });
  const write = async (): Promise<void> => {
    for (const bytes of writes) {
      if (written > 0 && (awaitsContinue || pauseMs > 0)) await pause(awaitsContinue ? continueMs : pauseMs);
      // A server that has answered has no use for the rest.
      if (isOver || (awaitsContinue && into.status !== 0)) return;
      written += 1;
      channel.socket.write(bytes);
    }
  };
  void write();
  return end;
}

/** The code is that of libuv for the end of a file. */
function closedByOther(): Error {
  return Object.assign(new Error('The other side has closed the connection.'), { code: 'EOF' });
}

/** Sends as much of a request as there is, and resets the connection, like a client that is ended meanwhile. */
export function breakOff(channel: Channel, { writes }: Written, afterMs: number): Promise<Error> {
  const { socket } = channel;
  return new Promise((resolve) => {
    const end = (): void => {
      // Only a TCP connection can be reset; without the close of TLS, its end is as unexpected.
      if (socket instanceof TLSSocket) socket.destroy();
      else socket.resetAndDestroy();
      resolve(new Bounded('broken-off', 'The upload was broken off on purpose.'));
    };
    channel.listener = { data: () => undefined, ended: (error) => error !== undefined && resolve(error) };
    socket.write(Buffer.concat(writes), () => setTimeout(end, afterMs));
  });
}
