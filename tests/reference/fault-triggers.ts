import { SignJWT } from 'jose';
import { request } from 'undici';
import { vi } from 'vitest';
import type { ReferenceServer } from '../../reference/start.ts';
import {
  bearer,
  changed,
  executePath,
  generateBody,
  generatePath,
  type Sent,
  send,
  usersPath,
} from './client.ts';

/** Sends what makes a fault show; an answer that cannot be read is the fault's, not the test's. */
export type Trigger = (server: ReferenceServer) => Promise<unknown>;

type Path = readonly (string | number)[];

function withHeaders(headers: (server: ReferenceServer) => Sent['headers']): Trigger {
  return (server) => send(server, usersPath, { headers: headers(server) ?? {} });
}

/** A valid generate-topology body, laid over with other members. */
export const generate =
  (members: (server: ReferenceServer) => object = () => ({})): Trigger =>
  (server) =>
    send(server, generatePath, { body: { ...generateBody(server), ...members(server) } });

/** The same with the value at a path exchanged; `undefined` takes it away. */
export const generateWith =
  (path: Path, value: unknown): Trigger =>
  (server) =>
    send(server, generatePath, { body: changed(generateBody(server), path, value) });

/** Generate-topology with text made from a valid body. */
export const generateText =
  (make: (valid: string) => string): Trigger =>
  (server) =>
    send(server, generatePath, { body: make(JSON.stringify(generateBody(server))) });

/** A valid execute body, as it is. */
export const execute: Trigger = (server) => send(server, executePath, { body: server.executeRequest });

export const executeWith =
  (path: Path, value: unknown): Trigger =>
  (server) =>
    send(server, executePath, { body: changed(server.executeRequest, path, value) });

export const executeText =
  (make: (valid: string) => string): Trigger =>
  (server) =>
    send(server, executePath, { body: make(JSON.stringify(server.executeRequest)) });

export const list =
  (query = ''): Trigger =>
  (server) =>
    send(server, `${usersPath}${query}`);

/** A page of this size and the one behind it. */
export const twoPages =
  (size: number): Trigger =>
  async (server) => {
    const first = JSON.parse((await send(server, `${usersPath}?pageSize=${size}`)).text);
    return send(server, `${usersPath}?pageSize=${size}&pageToken=${encodeURIComponent(first.nextPageToken)}`);
  };

/** Each page of this size, up to the end or 40 pages. */
export const allPages =
  (size: number): Trigger =>
  async (server) => {
    let token = '';
    for (let pages = 0; pages < 40 && (pages === 0 || token !== ''); pages++) {
      const query = `pageSize=${size}&pageToken=${encodeURIComponent(token)}`;
      token = JSON.parse((await send(server, `${usersPath}?${query}`)).text).nextPageToken ?? '';
    }
  };

/** List-users without a credential, with a made one, and with the valid one under the other scheme. */
export const listWithoutCredential = withHeaders(() => ({}));

/** List-users with a token made from the accepted one, which is sent first. */
export const listWithToken =
  (make: (parts: readonly string[], server: ReferenceServer) => string | Promise<string>): Trigger =>
  async (server) => {
    await send(server, usersPath);
    const parts = (server.environment.TARGET_TOKEN ?? '').split('.');
    return send(server, usersPath, { headers: { authorization: `Bearer ${await make(parts, server)}` } });
  };

export const listByApiKey = withHeaders((server) => ({
  'sec-websocket-protocol': `jwt.token.${server.environment.TARGET_TOKEN}`,
}));

/** A token of the right secret that expired an hour ago. */
export function expiredToken(server: ReferenceServer): Promise<string> {
  const secret = new TextEncoder().encode(server.environment.TARGET_TOKEN_SECRET);
  const anHourAgo = Math.floor(Date.now() / 1000) - 3600;
  return new SignJWT({ sub: 'participant_admin', exp: anHourAgo })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(secret);
}

/** The same request several times at once. */
export const atOnce =
  (...triggers: readonly Trigger[]): Trigger =>
  (server) =>
    Promise.all(triggers.map((trigger) => trigger(server)));

export const times =
  (count: number, trigger: Trigger): Trigger =>
  async (server) => {
    for (let index = 0; index < count; index++) await trigger(server);
  };

/** A valid request to an operation that may never be answered: given up once the fault has fired. */
export const impatiently =
  (path: string, body?: (server: ReferenceServer) => unknown): Trigger =>
  async (server) => {
    const giveUp = new AbortController();
    const answered = request(server.baseUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...bearer(server) },
      ...(body === undefined ? {} : { body: JSON.stringify(body(server)) }),
      signal: giveUp.signal,
    }).then((response) => response.body.dump());
    const fired = vi.waitUntil(() => server.fired() > 0, { timeout: 15_000, interval: 5 });
    await Promise.race([answered, fired]).finally(() => giveUp.abort());
  };
