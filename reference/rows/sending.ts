import type { ServerResponse } from 'node:http';
import type { Call } from '../call.ts';
import { plainly, resetConnection, withLength } from '../deliver.ts';
import { type Action, at } from './engine.ts';

// What rows do when an answer is written to its socket.

/** Writes the answer in another way. */
export const send = (how: (response: ServerResponse, call: Call) => unknown): Action =>
  at('send', (call) => {
    call.send = how;
  });

/** Does something beside, and writes the answer as usual. */
export const beside = (also: (response: ServerResponse, call: Call) => unknown): Action =>
  send(async (response, call) => {
    await also(response, call);
    plainly(response, call);
  });

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The connection is closed without an answer. */
export const closed = send((response) => {
  response.destroy();
});

/** The connection is reset without an answer. */
export const reset = send((response) => resetConnection(response));

/** The connection stays open without an answer; the server closes it at shutdown. */
export const never = send(() => undefined);

/** Status and headers without a body. */
export const headersAlone = send((response, call) => {
  response.writeHead(call.status, withLength(call));
  response.flushHeaders();
});

function writeHalf(response: ServerResponse, call: Call, then: () => void): void {
  response.writeHead(call.status, withLength(call));
  response.write(call.bytes.subarray(0, Math.max(1, call.bytes.length >> 1)), then);
}

/** Half of the body with the length of the whole, then the end of the connection. */
export const cut = send((response, call) => writeHalf(response, call, () => response.destroy()));

/** Half of the body, and then nothing; the connection stays open. */
export const stopped = send((response, call) => writeHalf(response, call, () => undefined));

/** A chunked body that ends without its last chunk. */
export const cutBetweenChunks = send((response, { status, responseHeaders, bytes }) => {
  response.writeHead(status, responseHeaders);
  response.write(bytes, () => response.destroy());
});

/** A body with so many blanks in front that it is above a mebibyte, and ends there. */
export const cutAboveMebibyte = send((response, call) => {
  call.bytes = Buffer.concat([Buffer.alloc(1024 * 1024, ' '), call.bytes]);
  response.writeHead(call.status, withLength(call));
  response.write(call.bytes.subarray(0, 1024 * 1024), () => response.destroy());
});

/** The whole body, a length that is seven bytes more, and the end of the connection. */
export const tooShort = send((response, { status, responseHeaders, bytes }) => {
  response.writeHead(status, { ...responseHeaders, 'Content-Length': String(bytes.length + 7) });
  response.write(bytes, () => response.socket?.end());
});

/** A length below that of the body, which is sent completely: the rest belongs to no response. */
export const tooLong = send((response, { status, responseHeaders, bytes }) => {
  const type = responseHeaders['Content-Type'] ?? 'application/json';
  const length = Math.max(0, bytes.length - 1);
  response.socket?.write(
    `HTTP/1.1 ${status} Status\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  response.socket?.end(bytes);
});

/** Bytes that are no answer, and the end of the connection. */
export const ended = (bytes: string): Action => send((response) => response.socket?.end(bytes));

/** An answer as HTTP bytes with these headers, for what Node's server cannot write. */
export function rawAnswer(
  { status, bytes }: Pick<Call, 'status' | 'bytes'>,
  headers: Readonly<Record<string, string>>,
  [protocol, reason]: readonly [protocol: string, reason: string] = ['HTTP/1.1', 'OK'],
): Buffer {
  const lines = Object.entries(headers).map(([name, each]) => `${name}: ${each}`);
  const head = [`${protocol} ${status} ${reason}`, ...lines, '', ''];
  return Buffer.concat([Buffer.from(head.join('\r\n')), bytes]);
}
