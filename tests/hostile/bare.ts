import { createHmac } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Served } from './behaviour.ts';
import { listening } from './front.ts';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token that looks like any other; nothing here checks it. */
export const token = (() => {
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'administrator', exp: 4_102_444_800 })}`;
  return `${signed}.${createHmac('sha256', 'a secret of a hostile target').update(signed).digest('base64url')}`;
})();

/** Settings of a run against something at this address. */
export function settingsFor(baseUrl: string): Record<string, string> {
  return {
    TARGET_BASE_URL: baseUrl,
    TARGET_TOKEN: token,
    TARGET_SYNCHRONIZER: 'synchronizer::1220ab',
  };
}

/** A target that is nothing but what it does with each connection. */
export async function bare(
  onConnection: (socket: Socket, nth: number) => void,
  options: { readonly scheme?: string; readonly allowHalfOpen?: boolean } = {},
): Promise<Served> {
  const { port, close } = await listening(onConnection, options.allowHalfOpen);
  return { settings: settingsFor(`${options.scheme ?? 'http'}://127.0.0.1:${port}`), close };
}

/** Answers each request with these bytes, the same for all. */
export function saying(...bytes: readonly (string | Buffer)[]): (socket: Socket) => void {
  return (socket) => {
    socket.on('data', () => {
      for (const each of bytes) socket.write(each);
    });
  };
}

/** Once the first bytes of a request are there. */
export function asked(then: (socket: Socket) => void): (socket: Socket) => void {
  return (socket) => socket.once('data', () => then(socket));
}

/** Writes `chunk` again and again, as fast as it is taken. */
export function pour(socket: Socket, chunk: string | Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

/** Writes `chunk` every so many milliseconds for as long as somebody listens. */
export function drip(socket: Socket, chunk: (nth: number) => string | Buffer, ms: number): void {
  let nth = 0;
  const timer = setInterval(() => socket.write(chunk(nth++)), ms);
  socket.on('close', () => clearInterval(timer));
}
